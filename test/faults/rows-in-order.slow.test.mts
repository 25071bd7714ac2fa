// Rows together end as the same rows one by one: in the service, and in what comes out. Every operation that writes, with rows
// that name the same records in different ways, and answers at random times.
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import fc from 'fast-check';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { allAmong } from '../../nodes/shared/node/field';
import { fieldsOf, isRead } from '../../nodes/shared/node/operation';
import { operations, type PublishedOperation } from '../contract/nodes.mts';
import { NO_LIMIT } from '../contract/workspace.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { bearer, by, executeContext, type Setup } from '../unit/n8n-context.mts';

/** Random steps; 10,000 in `npm run test:night -- faults`. */
const STEPS = process.env.FAULTS === 'all' ? 10_000 : 200;

ownSandbox({ v2Limit: NO_LIMIT });

const MAILS = ['ada@example.com', 'Bob@Example.com', 'c+1@example.com', 'twins@example.com'];
const OWN_IDS = ['customer-1', 'CUSTOMER 2', '0015000000abCDe', 'twins'];
const GROUPS = ['acme', 'Globex'];
/** Nobody's, until a row gives it to somebody. */
const NOBODY = 'nobody@example.com';

type World = ReturnType<typeof newWorld>;
type Row = Record<string, unknown>;

/** Empties the workspace, and adds the same things under the same IDs. */
function newWorld() {
	const tables = 'posts users promoters updates queue_items groups documents group_members';
	for (const table of tables.split(' ')) {
		sandbox.run(`DELETE FROM ${table}${table === 'users' ? ' WHERE admin_id = 0' : ''}`);
	}
	sandbox.run('UPDATE sqlite_sequence SET seq = CAST(seq / 10000 AS INTEGER) * 10000 + 100');
	const user = (at: number) => ({
		data_mail: MAILS[at],
		data_id: OWN_IDS[at],
		data: { plan: 'free' },
	});
	// The last two have one email address and one own ID.
	const users = [0, 1, 2, 3, 3].map((at) => sandbox.createUsers(1, user(at))[0]);
	const posts = ['Dark mode', 'Export'].map((title) => sandbox.createPosts(1, { title })[0]);
	sandbox.createPosts(1, { title: 'A bug', type: 'bug' });
	const comments = sandbox.createComments(2, { post: posts[0] });
	const updates = sandbox.createUpdates(2);
	const groups = GROUPS.map((id) => sandbox.createGroups(1, { id })[0]);
	sandbox.run('INSERT INTO group_members VALUES (?, ?)', groups[0], users[0]);
	return { users, posts, comments, updates, groups };
}

/** How a row names something: which one, by which way, and how that is written. */
interface Name {
	of: keyof World | 'type' | 'status';
	at: number;
	way: string;
	written: keyof typeof written;
}

const isName = (value: unknown): value is Name =>
	typeof value === 'object' && value !== null && 'way' in value;

const written = {
	'as it is': (text: string) => text,
	'in capitals': (text: string) => text.toUpperCase(),
	'in small letters': (text: string) => text.toLowerCase(),
	'among blanks': (text: string) => ` ${text.replace(' ', '\u00A0 ')}\n`,
	'with what nobody sees': (text: string) => `${text.slice(0, 2)}\u200B${text.slice(2)}`,
};
/** Letter case and inner blanks count in an own ID. */
const ownIdWritten = (form: keyof typeof written, text: string) =>
	form === 'with what nobody sees' ? written[form](text) : ` ${text}\n`;

const writings = fc.constantFrom(...(Object.keys(written) as Array<keyof typeof written>));

const names = (of: Name['of'], most: number, ...ways: string[]): fc.Arbitrary<Name> =>
	fc.record({
		of: fc.constant(of),
		at: fc.nat(most),
		way: fc.constantFrom(...ways),
		written: writings,
	});

const idOf = (of: Name['of']) => names(of, 1, 'number', 'text', 'decimals', 'blanks');
const endUser = names('users', 4, 'number', 'decimals', 'mail', 'mail as ID', 'own', 'nobody');
const group = names('groups', 1, 'number', 'text', 'own');
const type = names('type', 1, 'key');
const status = names('status', 1, 'key');

