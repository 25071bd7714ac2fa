// A way for n8n to the stand-ins where a step knows no address but that of its service, such as Slack.
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { served } from '../n8n-host/ports.mts';
import { startSelfSigned } from '../self-signed.mts';

/**
 * A proxy that opens each connection to the stand-ins, which answer over HTTPS for every host. The token of a credential is the
 * address of those that it belongs to.
 */
export async function startElsewhere() {
	// A request without a token ends where nobody listens.
	const behind = await startSelfSigned(({ authorization = 'http://127.0.0.1:9' }) =>
		authorization.replace(/^Bearer /, ''),
	);
	const place = Number(new URL(behind.baseUrl).port);
	const server = createServer();
	const tunnels = new Set<Socket>();
	server.on('connect', (_asked, client) => {
		const onward = connect(place, '127.0.0.1', () => {
			client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
			onward.pipe(client).pipe(onward);
		});
		// n8n or the stand-ins close it whenever they like.
		for (const one of [client as Socket, onward]) {
			tunnels.add(one);
			one.on('error', () => one.destroy());
			one.on('close', () => tunnels.delete(one));
		}
	});
	const { port, close } = await served(server);
	return {
		/** Further environment of n8n, so that what it sends to other hosts ends at the stand-ins. */
		env: {
			HTTPS_PROXY: `http://127.0.0.1:${port}`,
			NO_PROXY: '127.0.0.1,localhost',
			NODE_TLS_REJECT_UNAUTHORIZED: '0',
		},
		async close() {
			for (const tunnel of tunnels) tunnel.destroy();
			await close();
			await behind.close();
		},
	};
}
