// A service behind a certificate that nobody but itself has signed, as in many company networks.
import { type IncomingHttpHeaders, request } from 'node:http';
import { createServer } from 'node:https';
import { generate } from 'selfsigned';
import { served } from './n8n-host/ports.mts';

export type SelfSigned = Awaited<ReturnType<typeof startSelfSigned>>;

/** Answers over HTTPS whatever the service at this address answers, which the headers of a request may decide. */
export async function startSelfSigned(behind: string | ((headers: IncomingHttpHeaders) => string)) {
	const server = createServer(await certificate(), (asked, answer) => {
		const { method, headers, url = '' } = asked;
		const place = typeof behind === 'string' ? behind : behind(headers);
		const onHost = { ...headers, host: new URL(place).host };
		const onward = request(place + url, { method, headers: onHost }, (from) => {
			answer.writeHead(from.statusCode!, from.headers);
			from.pipe(answer);
		});
		onward.on('error', () => answer.destroy());
		asked.pipe(onward);
	});
	const { port, close } = await served(server);
	return { baseUrl: `https://127.0.0.1:${port}`, close };
}

/** Made again each time, so that no private key lies in the repository. */
async function certificate(): Promise<{ key: string; cert: string }> {
	const name = [{ name: 'commonName', value: 'self-signed' }];
	const { private: key, cert } = await generate(name, { keyType: 'ec', curve: 'P-256' });
	return { key, cert };
}