/** What stands in the field of the row. */
function named({ of, at, way, written: form }: Name, world: World) {
	if (of === 'type') return by('key', ['idea', 'bug'][at]);
	if (of === 'status') return by('key', ['open', 'planned'][at]);
	const id = world[of][at];
	switch (way) {
		case 'text':
			return by('id', String(id));
		case 'decimals':
			return by('list', `${id}.0`);
		case 'blanks':
			return by('id', ` ${id} `);
		case 'mail':
			return by('data_mail', written[form](MAILS[Math.min(at, 3)]));
		case 'mail as ID':
			return by('id', written[form](MAILS[Math.min(at, 3)]));
		case 'own':
			return by(
				'data_id',
				ownIdWritten(form, (of === 'users' ? OWN_IDS : GROUPS)[Math.min(at, 3)]),
			);
		case 'nobody':
			return by('data_mail', NOBODY);
		default:
			return by('id', id);
	}
}

const title = fc
	.tuple(fc.constantFrom('Dark mode', 'Light mode', 'Search', 'A bug'), writings)
	.map(([text, form]) => written[form](text));

const words = fc.constantFrom('one', 'two', 'three');
const text = fc.constantFrom('', 'one', 'two');
const data = fc.constantFrom(
	null,
	'{}',
	{ plan: 'pro' },
	{ seats: 1 },
	'{"seats": 2, "plan": "team"}',
);
const ifNotFound = fc.constantFrom('fail', 'returnNothing');

/** What a row holds, and what the node is set to for all rows. */
interface Plan {
	row: Readonly<Record<string, fc.Arbitrary<unknown>>>;
	all?: Readonly<Record<string, fc.Arbitrary<unknown>>>;
	/** Fields of a row that stand in a collection. */
	collection?: string;
	inCollection?: readonly string[];
	/** Fields that each step leaves empty for all rows, or sets in each. */
	optional?: readonly string[];
}

const plans: Readonly<Record<string, Plan>> = {
	'post.create': {
		row: { title, type, description: words, status, user: endUser },
		all: { ifTitleExists: fc.constantFrom('createAnother', 'returnExisting', 'vote') },
		collection: 'additionalFields',
		inCollection: ['description', 'status', 'user'],
		optional: ['status', 'user'],
	},
	'post.update': {
		row: {
			postId: idOf('posts'),
			title: words,
			description: text,
			type,
			clearFields: fc.constantFrom([], ['description']),
		},
		collection: 'updateFields',
		inCollection: ['title', 'description', 'type'],
		optional: ['type', 'clearFields'],
	},
	'post.delete': { row: { postId: idOf('posts') }, all: { ifNotFound } },
	'comment.create': {
		row: {
			postId: idOf('posts'),
			comment: words,
			public: fc.boolean(),
			user_id: endUser,
			pinned: fc.boolean(),
		},
		collection: 'additionalFields',
		inCollection: ['user_id', 'pinned'],
		optional: ['user_id'],
	},
	'comment.update': {
		row: {
			postId: idOf('posts'),
			commentId: idOf('comments'),
			comment: words,
			pinned: fc.boolean(),
			public: fc.boolean(),
		},
		collection: 'updateFields',
		inCollection: ['comment', 'pinned', 'public'],
	},
	'comment.delete': {
		row: { postId: idOf('posts'), commentId: idOf('comments') },
		all: { ifNotFound },
	},
	'vote.upsert': {
		row: { postId: idOf('posts'), vote: fc.integer({ min: -1, max: 1 }), user_id: endUser },
		optional: ['user_id'],
	},
	'postMetadata.upsert': {
		row: { postId: idOf('posts'), key: words, value: fc.constantFrom('', 'a', 'b') },
	},
	'endUser.update': {
		row: {
			userId: endUser,
			data,
			data_full_name: words,
			data_id: fc.constantFrom('', 'customer-9', ...OWN_IDS),
			data_img: text,
			data_mail: fc.constantFrom('', NOBODY, 'ADA@example.com', ...MAILS),
			data_name: text,
			clearFields: fc.constantFrom([], [], ['data_mail'], ['data_id', 'data']),
		},
		all: { mergeCustomData: fc.boolean() },
		collection: 'updateFields',
		inCollection: 'data data_full_name data_id data_img data_mail data_name mergeCustomData'.split(
			' ',
		),
		optional: ['data_id', 'data_mail', 'clearFields'],
	},
	'endUser.delete': { row: { userId: endUser }, all: { ifNotFound } },
	'npsResponse.create': {
		row: { vote: fc.integer({ min: 1, max: 10 }), user_id: endUser, comment: words, meta: data },
		all: { force: fc.boolean() },
		collection: 'additionalFields',
		inCollection: ['comment', 'force', 'meta'],
		optional: ['user_id'],
	},
	'changelogUpdate.create': {
		row: { title: words, description: text },
		collection: 'additionalFields',
		inCollection: ['description'],
	},
	'changelogUpdate.update': {
		row: {
			updateId: idOf('updates'),
			title: words,
			description: text,
			draft: fc.boolean(),
			notify: fc.boolean(),
			announcement: fc.boolean(),
			link: text,
			clearFields: fc.constantFrom([], ['link']),
		},
		collection: 'updateFields',
		inCollection: ['title', 'description', 'draft', 'notify', 'announcement', 'link'],
		optional: ['notify', 'announcement', 'clearFields'],
	},
	'changelogUpdate.delete': { row: { updateId: idOf('updates') }, all: { ifNotFound } },
	'queueItem.create': {
		row: { text: words, user_email: fc.constantFrom('', ...MAILS), ref: text },
		collection: 'additionalFields',
		inCollection: ['user_email', 'ref'],
	},
	'document.create': {
		row: { title: words, content: words, tags: text },
		collection: 'additionalFields',
		inCollection: ['tags'],
	},
	'group.create': {
		row: {
			id: fc.constantFrom('acme', 'ACME', ' acme\u200B', 'Globex', 'New one', 'new one', 'a 7'),
			name: words,
			type: text,
			mrr: fc.nat(2),
		},
		all: { ifGroupExists: fc.constantFrom('fail', 'returnExisting') },
		collection: 'additionalFields',
		inCollection: ['name', 'type', 'mrr'],
	},
	'groupMember.add': { row: { groupId: group, user_id: endUser } },
	'groupMember.remove': { row: { groupId: group, user_id: endUser }, all: { ifNotFound } },
};

