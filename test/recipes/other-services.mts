// Stand-ins for a chat, Slack, a support desk, Jira, GitHub, spreadsheets and a language model, behind one address.
import { createServer } from 'node:http';
import { served } from '../n8n-host/ports.mts';

type State = ReturnType<typeof newState>;

interface ModelRequest {
	messages: Array<{ role: string; content: unknown }>;
	tools: Array<{ function: { name: string } }>;
}

/** How long the search of Jira does not find a new issue. A minute of a recipe is two seconds here. */
const UNFOUND_MS = 1_500;

/** The tool by which n8n asks a model for an answer in a certain form. */
const ANSWER = 'format_final_json_response';

const newState = () => ({
	/** The texts that were sent to the chat. */
	messages: [] as string[],
	/** What was sent to the others, by path. */
	received: [] as { path: string; body: Record<string, unknown>; authorized: boolean }[],
	/** The label of each issue of Jira or GitHub, and when their search finds it. */
	issues: [] as string[],
	foundFrom: [] as number[],
	/** The secret of each webhook that n8n has registered at GitHub, by its address. */
	hooks: new Map<string, string>(),
	/** The messages of Slack by timestamp, and those that were marked as done. */
	slack: {} as Record<string, object>,
	marked: new Set<string>(),
	/** What the model proposes once it has found the post named there. */
	proposal: {} as Record<string, unknown>,
	/** What the sheet holds, as CSV. */
	sheet: '' as string | Buffer,
	/** The cells of the Google sheet, row by row. */
	rows: [] as unknown[][],
	/** What was held: the text that it sent to the chat, if any, or its path. */
	held: '',
});

export async function startOtherServices() {
	const others = newState();
	let refusal:
		| { path: RegExp; which: 'all' | 'one'; hold?: true; spared?: string; refused?: string }
		| undefined;
	let limit: { path: RegExp; most: number; milliseconds: number; taken: number[] } | undefined;
	let disturbances: Array<{ path: RegExp; status: number; left: number; known: Set<string> }> = [];
	const isRefused = (path: string, request: string) => {
		if (!refusal?.path.test(path)) return false;
		if (refusal.which === 'all') return true;
		// The first request is served, the second one is refused however often it comes.
		refusal.spared ??= request;
		if (refusal.spared !== request) refusal.refused ??= request;
		return refusal.refused === request;
	};
	const server = createServer(async (request, response) => {
		let text = '';
		for await (const chunk of request) text += String(chunk);
		const body = JSON.parse(text || '{}');
		const path = request.url!;
		const { authorization, 'x-secret': secret } = request.headers;
		response.setHeader('content-type', 'application/json');
		const end = (status: number, answer: object) => {
			response.statusCode = status;
			response.end(JSON.stringify(answer));
		};
		const now = Date.now();
		const taken = limit?.taken.filter((at) => at > now - limit!.milliseconds) ?? [];
		if (limit?.path.test(path) && limit.taken.push(now) && taken.length >= limit.most) {
			limit.taken.pop();
			response.setHeader('retry-after', Math.ceil(limit.milliseconds / 1000));
			end(429, {});
			return;
		}
		const isChosen = isRefused(path, path + text);
		if (isChosen && !refusal?.hold) {
			end(400, {});
			return;
		}
		const disturbance = disturbances.find(
			({ path: disturbed, left, known }) =>
				left > 0 && disturbed.test(path) && !known.has(path + text),
		);
		if (disturbance) disturbance.left--;
		const status = disturbance?.status ?? 200;
		if (status === 429) {
			disturbance!.known.add(path + text);
			end(status, {});
			return;
		}
		if (path.endsWith('.csv')) {
			response.setHeader('content-type', 'text/csv');
			response.end(others.sheet);
			return;
		}
		if (path.startsWith('/hooks/')) others.messages.push(body.text);
		else if (path === '/api/chat.postMessage') others.messages.push(slackMessage(body));
		else if (path === '/api/reactions.add') others.marked.add(body.timestamp);
		else if (request.method !== 'GET') {
			others.received.push({ path, body, authorized: Boolean(authorization ?? secret) });
		}
		if (request.method === 'POST' && /\/issues?$/.test(path)) {
			others.issues.push(...(body.fields ?? body).labels);
			others.foundFrom[others.issues.length - 1] = Date.now() + UNFOUND_MS;
		}
		if (request.method === 'POST' && path.endsWith('/hooks')) {
			others.hooks.set(body.config.url, body.config.secret);
		}
		if (path.startsWith('/v4/spreadsheets/')) write(body, new URL(path, 'http://x'), others.rows);
		if (isChosen) others.held = others.messages.at(-1) ?? path;
		else end(status, answerTo(new URL(path, 'http://x'), body, others));
	});
	const { port, close } = await served(server);
	return Object.assign(others, {
		url: `http://127.0.0.1:${port}`,
		close,
		/** Refuses the requests to a path that matches: all of them, or one and its repetitions. */
		refuse: (path: RegExp, which: 'all' | 'one') => void (refusal = { path, which }),
		/** Does what this many requests to a path ask for, but answers 504; or, as if busy, answers 429 to this many, once to each. */
		disturb: (path: RegExp, status: 429 | 504, left: number) =>
			void disturbances.push({ path, status, left, known: new Set() }),
		/** Takes this many requests to a path in that time, and answers 429 to more. */
		limit: (path: RegExp, most: number, milliseconds: number) =>
			void (limit = { path, most, milliseconds, taken: [] }),
		/** Does what the first request to a path asks for, or the second one where one is to be served, and does not answer it. */
		hold: (path: RegExp, which: 'all' | 'one') => void (refusal = { path, which, hold: true }),
		/** Jira's search finds all issues that there are: it is minutes later. */
		findAll: () => void (others.foundFrom = []),
		recover() {
			refusal = undefined;
			limit = undefined;
			disturbances = [];
		},
	});
}

