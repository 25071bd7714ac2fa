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
	/** What the model proposes once it has searched. */
	proposal: Record<string, unknown>;
	close(): Promise<void>;
}

interface ModelRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools: Array<{ function: { name: string } }>;
}

/** The tool by which n8n asks a model for an answer in a certain form. */
const ANSWER = 'format_final_json_response';

export async function startOtherServices(): Promise<OtherServices> {
	const others: Pick<OtherServices, 'messages' | 'received' | 'proposal'> = {
		messages: [],
		received: [],
		proposal: {},
	};
	const server = createServer(async (request, response) => {
		let text = '';
		for await (const chunk of request) text += String(chunk);
		const body = JSON.parse(text || '{}');
		const path = request.url!;
		const { authorization, 'x-secret': secret } = request.headers;
		if (path.startsWith('/hooks/')) others.messages.push(body.text);
		else others.received.push({ path, body, authorized: Boolean(authorization ?? secret) });
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify(answerTo(path, body, others.proposal)));
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return Object.assign(others, {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		async close() {
			server.closeAllConnections();
			await once(server.close(), 'close');
		},
	});
}

function answerTo(path: string, body: unknown, proposal: object): object {
	if (path.endsWith('/chat/completions')) return completion(body as ModelRequest, proposal);
	if (path.endsWith('/issue')) return { id: '10001', key: 'FEED-1' };
	return {};
}

/** Searches first, then answers. */
function completion({ messages, tools }: ModelRequest, proposal: object): object {
	const hasSearched = messages.some(({ role }) => role === 'tool');
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