/** Lets one request go on at a time, in an order of its own: none is answered before its turn. */
class Answers {
	private readonly waiting: Array<() => void> = [];
	private underWay = 0;
	private isPumping = false;

	constructor(private state: number) {}

	async around<T>(send: () => Promise<T>): Promise<T> {
		await this.turn();
		this.underWay++;
		const answer = await send().finally(() => this.underWay--);
		await this.turn();
		return answer;
	}

	private async turn(): Promise<void> {
		await new Promise<void>((go) => {
			this.waiting.push(go);
			if (!this.isPumping) void this.pump();
		});
	}

	private async pump(): Promise<void> {
		this.isPumping = true;
		while (this.waiting.length > 0) {
			do await turn();
			while (this.underWay > 0);
			this.state = (Math.imul(this.state, 1_664_525) + 1_013_904_223) >>> 0;
			this.waiting.splice((this.state >>> 8) % this.waiting.length, 1)[0]();
		}
		this.isPumping = false;
	}
}

let keys = 0;

async function execute(one: PublishedOperation, setup: Setup, answers: Answers) {
	const node = new one.node.Node();
	// A key of its own, so that no rate limit holds an execution back.
	const key = `key-${++keys}`;
	sandbox.addKey(key);
	const context = executeContext(node, {
		...setup,
		credentials: bearer(sandbox.baseUrl, key),
		timezone: 'UTC',
		continueOnFail: true,
	});
	type Helper = IExecuteFunctions['helpers']['httpRequestWithAuthentication'];
	const send = context.helpers.httpRequestWithAuthentication as Helper;
	context.helpers.httpRequestWithAuthentication = async (...given: Parameters<Helper>) =>
		await answers.around(async () => (await send.apply(context as never, given)) as never);
	const [output] = (await node.execute!.call(context)) as INodeExecutionData[][];
	return output;
}

/** Each row of each table, in the order in which the service has them where that order says something. */
function stateOf(known: ReadonlySet<unknown>) {
	const titles = new Map(
		sandbox.rows('SELECT feedback_id, title FROM posts').map((row) => [row.feedback_id, row.title]),
	);
	const plain = ({ created: _, updated: __, ...row }: Row) =>
		JSON.stringify(row, (column, value: unknown) => {
			if (!column.endsWith('_id') || known.has(value) || typeof value !== 'number') return value;
			return `new ${String(titles.get(value) ?? '')}`;
		});
	const inOrder = (sql: string) => sandbox.rows(sql).map(plain);
	const anyOrder = (table: string) => inOrder(`SELECT * FROM ${table}`).sort();
	return {
		comments: inOrder('SELECT * FROM comments ORDER BY feedback_id, comment_id'),
		responses: inOrder('SELECT * FROM promoters ORDER BY user_id, promoter_id'),
		...Object.fromEntries(
			'posts votes post_metadata users updates groups group_members queue_items documents'
				.split(' ')
				.map((table) => [table, anyOrder(table)]),
		),
	};
}