function answerTo(
	{ pathname, searchParams }: URL,
	body: unknown,
	{ issues, foundFrom, proposal, rows, slack, marked }: State,
): object {
	const ts = searchParams.get('ts')!;
	if (pathname === '/api/conversations.replies') {
		const reactions = marked.has(ts) ? [{ name: 'white_check_mark' }] : [];
		return { ok: true, messages: [{ ts, ...slack[ts], reactions }] };
	}
	if (pathname === '/api/chat.getPermalink') {
		const permalink = `https://slack.example.com/p${searchParams.get('message_ts')}`;
		return { ok: true, permalink };
	}
	if (pathname.includes('/values/')) return { values: rows };
	if (pathname.startsWith('/v4/')) {
		return { sheets: [{ properties: { sheetId: 0, title: 'Posts', gridProperties: {} } }] };
	}
	if (pathname.endsWith('/chat/completions')) return completion(body as ModelRequest, proposal);
	if (pathname.startsWith('/api/')) return { ok: true };
	if (pathname.endsWith('/issue')) return { key: `FEED-${issues.length}` };
	if (pathname.endsWith('/hooks')) return { id: 1, active: true, events: ['issues'] };
	const isGithub = pathname.endsWith('/issues');
	if (!isGithub && !pathname.endsWith('/search/jql')) return {};
	const label =
		searchParams.get('labels') ?? /^labels = "(.+)"$/.exec(searchParams.get('jql') ?? '')?.[1];
	if (!label) return { number: issues.length };
	// GitHub leaves out those that are closed, unless it is asked for all.
	if (isGithub && searchParams.get('state') !== 'all') return [];
	const isFound = (at: number) => Date.now() >= (foundFrom[at] ?? 0);
	const found = issues.flatMap((one, at) => (one === label && isFound(at) ? [at + 1] : []));
	return isGithub
		? found.map((number) => ({ number }))
		: { issues: found.map((number) => ({ key: `FEED-${number}` })) };
}

interface Written {
	range: string;
	values: unknown[][];
	valueInputOption?: string;
	data?: Written[];
}

/** Ranges are rows, such as Posts!2:11, or one cell, such as Posts!B2. Google runs what looks like a formula, unless it is RAW. */
function write(
	{ data, range, values, valueInputOption }: Written,
	{ searchParams }: URL,
	rows: unknown[][],
): void {
	const isRaw = (valueInputOption ?? searchParams.get('valueInputOption')) === 'RAW';
	for (const one of data ?? (values ? [{ range, values }] : [])) {
		const [, column, row] = /!([A-Z]?)(\d+)/.exec(one.range)!;
		for (const [at, cells] of one.values.entries()) {
			const place = (rows[Number(row) - 1 + at] ??= []);
			for (const [to, cell] of cells.entries()) {
				const isFormula = !isRaw && String(cell).startsWith('=');
				place[to + (column ? column.charCodeAt(0) - 65 : 0)] = isFormula ? '#FORMULA' : cell;
			}
		}
	}
}

interface SlackBlock {
	type: string;
	text?: { text: string };
	elements?: Array<{ text: { text: string }; url: string }>;
}

interface SlackMessage {
	blocks?: SlackBlock[];
	text: string;
	thread_ts: string;
}

/** Its text, and a line for each button, or the thread that it stands in. */
function slackMessage({ blocks, ...reply }: SlackMessage): string {
	if (!blocks) return `${reply.text} in ${reply.thread_ts}`;
	const texts = blocks.map(({ text }) => text?.text.trim()).filter(Boolean);
	const buttons = blocks.flatMap(({ elements = [] }) => elements);
	return [...texts, ...buttons.map(({ text, url }) => `${text.text}: ${url}`)].join('\n');
}

/** Searches until it has found the post that it is to name, then answers. */
function completion({ messages, tools }: ModelRequest, proposal: State['proposal']): object {
	const hasSearched = messages.some(
		({ role, content }) =>
			role === 'tool' && String(content).includes(`${proposal.duplicate_of || ''}`),
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
