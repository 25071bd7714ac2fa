import { createServer, type ServerResponse } from 'node:http';
import { freePorts, served } from '../n8n-host/ports.mts';

/** A web server that has nothing to do with the service: the page a wrong Base URL would lead to. */
export async function startOtherWebServer(): Promise<Stranger> {
	return await answering((response) =>
		response.writeHead(200, { 'content-type': 'text/html' }).end(GARDEN),
	);
}

const GARDEN = '<!DOCTYPE html><h1>Sowing & Harvest</h1>';

export async function startRedirecting(location: string): Promise<Stranger> {
	return await answering((response) => response.writeHead(302, { location }).end());
}

export async function unreachableUrl(): Promise<string> {
	const [port] = await freePorts(1);
	return `http://127.0.0.1:${port}`;
}

export type Stranger = Awaited<ReturnType<typeof answering>>;

async function answering(answer: (response: ServerResponse) => void) {
	const keys: string[] = [];
	const server = createServer(({ headers: { authorization } }, response) => {
		if (authorization !== undefined) keys.push(authorization);
		answer(response);
	});
	const { port, close } = await served(server);
	/** The header with the key of each request, where it had one. */
	return { baseUrl: `http://127.0.0.1:${port}`, keys, close };
}
