import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePorts } from '../n8n-host/host.mts';

/** A web server that has nothing to do with the service: the page a wrong Base URL would lead to. */
export async function startOtherWebServer(): Promise<Stranger> {
	return await answeringAlways(
		'text/html',
		'<!doctype html><title>Gardening</title><h1>Welcome to our garden</h1>',
	);
}

/** Answers 200 with an error in the envelope, as the service does for what a plan does not include. */
export async function startGatedService(): Promise<Stranger> {
	return await answeringAlways(
		'application/json',
		JSON.stringify({
			status: 'error',
			data: {
				code: 'upgrade_required',
				message: 'API access is not part of this plan.',
				feature: 'api',
				feature_name: 'API Access',
				required_plan: 'business',
				required_plan_name: 'Business',
				cta: 'Upgrade now',
			},
		}),
	);
}

/** An address at which nobody listens. */
export async function unreachableUrl(): Promise<string> {
	const [port] = await freePorts(1);
	return `http://127.0.0.1:${port}`;
}

interface Stranger {
	baseUrl: string;
	close(): Promise<void>;
}

async function answeringAlways(contentType: string, body: string): Promise<Stranger> {
	const server = createServer((_request, response) => {
		response.writeHead(200, { 'content-type': contentType }).end(body);
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.closeAllConnections();
			await once(server.close(), 'close');
		},
	};
}
