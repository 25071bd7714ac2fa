// Things named by what another system knows of them, where the service searches and compares in ways of its own.
import type { IDataObject } from 'n8n-workflow';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { FeedbackGroups } from '../../../nodes/FeedbackGroups/FeedbackGroups.node';
import { FeedbackUsers } from '../../../nodes/FeedbackUsers/FeedbackUsers.node';
import { failure } from '../answers.mts';
import { bearer, by, execute, type NodeClass } from '../n8n-context.mts';
import { type Received, type Scripted, scriptedService } from '../scripted-service.mts';

const service = scriptedService();

const getUser = { resource: 'endUser', operation: 'get' };

async function run(Node: NodeClass, parameters: Record<string, unknown>, items: IDataObject[]) {
	const output = await execute(Node, {
		parameters,
		credentials: bearer(service.baseUrl, 'key'),
		continueOnFail: true,
		items,
	});
	return output.map(({ json }) => json);
}

function page(all: readonly object[], query: URLSearchParams): Scripted {
	const from = Number(query.get('page')) * 100;
	return { data: { items: all.slice(from, from + 100), has_more: from + 100 < all.length } };
}

/** Lets whatever is under way go on. */
async function turns(count: number): Promise<void> {
	for (let n = 0; n < count; n++) await turn();
}

const queryOf = ({ url }: Received) => new URL(url, service.baseUrl).searchParams;
const lists = () => service.received.filter(({ url }) => /\/(?:users|groups)\?/.test(url));

