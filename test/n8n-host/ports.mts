import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** Below the ports that systems give to outgoing connections: one of these could take a port before its server starts. */
const [LOWEST, HIGHEST] = [10_000, 32_000];

/** Ports nobody listens on at this moment, all different. */
export async function freePorts(count: number): Promise<number[]> {
	// All are held open until the last is known, so that none comes twice.
	const servers = await Promise.all(Array.from({ length: count }, listening));
	const ports = servers.map((server) => (server.address() as AddressInfo).port);
	await Promise.all(servers.map(async (server) => await once(server.close(), 'close')));
	return ports;
}

/** Listens on this machine, until it is closed with all its connections. */
export async function served(server: HttpServer | HttpsServer) {
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	const close = async () => {
		server.closeAllConnections();
		await once(server.close(), 'close');
	};
	return { port, close };
}

async function listening(): Promise<Server> {
	for (;;) {
		const server = createServer().listen(randomInt(LOWEST, HIGHEST), '127.0.0.1');
		try {
			await once(server, 'listening');
			return server;
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
		}
	}
}
