// What our nodes cost n8n beside the least that can be done, and beside what people do without us.
import type { MeasuredN8n } from './measured-n8n.mts';
import { compare, type Row } from './rows.mts';
import type { Service } from './service.mts';
import type { Items, Workflows } from './workflows.mts';

/** Of what takes a second or less of CPU: a collection of garbage in one of three would decide. */
const ROUNDS = 9;

/** As many as HTTP Request may send at a time; the next batch when these should be answered. */
const BATCH = 8;
const LATENCY_MS = 50;

export async function createRows(
	n8n: MeasuredN8n,
	workflows: Workflows,
	service: Service,
	{ many, few }: { many: number; few: number },
): Promise<Row[]> {
	const atOnce = await compare({
		what: `${many} creates, 0 ms: CPU`,
		against: 'a trivial node on httpRequest',
		baseline: await n8n.workflow(workflows.trivialCreates(many), 'cpuMs'),
		measured: await n8n.workflow(workflows.creates(many), 'cpuMs'),
		goal: 1.4,
	});
	await service.call('setLatency', LATENCY_MS);
	const batches = { batchSize: BATCH, batchInterval: LATENCY_MS };
	const slowly = await compare({
		what: `${few} creates, 50 ms: time`,
		against: `HTTP Request in batches of ${BATCH}`,
		baseline: await n8n.workflow(workflows.httpCreates(few, batches), 'timeMs'),
		measured: await n8n.workflow(workflows.creates(few), 'timeMs'),
		warmsUp: false,
		goal: 0.75,
	});
	return [atOnce, slowly];
}

export async function readRows(
	n8n: MeasuredN8n,
	workflows: Workflows,
	service: Service,
	posts: number,
): Promise<Row[]> {
	const rows: Row[] = [];
	for (const [latency, goal] of [
		[0, 0.5],
		[LATENCY_MS, 0.125],
		[2 * LATENCY_MS, 0.105],
	]) {
		await service.call('setLatency', latency);
		const row = await compare({
			what: `Return All, ${posts} posts, ${latency} ms: time`,
			against: 'HTTP Request, paginated, and Split Out',
			baseline: await n8n.workflow(workflows.httpReturnAll(), 'timeMs'),
			measured: await n8n.workflow(workflows.returnAll(), 'timeMs'),
			goal,
		});
		rows.push(row);
	}
	return rows;
}

/** Operations whose every field is an expression: their own fields, and those of a collection. */
const MAPPED = [
	['feedback', 'post create', 'POST /v1/post', 'title type'],
	['feedbackUsers', 'endUser update', 'PUT /v1/user/{{ $json.userId }}', 'userId'],
	[
		'feedbackChangelog',
		'changelogUpdate update',
		'PUT /v1/update/{{ $json.updateId }}',
		'updateId',
	],
];
const COLLECTIONS = [
	'additionalFields description status user created',
	'updateFields data_mail data_id data_name data_full_name data_img data',
	'updateFields title description type segment created link link_text link_color draft notify notify_delay announcement',
];
const MODES: Readonly<Record<string, string>> = {
	type: 'key',
	status: 'key',
	segment: 'key',
	user: 'id',
	userId: 'id',
	updateId: 'id',
};

const located = (mode: string | undefined, value: string) =>
	mode ? { __rl: true, mode, value } : value;
const expressions = (names: string[], modes: typeof MODES = {}) =>
	Object.fromEntries(names.map((name) => [name, located(modes[name], `={{ $json.${name} }}`)]));