describe('an end-user', () => {
	const users = Array.from({ length: 3_000 }, (_, n) => ({
		user_id: 3_000 + n,
		data_id: String(n),
		data_mail: `user+${n}@example.com`,
		data_name: `name_${n}`,
	}));

	const user = (user_id: number, data_mail: string, data_name = 'a name') => ({
		...users[0],
		user_id,
		data_mail,
		data_name,
	});

	/** Answers lists so, and each end-user by ID. */
	const answers = (list: (request: Received) => Scripted) =>
		service.answers((request) => {
			const id = /\/v1\/user\/(\d+)/.exec(request.url)?.[1];
			return id ? { data: { user_id: Number(id) } } : list(request);
		});

	/** Looks each of these up, in a service that searches as it likes. */
	async function find(
		mode: 'data_id' | 'data_mail',
		values: readonly string[],
		matches: (user: (typeof users)[number], search: string) => boolean,
		all = users,
	) {
		answers((request) => {
			const search = queryOf(request).get('search');
			const found = search ? all.filter((user) => matches(user, search)) : all;
			return page(found, queryOf(request));
		});
		const userId = by(mode, ({ value }: IDataObject) => value);
		const items = values.map((value) => ({ value }));
		return await run(FeedbackUsers, { ...getUser, userId }, items);
	}

	const numbers = Array.from({ length: 50 }, (_, n) => n * 7);
	const expected = numbers.map((n) => ({ user_id: 3_000 + n }));

	test.each<[string, (user: (typeof users)[number], search: string) => boolean]>([
		['covers names only', ({ data_name }, search) => data_name.includes(search)],
		[
			'splits words at + and @, and wants all of them as they are',
			({ data_name }, search) => search.split(/[+@]/).every((word) => data_name === word),
		],
		['finds nothing', () => false],
		['finds only others', ({ data_name }) => data_name === 'name_1'],
	])('is found where the search %s: the list is read once', async (_what, matches) => {
		const mails = numbers.map((n) => `USER+${n}@example.com`);
		expect(await find('data_mail', mails, matches)).toEqual(expected);
		// Two searches and a page, before it is read with up to 15 pages beyond its end.
		expect(lists().length).toBeLessThanOrEqual(3 + 30 + 15);
	});

	test('is found by a number that many others hold, with few more requests than the list has pages', async () => {
		const holds = (user: object, search: string) => JSON.stringify(user).includes(search);
		expect(await find('data_id', numbers.map(String), holds)).toEqual(expected);
		// The pages in flight when its end is found were requested, too.
		expect(lists().length).toBeLessThanOrEqual(3 + 30 + 16);
	});

	test.each([
		['20 values take a request each', 150, 20],
		['1,000 take few more than the list has pages', 3, 2 * 30 + 20],
	])('where the search is exact, %s', async (_what, each, most) => {
		const values = users.filter((_, n) => n % each === 0);
		const mails = values.map(({ data_mail }) => data_mail);
		const found = await find('data_mail', mails, (user, search) => user.data_mail === search);
		expect(found).toEqual(values.map(({ user_id }) => ({ user_id })));
		expect(lists().length).toBeLessThanOrEqual(most);
	});

	const anywhere = (user: object, search: string) =>
		JSON.stringify(user).toLowerCase().includes(search.toLowerCase());

	const usersWith = (make: (user: (typeof users)[number], at: number) => object, count = 3_000) =>
		users.slice(0, count).map((user, at) => ({ ...user, ...make(user, at) }));

	test.each([
		['takes three requests where the search covers the field', anywhere, users, 3],
		['takes the whole list where the search finds nothing', () => false, users, 3 + 30 + 15],
		[
			'takes three requests where each address is an own ID, too',
			anywhere,
			usersWith(({ data_mail }) => ({ data_id: data_mail })),
			3,
		],
		[
			'takes three requests where each address is a name, too',
			anywhere,
			usersWith(({ data_mail }) => ({ data_name: data_mail })),
			3,
		],
		[
			'takes five requests where the newest 250 are visitors without an address',
			anywhere,
			usersWith((_, at) => (at < 250 ? { data_mail: '' } : {})),
			5,
		],
		[
			'takes three requests where the search does not find the newest yet',
			(user: (typeof users)[number], search: string) => user !== users[0] && anywhere(user, search),
			users,
			3,
		],
		[
			'takes few more requests than the list has pages where nobody has an address',
			anywhere,
			usersWith(() => ({ data_mail: '' })),
			1 + 6 + 30 + 15,
		],
	])('that is unknown %s', async (_what, matches, all, most) => {
		const [{ error }] = await find('data_mail', ['nobody@example.com'], matches, all);
		expect(error).toMatchObject({
			message: "No end-user has the email address 'nobody@example.com'",
		});
		expect(lists().length).toBeLessThanOrEqual(most);
	});

	test.each([
		[16, 3_000, 16],
		[40, 600, 42],
		[40, 3_000, 41],
		[300, 3_000, 29 + 1 + 30 + 15],
	])('%i rows in a list of %i take %i requests at most', async (rows, count, most) => {
		const wanted = users.slice(count - rows, count);
		const mails = wanted.map(({ data_mail }) => data_mail);
		const found = await find('data_mail', mails, anywhere, users.slice(0, count));
		expect(found).toEqual(wanted.map(({ user_id }) => ({ user_id })));
		expect(lists().length).toBeLessThanOrEqual(most);
	});

	test.each([
		[99, 1],
		[101, 3],
		[350, 5],
		[2_990, 1 + 1 + 32 + 30 + 15],
	])(
		'whose own ID stands in the names of %i others takes %i requests at most',
		async (others, most) => {
			const wanted = { ...users[2_999], data_id: 'acme' };
			const all = usersWith((_, at) => (at < others ? { data_name: `${at} of acme` } : {}), 2_999);
			expect(await find('data_id', ['acme'], anywhere, [...all, wanted])).toEqual([
				{ user_id: wanted.user_id },
			]);
			expect(lists().length).toBeLessThanOrEqual(most);
		},
	);

	test('that a search leaves out is found in the list, also where the search finds only others', async () => {
		const isOther = ({ data_mail }: (typeof users)[number], search: string) =>
			data_mail === search.replace('7', '8');
		const [found] = await find('data_mail', ['user+2007@example.com'], isOther);
		expect(found).toEqual({ user_id: 3_000 + 2_007 });
	});

	test('is found in a list whose service refuses pages beyond the end', async () => {
		const mails = users.slice(0, 40).map(({ data_mail }) => data_mail);
		answers((request) => {
			const query = queryOf(request);
			const search = query.get('search');
			if (Number(query.get('page')) > 5) {
				return { status: 400, envelope: { status: 'error', message: 'Invalid page' } };
			}
			const all = users.slice(0, 600);
			return page(search ? all.filter((user) => anywhere(user, search)) : all, query);
		});
		const userId = by('data_mail', ({ value }: IDataObject) => value);
		const items = mails.map((value) => ({ value }));
		const found = await run(FeedbackUsers, { ...getUser, userId }, items);
		expect(found).toEqual(users.slice(0, 40).map(({ user_id }) => ({ user_id })));
	});

	test.each([
		['found', (user: object, search: string) => JSON.stringify(user).includes(search)],
		['listed', () => false],
	])('is the only one %s with the very value', async (_how, matches) => {
		const all = [user(1, 'a@a.com', 'a'), user(2, 'b@b.com', 'a@a.com'), user(3, 'b@b.com', 'b')];
		const [one, several] = await find('data_mail', ['a@a.com', 'b@b.com'], matches, all);
		expect(one).toEqual({ user_id: 1 });
		expect(several.error).toMatchObject({ message: expect.stringContaining('b@b.com') });
	});

	test('items that wait for a failing search share it', async () => {
		service.answers(() => ({ status: 403 }));
		const get = { ...getUser, userId: by('data_mail', ({ mail }: IDataObject) => mail) };
		const failed = await run(FeedbackUsers, get, [{ mail: 'a@a.com' }, { mail: ' A@a.com' }]);
		expect(failed).toEqual([{ error: expect.anything() }, { error: expect.anything() }]);
		expect(lists()).toHaveLength(1);
	});

	test('is found in another letter case also where the search wants the same', async () => {
		const all = [user(1, 'a@a.com'), user(2, 'B@b.com')];
		const isSame = ({ data_mail }: (typeof users)[number], search: string) => data_mail === search;
		const found = await find('data_mail', ['a@a.com', 'b@B.com'], isSame, all);
		expect(found).toEqual([{ user_id: 1 }, { user_id: 2 }]);
	});

	test.each(['\u212Aim@a.com', 'kim@\uFF41.com', 'ki\u0307m@a.com', 'K\u0130M@a.com'])(
		'is not the one with another sign in the address: %s',
		async (other) => {
			const mailed = [other, 'kim@a.com', 'k\u0131m@a.com', 'k\u0307im@a.com'];
			const all = mailed.map((mail, at) => user(at, mail));
			const mails = [' KIM@A.com ', other];
			expect(await find('data_mail', mails, () => true, all)).toEqual([
				{ user_id: 1 },
				{ user_id: 0 },
			]);
			const [{ error }] = await find('data_mail', ['KIM@A.com'], () => true, all.slice(0, 1));
			expect(error).toMatchObject({ message: expect.stringContaining('No end-user has') });
		},
	);

	test('is found where the search covers names only, and another has its email address as its name', async () => {
		const all = [user(1, 'a@a.com', 'A@a.com'), ...users.slice(0, 150), user(2, 'b@b.com', 'b')];
		const isNamed = ({ data_name }: (typeof users)[number], search: string) =>
			data_name.toLowerCase().includes(search.toLowerCase());
		const found = await find('data_mail', ['a@a.com', 'b@b.com'], isNamed, all);
		expect(found).toEqual([{ user_id: 1 }, { user_id: 2 }]);
	});

	test('is one also where the search lists it twice', async () => {
		const all = [users[0], users[0]];
		expect(await find('data_id', ['0'], () => true, all)).toEqual([{ user_id: 3_000 }]);
	});

	/** Looks 40 up in a list without an end. */
	async function findInEndless(search: (text: string) => Scripted | undefined) {
		const endless = { data: { items: users.slice(0, 100), has_more: true } };
		answers((request) => search(queryOf(request).get('search') ?? '') ?? endless);
		const userId = by('data_mail', ({ data_mail }: IDataObject) => data_mail);
		const wanted = users.slice(200, 240);
		return { wanted, found: await run(FeedbackUsers, { ...getUser, userId }, wanted) };
	}

	test('is still searched for after 30 others where the list is too long to be read', async () => {
		const { found, wanted } = await findInEndless((text) => {
			const items = users.filter(({ data_mail }) => data_mail === text.toLowerCase());
			return text === '' ? undefined : { data: { items, has_more: false } };
		});
		expect(found).toEqual(wanted.map(({ user_id }) => ({ user_id })));
		expect(lists().length).toBeLessThanOrEqual(40 + 1);
	});

	test('makes a list without an end be read once, also for 40 items, which say what to do', async () => {
		const { found } = await findInEndless(() => undefined);
		expect(lists().length).toBeLessThanOrEqual(40 + 53);
		expect(found).toHaveLength(40);
		for (const { error } of found) {
			expect(error).toMatchObject({
				message: 'The list could not be read completely when asked to list end-users',
				description: expect.stringMatching(/after 51 pages with 1 MB\.\nChoose By ID, or turn off/),
			});
		}
	});

	test('rows for one email address are written in their order, however it is written', async () => {
		const mails = ['user+1@example.com', 'User+2@Example.com', ' user+2@example.COM'];
		const released: Array<() => void> = [];
		service.answers(async (request) => {
			if (request.method === 'PUT') return { data: { user_id: 3_002 } };
			const search = queryOf(request).get('search') ?? '';
			// The first answer of those that are asked for together comes last.
			if (search === mails[1]) {
				await Promise.race([new Promise<void>((go) => void released.push(go)), turns(50)]);
			} else released.forEach((go) => go());
			const same = users.filter(({ data_mail }) => data_mail === search.toLowerCase());
			return page(same, queryOf(request));
		});
		await run(
			FeedbackUsers,
			{
				resource: 'endUser',
				operation: 'update',
				userId: by('data_mail', ({ mail }: IDataObject) => mail),
				updateFields: { data_name: ({ name }: IDataObject) => name },
			},
			mails.map((mail, n) => ({ mail, name: `name ${n}` })),
		);
		const puts = service.received.filter(({ method }) => method === 'PUT');
		const names = puts.map(({ body }) => (body as IDataObject).data_name);
		expect(names.filter((name) => name !== 'name 0')).toEqual(['name 1', 'name 2']);
		expect(lists()).toHaveLength(2);
	});
});