/** What came out for each row. New IDs are numbered as they appear, and a row that failed has failed. */
function plainItems(
	output: ReadonlyArray<{ json: IDataObject; row: number }>,
	known: ReadonlySet<unknown>,
) {
	const numbers = new Map<unknown, string>();
	return output.map(({ json: { created: _, updated: __, ...json }, row }) => {
		if (json.error !== undefined) return { row, failed: true };
		const named = Object.entries(json).map(([name, value]) => {
			if (!name.endsWith('_id') || known.has(Number(value))) return [name, value];
			if (typeof value !== 'number') return [name, value];
			if (!numbers.has(value)) numbers.set(value, `new ${numbers.size}`);
			return [name, numbers.get(value)];
		});
		return { row, ...(Object.fromEntries(named) as Row) };
	});
}

/** A step: an operation, what is set for all rows, the rows, and when the service answers. */
const step = fc.constantFrom(...Object.keys(plans)).chain((key) => {
	const { row, all = {}, optional = [] } = plans[key];
	return fc.record({
		key: fc.constant(key),
		all: fc.record(all),
		rows: fc.array(fc.record(row), { minLength: 2, maxLength: 6 }),
		left: fc.subarray([...optional]),
		seed: fc.nat(),
	});
});

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function parametersOf({ key, all, left }: Step): Record<string, unknown> {
	const [resource, operation] = key.split('.');
	const { row, collection = '', inCollection = [] } = plans[key];
	const parameters: Record<string, unknown> = { resource, operation };
	const inner: Record<string, unknown> = {};
	const put = (name: string, value: unknown) =>
		((inCollection.includes(name) ? inner : parameters)[name] = value);
	for (const [name, value] of Object.entries(all)) put(name, value);
	for (const name of Object.keys(row)) {
		if (!left.includes(name)) put(name, (json: IDataObject) => json[name]);
	}
	if (Object.keys(inner).length > 0) parameters[collection] = inner;
	return parameters;
}

/** Fields that no step sets, each with the reason. */
const leftOut: Readonly<Record<string, readonly string[]>> = {
	'say only what comes out of the record': ['simplify', 'output', 'outputFields'],
	'stand in the body of a new record alone, which no other row can change': [
		...['post.create created', 'changelogUpdate.create type', 'document.create status'],
		...['document.create document_type', 'group.create meta', 'group.create weight'],
		...['queueItem.create service', 'queueItem.create title', 'queueItem.create user_name'],
	],
	'go in the same request as Link, as a text or a switch': [
		...['link_color', 'link_text', 'segment', 'created', 'notify_delay', 'type'].map(
			(name) => `changelogUpdate.update ${name}`,
		),
	],
};

test('each operation that writes is played, with each of its fields but those left out for a reason', () => {
	const writing = operations.filter(({ operation }) => !isRead(operation));
	expect(Object.keys(plans).sort()).toEqual(writing.map(({ key }) => key).sort());
	const out = Object.values(leftOut).flat();
	const unplayed = writing.flatMap(({ key, operation }) =>
		allAmong(fieldsOf(operation))
			.filter(({ field: { type } }) => type !== 'collection' && type !== 'notice')
			.map(({ field }) => field.name)
			.filter((name) => !(name in { ...plans[key].row, ...plans[key].all }) && !out.includes(name))
			.map((name) => `${key} ${name}`),
	);
	expect(unplayed.sort()).toEqual(out.filter((name) => name.includes(' ')).sort());
});

// 10,000 steps take longer than any other test.
test('rows together end as the same rows one by one, whenever the service answers', async () => {
	const play = async (given: Step, isTogether: boolean) => {
		const world = newWorld();
		const known = new Set<unknown>([30_001, ...Object.values(world).flat()]);
		const filled = (value: unknown) => (isName(value) ? named(value, world) : value);
		const items = given.rows.map((row) =>
			Object.fromEntries(Object.entries(row).map(([name, value]) => [name, filled(value)])),
		) as IDataObject[];
		const one = operations.find(({ key }) => key === given.key)!;
		const parameters = parametersOf(given);
		const answers = new Answers(given.seed);
		const output: Array<{ json: IDataObject; row: number }> = [];
		const batches = isTogether ? [items] : items.map((item) => [item]);
		for (const [batch, rows] of batches.entries()) {
			for (const { json, pairedItem } of await execute(one, { parameters, items: rows }, answers)) {
				output.push({ json, row: batch + (pairedItem as { item: number }).item });
			}
		}
		return { items: plainItems(output, known), state: stateOf(known) };
	};
	await fc.assert(
		fc.asyncProperty(step, async (given) => {
			sandbox.requests.length = 0;
			expect(await play(given, true)).toEqual(await play(given, false));
		}),
		{ numRuns: STEPS },
	);
}, 3_600_000);
