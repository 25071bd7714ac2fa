// Stand-ins for a chat, a support desk, Jira and a language model, behind one address.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface OtherServices {
	url: string;
	/** The texts that were sent to the chat. */
	messages: string[];
	/** What was sent to the others, by path. */
	received: Array<{ path: string; body: Record<string, unknown>; authorized: boolean }>;
	/** What the model proposes once it has found the post named there. */
	proposal: Record<string, unknown>;
	/** What the sheet holds, as CSV. */
	sheet: string;
	/** Refuses a request to a path that matches, after this many others. */
	refuse(path: RegExp, after: number): void;
	/** Refuses nothing any more. */
	recover(): void;
	close(): Promise<void>;
}

interface ModelRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools: Array<{ function: { name: string } }>;
}

/** The tool by which n8n asks a model for an answer in a certain form. */
const ANSWER = 'format_final_json_response';

export async function startOtherServices(): Promise<OtherServices> {
	const others: Pick<OtherServices, 'messages' | 'received' | 'proposal' | 'sheet'> = {
		messages: [],
		received: [],
		proposal: {},
		sheet: '',
	};
	let refusal: { path: RegExp; after: number } | undefined;
	let issues = 0;
	const isRefused = (path: string) => refusal?.path.test(path) && refusal.after-- === 0;
	const server = createServer(async (request, response) => {
		let text = '';
		for await (const chunk of request) text += String(chunk);
		const body = JSON.parse(text || '{}');
		const path = request.url!;
		const { authorization, 'x-secret': secret } = request.headers;
		response.setHeader('content-type', 'application/json');
		if (isRefused(path)) {
			// No client tries that again.
			response.statusCode = 400;
			response.end('{}');
			return;
		}
		if (path.endsWith('.csv')) {
			response.setHeader('content-type', 'text/csv');
			response.end(others.sheet);
			return;
		}
		if (path.startsWith('/hooks/')) others.messages.push(body.text);
		else others.received.push({ path, body, authorized: Boolean(authorization ?? secret) });
		if (path.endsWith('/issue')) response.end(JSON.stringify({ key: `FEED-${++issues}` }));
		else response.end(JSON.stringify(answerTo(path, body, others.proposal)));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return Object.assign(others, {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		refuse: (path: RegExp, after: number) => void (refusal = { path, after }),
		recover() {
			refusal = undefined;
		},
		async close() {
			server.closeAllConnections();
			await once(server.close(), 'close');
		},
	});
}

function answerTo(path: string, body: unknown, proposal: OtherServices['proposal']): object {
	if (path.endsWith('/chat/completions')) return completion(body as ModelRequest, proposal);
	return {};
}

/** Searches until it has found the post that it is to name, then answers. */
function completion(
	{ messages, tools }: ModelRequest,
	proposal: OtherServices['proposal'],
): object {
	const hasSearched = messages.some(
		({ role, content }) => role === 'tool' && String(content).includes(`${proposal.duplicate_of}`),
	);
	const search = tools.find(({ function: { name } }) => name !== ANSWER)!;
	const [name, args] = hasSearched
		? [ANSWER, { output: proposal }]
		: [search.function.name, { Search: 'export' }];
	const call = { name, arguments: JSON.stringify(args) };
	return {
		id: 'completion',
		object: 'chat.completion',
		created: 0,
		model: 'stand-in',
		choices: [
			{
				index: 0,
				finish_reason: 'tool_calls',
				message: {
					role: 'assistant',
					content: null,
					tool_calls: [{ id: `call_${messages.length}`, type: 'function', function: call }],
				},
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}