test.each<[NodeClass, string, Record<string, unknown>, label: string]>([
	[FeedbackUsers, 'data_mail', { resource: 'endUser', operation: 'delete' }, 'userId'],
	[FeedbackUsers, 'data_id', { resource: 'endUser', operation: 'delete' }, 'userId'],
	[FeedbackUsers, 'id', { resource: 'endUser', operation: 'delete' }, 'userId'],
	[FeedbackGroups, 'data_id', { resource: 'group', operation: 'get' }, 'groupId'],
])(
	'%o: nothing is looked up by more than 1,000 characters, and the field is named: %s',
	async (Node, mode, parameters, name) => {
		service.answers(() => ({ data: { items: [], has_more: false } }));
		const given = (length: number) => ({ value: `${'A'.repeat(length - 2)}@a` });
		const items = [given(1_000), given(1_001), given(1_000_000)];
		const value = by(mode, ({ value }: IDataObject) => value);
		const [fits, ...longer] = await run(Node, { ...parameters, [name]: value }, items);
		expect(fits.error).toMatchObject({
			message: expect.stringMatching(/^No (?:end-user|group) has/),
		});
		const message = `'${name === 'userId' ? 'End-User' : 'Group'}' is longer than 1,000 characters, so nothing is looked up by it`;
		expect(longer).toEqual(Array(2).fill({ error: expect.objectContaining({ message }) }));
		expect(lists().length).toBeLessThanOrEqual(3);
	},
);

