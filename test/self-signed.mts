// A service behind a certificate that nobody but itself has signed, as in many company networks.
import { generateKeyPairSync, sign } from 'node:crypto';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createServer } from 'node:https';
import { served } from './n8n-host/ports.mts';

export type SelfSigned = Awaited<ReturnType<typeof startSelfSigned>>;

/** Answers over HTTPS whatever the service at this address answers, which the headers of a request may decide. */
export async function startSelfSigned(behind: string | ((headers: IncomingHttpHeaders) => string)) {
	const server = createServer(certificate(), (asked, answer) => {
		const { method, headers, url = '' } = asked;
		const place = typeof behind === 'string' ? behind : behind(headers);
		const onward = request(place + url, { method, headers }, (from) => {
			answer.writeHead(from.statusCode!, from.headers);
			from.pipe(answer);
		});
		onward.on('error', () => answer.destroy());
		asked.pipe(onward);
	});
	const { port, close } = await served(server);
	return { baseUrl: `https://127.0.0.1:${port}`, close };
}

/** Made again each time, so that no private key lies in the repository (RFC 5280, 4.1). */
function certificate(): { key: string; cert: string } {
	const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
	const ecdsaWithSha256 = sequence(der(0x06, Buffer.from('2a8648ce3d040302', 'hex')));
	const commonName = der(0x06, Buffer.from('550403', 'hex'));
	const name = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from('self-signed')))));
	const time = (year: number) => der(0x17, Buffer.from(`${year % 100}0101000000Z`));
	const year = new Date().getUTCFullYear();
	const signed = sequence(
		der(0x02, Buffer.from([1])),
		ecdsaWithSha256,
		name,
		sequence(time(year - 1), time(year + 2)),
		name,
		publicKey.export({ type: 'spki', format: 'der' }),
	);
	const signature = Buffer.concat([Buffer.from([0]), sign('sha256', signed, privateKey)]);
	const whole = sequence(signed, ecdsaWithSha256, der(0x03, signature)).toString('base64');
	return {
		key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
		cert: `-----BEGIN CERTIFICATE-----\n${whole}\n-----END CERTIFICATE-----\n`,
	};
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts);

/** A tag, the length of what follows, and that. */
function der(tag: number, ...parts: Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const { length } = content;
	const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
