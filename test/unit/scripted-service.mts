import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';

/** A request as it arrived. */
export interface Received {
	method: string;
	url: string;
	body: unknown;
}

/** What the service says next: the `data` of a success, or a whole answer. */
export type Scripted = { data: unknown } | Whole;

interface Whole {
	status: number;
	envelope?: unknown;
	text?: string;
	headers?: Record<string, string>;
}

type Answering = (request: Received, key: string) => Scripted | Promise<Scripted>;

/**
 * A service that says what the test wants, for the answers that the sandbox would never give. A new server for each
 * test: pages that an earlier one has read ahead may still be on their way.
 */
export function scriptedService() {
	const received: Received[] = [];
	const nothing = () => ({ status: 500 });
	let answer: Answering = nothing;
	let server: Server;
	const listener: RequestListener = async (request, response) => {
		let text = '';
		for await (const chunk of request) text += String(chunk);
		const { method = '', url = '' } = request;
		const arrived = { method, url, body: text === '' ? undefined : JSON.parse(text) };
		received.push(arrived);
		const said = await answer(
			arrived,
			(request.headers.authorization ?? '').replace('Bearer ', ''),
		);
		const whole: Whole =
			'data' in said ? { status: 200, envelope: { status: 'success', data: said.data } } : said;
		const { status, envelope, text: written, headers } = whole;
		response.writeHead(status, { 'content-type': 'application/json', ...headers });
		response.end(written ?? (envelope === undefined ? '' : JSON.stringify(envelope)));
	};
	beforeEach(async () => {
		received.length = 0;
		answer = nothing;
		server = createServer(listener);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterEach(() => {
		server.closeAllConnections();
		server.close();
	});
	return {
		received,
		get baseUrl() {
			return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		},
		/** Answers in this order; the last one is repeated. */
		says(...answers: Scripted[]) {
			const left = [...answers];
			answer = () => (left.length > 1 ? left.shift()! : left[0]);
		},
		/** Answers each request as it comes, with the key that it came with. */
		answers(given: Answering) {
			answer = given;
		},
	};
}