describe('a group whose ID is taken', () => {
	const acme = { group_id: 7, data_id: 'Acme' };

	/** Creates these in a service that says of each that it is taken, and lists what it is given, also once it was read. */
	async function create(ids: readonly string[], groups: readonly object[], later = groups) {
		service.answers((request) => {
			if (request.method === 'POST') {
				const data = { key: 'identifier_taken', message: 'Taken' };
				return { status: 409, envelope: failure(data) };
			}
			return page(lists().length > 1 ? later : groups, queryOf(request));
		});
		return await createAll(ids);
	}

	const createAll = async (ids: readonly string[]) =>
		await run(
			FeedbackGroups,
			{
				resource: 'group',
				operation: 'create',
				id: ({ id }: IDataObject) => id,
				ifGroupExists: 'returnExisting',
			},
			ids.map((id) => ({ id })),
		);

	test.each(['acme', 'ACME', 'Acme'])(
		'is found as %s, however the service compares',
		async (id) => {
			const other = { group_id: 8, data_id: `${id} too` };
			expect(await create([id], [other, acme])).toEqual([{ ...acme, existed: true }]);
		},
	);

	test('is returned with its ID alone where no list has it, and the list is read twice at most', async () => {
		const ids = ['Acme', ...Array.from({ length: 40 }, (_, n) => `of nobody ${n}`)];
		const found = await create(ids, [acme]);
		expect(found.map(({ data_id }) => data_id)).toEqual(ids);
		expect(lists()).toHaveLength(2);
	});

	test.each([
		['zeta', 'acme'],
		['of nobody', 'acme'],
		['ACME', 'new'],
	])('is not that of another company where it is newer than the list: after %s', async (...ids) => {
		const newer = { group_id: 9, data_id: ids[1] };
		const zeta = { group_id: 10, data_id: 'zeta' };
		const [, found] = await create(ids, [acme, zeta], [acme, zeta, newer]);
		expect(found).toEqual({ ...newer, existed: true });
	});

	const salesforce = { group_id: 11, data_id: '0015000000aBCDe' };

	test('is not that of another one whose ID differs only in letter case, and both are named', async () => {
		const [{ error }, other] = await create(['0015000000abCDe', 'Acme'], [salesforce, acme]);
		expect(error).toEqual({
			message: "The service takes the own ID '0015000000abCDe' for '0015000000aBCDe'",
			description:
				'They differ only in letter case, so they may be two groups. Use IDs that differ in more than that, such as the 18 characters of Salesforce. This item changed nothing.',
		});
		expect(other).toEqual({ ...acme, existed: true });
	});

	test.each(['0015000000ABCDE', '0015000000abcde'])(
		'is that of an ID in one case as a whole: %s',
		async (id) => {
			expect(await create([id], [salesforce])).toEqual([{ ...salesforce, existed: true }]);
		},
	);

	test('is returned with its ID alone where several differ from it only in letter case', async () => {
		const other = { group_id: 8, data_id: 'ACME' };
		expect(await create(['acme'], [acme, other])).toEqual([{ data_id: 'acme', existed: true }]);
	});

	test('that this run has made is found with all it has, also where the list shows it too', async () => {
		const made = { group_id: 12, data_id: 'New' };
		service.answers(async (request) => {
			if (request.method !== 'POST') {
				if (lists().length === 1) return page([acme], queryOf(request));
				await turns(50);
				return page([acme, made], queryOf(request));
			}
			if ((request.body as IDataObject).id === 'New') return { data: made };
			const data = { key: 'identifier_taken', message: 'Taken' };
			return { status: 409, envelope: failure(data) };
		});
		const found = await createAll(['Acme', 'of nobody', 'New', 'NEW']);
		expect(found.slice(2)).toEqual([
			{ ...made, existed: false },
			{ ...made, existed: true },
		]);
	});

	test.each(['Acme', 'acme\u200B'])(
		'is the one with the very ID where there is another with %j',
		async (data_id) => {
			const other = { group_id: 9, data_id: 'acme' };
			const found = await create(['acme', 'acme'], [{ group_id: 7, data_id }, other]);
			expect(found).toEqual([
				{ ...other, existed: true },
				{ ...other, existed: true },
			]);
		},
	);
});

test.each([
	[
		FeedbackGroups,
		{ resource: 'group', operation: 'getAll' },
		"does not offer to run 'Get many groups'",
	],
	[
		FeedbackUsers,
		{ ...getUser, userId: by('data_mail', 'ada@example.com') },
		'does not offer to list end-users',
	],
])(
	'%o: a list that a gateway does not know, in words of its own, is called missing',
	async (Node, parameters, says) => {
		const status = Node === FeedbackUsers ? 405 : 404;
		service.answers(() => ({ status, text: '{"statusCode":404,"message":"Cannot GET"}' }));
		const [{ error }] = await run(Node, parameters, [{}]);
		expect(error).toMatchObject({ message: expect.stringContaining(`The service ${says}`) });
	},
);