export async function mappedRows(
	n8n: MeasuredN8n,
	workflows: Workflows,
	service: Service,
	{ items: count, turns }: { items: number; turns: number },
): Promise<Row[]> {
	const users = await service.call('createUsers', count);
	const updates = await service.call('createUpdates', count);
	const items: Items = users.map((userId, n) => ({
		userId,
		updateId: updates[n],
		user: userId,
		title: `Title ${n}`,
		description: 'Text',
		type: 'idea',
		status: 'open',
		segment: 'early-access',
		created: '2025-03-14 09:26:53',
		link: 'https://example.com',
		link_text: 'More',
		link_color: '#3b4cca',
		data: { n },
		draft: false,
		notify: false,
		notify_delay: false,
		announcement: false,
		data_mail: `a${n}@example.com`,
		data_id: `a-${n}`,
		data_name: `a_${n}`,
		data_full_name: `Ada ${n}`,
		data_img: 'https://example.com/a.png',
	}));
	const rows: Row[] = [];
	for (const [at, [node, task, request, own]] of MAPPED.entries()) {
		const [resource, operation] = task.split(' ');
		const [collection, ...inner] = COLLECTIONS[at].split(' ');
		const names = [...own.split(' '), ...inner];
		const parameters = {
			resource,
			operation,
			...expressions(own.split(' '), MODES),
			[collection]: expressions(inner, MODES),
		};
		const inBody = names.filter((name) => !request.includes(name));
		const http = workflows.httpMapped(items, request, expressions(inBody));
		const row = await compare({
			what: `${count} times ${task}, ${names.length} mapped fields: CPU`,
			against: 'HTTP Request, same expressions',
			baseline: await n8n.workflow(http, 'cpuMs'),
			measured: await n8n.workflow(workflows.ours(items, node, parameters), 'cpuMs'),
			rounds: ROUNDS,
			goal: 0.9,
		});
		rows.push(row);
	}
	const looped = await compare({
		what: `Loop Over Items, ${turns} creates: CPU`,
		against: 'a trivial node on httpRequest',
		baseline: await n8n.workflow(workflows.looped(workflows.trivialCreates(turns)), 'cpuMs'),
		measured: await n8n.workflow(workflows.looped(workflows.creates(turns)), 'cpuMs'),
		rounds: ROUNDS,
		goal: 1.2,
	});
	return [...rows, looped];
}

/** What runs each night, with the number of requests that suffice for a client that knows everything. */
export async function nightRows(
	n8n: MeasuredN8n,
	workflows: Workflows,
	service: Service,
	sized: (count: number) => number,
): Promise<Row[]> {
	const [many, half, fewer, commented] = [10_000, 5_000, 2_000, 1_500].map(sized);
	const numbered = (count: number, name: string, end = ''): Items =>
		Array.from({ length: count }, (_, n) => ({ is: `${name}${n + 1}${end}` }));
	const is = '={{ $json.is }}';
	await service.call('createGroups', many);
	await service.call('createUsers', fewer);
	const posts = await service.call('createPosts', half);
	const jobs = [
		{
			what: `CRM to groups again, ${many} accounts and 10 new`,
			perfect: many / 100 + 10,
			draft: workflows.ours(numbered(many + 10, 'account-'), 'feedbackGroups', {
				resource: 'group',
				operation: 'create',
				id: is,
				ifGroupExists: 'returnExisting',
			}),
		},
		{
			what: `Create posts that exist, ${half} rows`,
			perfect: half / 100,
			draft: workflows.ours(numbered(half, 'Post '), 'feedback', {
				resource: 'post',
				operation: 'create',
				title: is,
				type: { __rl: true, mode: 'key', value: 'idea' },
				ifTitleExists: 'returnExisting',
			}),
		},
		{
			what: `End-User updates by email, ${fewer} rows`,
			perfect: fewer / 100 + fewer,
			draft: workflows.ours(numbered(fewer, 'user_', '@customer.example'), 'feedbackUsers', {
				resource: 'endUser',
				operation: 'update',
				userId: located('data_mail', is),
				updateFields: { data_full_name: is },
			}),
		},
		{
			what: `Nightly sync, ${many} posts, ${commented} with a comment`,
			perfect: many / 100 + commented,
			draft: workflows.night(),
		},
	];
	const rows: Row[] = [];
	for (const { what, perfect, draft } of jobs) {
		if (jobs.at(-1)!.what === what) {
			await service.call('createPosts', many - half);
			for (const post of posts.slice(0, commented)) {
				await service.call('createComments', 1, { post });
			}
		}
		const run = await n8n.workflow(draft, 'timeMs');
		await service.call('requests');
		let seconds = 0;
		const row = await compare({
			what,
			against: 'the fewest requests possible',
			baseline: async () => perfect,
			measured: async () => {
				seconds = Math.round((await run()) / 1_000);
				return await service.call('requests');
			},
			rounds: 1,
			warmsUp: false,
			goal: 1.1,
			unit: (requests) => `${requests}${requests === perfect ? '' : ` in ${seconds} s`}`,
		});
		rows.push(row);
	}
	return rows;
}
