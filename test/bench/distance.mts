// A service that is far away: HTTPS in front of it, and behind a line on which everything takes time.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createServer as createTlsServer } from 'node:tls';
import { promisify } from 'node:util';
import { temporaryFolder } from '../n8n-host/folder.mts';

const run = promisify(execFile);

export interface Distant {
	baseUrl: string;
	/** The file that n8n has to trust. */
	certificate: string;
	close(): Promise<void>;
}

/**
 * @param roundTripMs for every round trip, of TCP and TLS handshakes too: an HTTPS request over a new connection takes three
 */
export async function distant(serviceUrl: string, roundTripMs: number): Promise<Distant> {
	const folder = await temporaryFolder('certificate-');
	const [key, cert] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')];
	await run('openssl', [
		...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'],
		...['-nodes', '-keyout', key, '-out', cert, '-days', '2'],
		...['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'],
	]);
	const { port: servicePort } = new URL(serviceUrl);
	const tls = createTlsServer({ key: await readFile(key), cert: await readFile(cert) }, (secure) =>
		joined(secure, connect(Number(servicePort), '127.0.0.1'), () => 0),
	);
	const tlsPort = await listening(tls);
	const line = createServer((near) => {
		// The system has accepted the connection by now, which over a line takes a round trip.
		const connected = performance.now() + roundTripMs;
		const arrives = () => Math.max(connected, performance.now()) + roundTripMs / 2;
		joined(near, connect(tlsPort, '127.0.0.1'), arrives);
	});
	const port = await listening(line);
	return {
		baseUrl: `https://127.0.0.1:${port}`,
		certificate: cert,
		async close() {
			line.close();
			tls.close();
			await folder.remove();
		},
	};
}

async function listening(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	return (server.address() as AddressInfo).port;
}

/** @param arrives when something arrives at the other end that is sent now */
function joined(one: Socket, other: Socket, arrives: () => number): void {
	passOn(one, other, arrives);
	passOn(other, one, arrives);
}

function passOn(from: Socket, to: Socket, arrives: () => number): void {
	let before: Promise<unknown> = Promise.resolve();
	const pass = (work: () => unknown) => {
		const due = arrives();
		const waited = pause(Math.max(0, due - performance.now()));
		before = Promise.all([before, waited]).then(work);
	};
	from.setNoDelay(true);
	from.on('data', (bytes) => pass(() => to.write(bytes)));
	from.on('end', () => pass(() => to.end()));
	from.on('error', () => to.destroy());
}
