// What our nodes cost n8n beside the least that can be done, and beside what people do without us.
import type { MeasuredN8n } from './measured-n8n.mts';
import { compare, type Row } from './rows.mts';
import type { Service } from './service.mts';
import type { Items, Workflows } from './workflows.mts';

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
		rounds: 3,
		goal: 1.4,
	});
	await service.call('setLatency', LATENCY_MS);
	const batches = { batchSize: BATCH, batchInterval: LATENCY_MS };
	const slowly = await compare({
		what: `${few} creates, 50 ms: time`,
		against: `HTTP Request in batches of ${BATCH}`,
		baseline: await n8n.workflow(workflows.httpCreates(few, batches), 'timeMs'),
		measured: await n8n.workflow(workflows.creates(few), 'timeMs'),
		rounds: 3,
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
			rounds: 3,
			goal,
		});
		rows.push(row);
	}
	return rows;
}

const expressions = (names: string) =>
	Object.fromEntries(names.split(' ').map((name) => [name, `={{ $json.${name} }}`]));
const chosen = (mode: string, name: string) => ({
	__rl: true,
	mode,
	value: `={{ $json.${name} }}`,
});

/** What people map from the columns of a sheet, each field by an expression. */
export async function mappedRows(
	n8n: MeasuredN8n,
	workflows: Workflows,
	service: Service,
	{ items: count, turns }: { items: number; turns: number },
): Promise<Row[]> {
	const users = await service.call('createUsers', count);
	const updates = await service.call('createUpdates', count);
	const items: Items = users.map((user, n) => ({
		...{ user, update: updates[n], n, title: `Title ${n}`, type: 'idea', description: 'Text' },
		...{ status: 'open', created: '2025-03-14 09:26:53', segment: 'early-access', data: { n } },
		...{ link: 'https://example.com', link_text: 'More', link_color: '#3b4cca', off: false },
		...{ data_mail: `a${n}@example.com`, data_id: `a-${n}`, data_name: `a_${n}` },
		...{ data_full_name: `Ada ${n}`, data_img: 'https://example.com/a.png' },
	}));
	const switches = ['draft', 'notify', 'notify_delay', 'announcement'].map((name) => [
		name,
		'={{ $json.off }}',
	]);
	const ofUser = expressions('data_mail data_id data_name data_full_name data_img data');
	const ofUpdate = {
		...expressions('title description type segment created link link_text link_color'),
		...(Object.fromEntries(switches) as Record<string, string>),
	};
	const ofPost = expressions('title type description status user created');
	const { title, type: _, user: __, status: ___, ...others } = ofPost;
	const jobs = [
		{
			what: 'creates with 6 mapped fields',
			http: ['POST', '/v1/post', ofPost] as const,
			node: 'feedback',
			parameters: {
				...{ resource: 'post', operation: 'create', title, type: chosen('key', 'type') },
				additionalFields: {
					...others,
					...{ user: chosen('id', 'user'), status: chosen('key', 'status') },
				},
			},
		},
		{
			what: 'End-User updates with 7 mapped fields',
			http: ['PUT', '/v1/user/{{ $json.user }}', ofUser] as const,
			node: 'feedbackUsers',
			parameters: {
				...{ resource: 'endUser', operation: 'update', userId: chosen('id', 'user') },
				updateFields: ofUser,
			},
		},
		{
			what: 'changelog updates with 13 mapped fields',
			http: ['PUT', '/v1/update/{{ $json.update }}', ofUpdate] as const,
			node: 'feedbackChangelog',
			parameters: {
				...{ resource: 'changelogUpdate', operation: 'update', updateId: chosen('id', 'update') },
				updateFields: {
					...ofUpdate,
					...{ type: chosen('key', 'type'), segment: chosen('key', 'segment') },
				},
			},
		},
	];
	const rows: Row[] = [];
	for (const { what, http, node, parameters } of jobs) {
		const [method, path, fields] = http;
		const row = await compare({
			what: `${count} ${what}: CPU`,
			against: 'HTTP Request, same expressions',
			baseline: await n8n.workflow(workflows.httpMapped(items, method, path, fields), 'cpuMs'),
			measured: await n8n.workflow(workflows.ours(items, node, parameters), 'cpuMs'),
			rounds: 3,
			goal: 0.9,
		});
		rows.push(row);
	}
	const looped = await compare({
		what: `Loop Over Items, ${turns} creates: CPU`,
		against: 'a trivial node on httpRequest',
		baseline: await n8n.workflow(workflows.looped(workflows.trivialCreates(turns)), 'cpuMs'),
		measured: await n8n.workflow(workflows.looped(workflows.creates(turns)), 'cpuMs'),
		rounds: 3,
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
				...{ resource: 'group', operation: 'create', id: is, ifGroupExists: 'returnExisting' },
			}),
		},
		{
			what: `Spreadsheet to posts again, ${half} rows`,
			perfect: half / 100,
			draft: workflows.ours(numbered(half, 'Post '), 'feedback', {
				...{ resource: 'post', operation: 'create', title: is },
				...{ type: { __rl: true, mode: 'key', value: 'idea' }, ifTitleExists: 'returnExisting' },
			}),
		},
		{
			what: `End-User updates by email, ${fewer} rows`,
			perfect: fewer / 100 + fewer,
			draft: workflows.ours(numbered(fewer, 'user_', '@customer.example'), 'feedbackUsers', {
				...{ resource: 'endUser', operation: 'update', userId: chosen('data_mail', 'is') },
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
