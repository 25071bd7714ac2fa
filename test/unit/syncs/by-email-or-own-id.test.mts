// End-users and groups chosen by what another system knows of them.
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { filterParameters } from '../../sandbox/moods.mts';
import { ask, asked, by, ids, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

test('a group is found by your own ID, and the list is read once for all items', async () => {
	const { group_id } = await ask('POST', '/v2/groups', { id: 'acme' });
	for (let n = 0; n < 120; n++) await ask('POST', '/v2/groups', { id: `other-${n}` });
	const users = sandbox.createUsers(20);
	const found = await run(
		'groupMember.add',
		{ groupId: by('data_id', 'acme'), user_id: by('id', (json: IDataObject) => json.user) },
		users.map((user) => ({ user })),
	);
	expect(found).toEqual(users.map((user_id) => ({ group_id, user_id })));
	expect(asked().filter((one) => one === 'GET /v2/groups').length).toBeLessThanOrEqual(4);
});

test.each([
	['email address in any letter case', 'data_mail', 'ADA@example.com'],
	['your own ID, which may have an @', 'data_id', 'customer@815'],
	['your own ID among blanks', 'data_id', ' customer@815 '],
])('an end-user is found by %s, and searched once for each value', async (_what, mode, value) => {
	const [ada] = sandbox.createUsers(1, { data_mail: 'ada@example.com', data_id: 'customer@815' });
	sandbox.createUsers(1, { data_mail: 'ada@example.com.au', data_id: 'customer@8150' });
	const found = await run('endUser.get', { userId: by(mode, value) }, [{}, {}, {}]);
	expect(ids(found, 'user_id')).toEqual([ada, ada, ada]);
	expect(asked().filter((one) => one === 'GET /v1/users')).toHaveLength(1);
});

const UNSEEN = ['\u200B', '\u2060', '\u200E', '\u00AD', '\uFEFF', '\u200D'];

test.each(UNSEEN)(
	'an end-user is found by an address or an own ID with %j, which nobody sees',
	async (sign) => {
		const [ada] = sandbox.createUsers(1, { data_mail: 'ada@example.com', data_id: 'Acme_15' });
		for (const [mode, value] of [
			['data_mail', `${sign}ada@example.com`],
			['data_mail', `ada@exam${sign}ple.com${sign} `],
			['data_id', `${sign}Ac${sign}me_${sign}1${sign}5 ${sign}`],
		]) {
			const found = await run('endUser.get', { userId: by(mode, value) });
			expect(ids(found, 'user_id')).toEqual([ada]);
		}
	},
);

test.each(UNSEEN)('an own ID is stored without %j, which nobody sees', async (sign) => {
	const [ada] = sandbox.createUsers(1, { data_id: 'old' });
	const value = ` ${sign}Ac${sign}me_1${sign}5${sign}`;
	const [updated] = await run('endUser.update', {
		userId: by('id', ada),
		updateFields: { data_id: value },
	});
	expect(updated.data_id).toBe('Acme_15');
	const made = await run('group.create', { id: 'Acme_15' });
	const existing = await run('group.create', { id: value, ifGroupExists: 'returnExisting' });
	expect(ids(existing, 'group_id')).toEqual(ids(made, 'group_id'));
	expect(sandbox.rows('SELECT data_id FROM groups')).toEqual([{ data_id: 'Acme_15' }]);
});

test('a group that was stored with a character that nobody sees is found without it', async () => {
	const { group_id } = await ask('POST', '/v2/groups', { id: 'acme\u200B' });
	const found = await run('group.get', { groupId: by('data_id', 'acme') });
	expect(ids(found, 'group_id')).toEqual([group_id]);
});

test('in scripts and emoji that need joiners, own IDs with and without one differ', async () => {
	const [ada] = sandbox.createUsers(1, { data_id: 'می\u200Cخواهم' });
	sandbox.createUsers(1, { data_id: 'میخواهم' });
	const found = await run('endUser.get', { userId: by('data_id', 'می\u200Cخواهم') });
	expect(ids(found, 'user_id')).toEqual([ada]);
});

test.each(['data_mail', 'data_id'])('a %s of signs that nobody sees is nobody', async (mode) => {
	sandbox.createUsers(1, { data_mail: '' });
	await expect(run('endUser.delete', { userId: by(mode, '\u200B') })).rejects.toThrow(
		"'End-User' is empty in item 0",
	);
	expect(sandbox.requests).toEqual([]);
});

test.each([
	[' a\u200Bda@example.com\n', { data_mail: 'ada@example.com' }],
	['\u200B', undefined],
])('an address is stored without what nobody sees: %j', async (data_mail, body) => {
	const [ada] = sandbox.createUsers(1, { data_mail: 'old@example.com' });
	const updating = run('endUser.update', { userId: by('id', ada), updateFields: { data_mail } });
	if (body) await updating;
	else await expect(updating).rejects.toThrow('would change nothing');
	expect(sandbox.requests.map((request) => request.body)).toEqual(body ? [body] : []);
});

const nobody = by('data_mail', 'nobody@example.com');

test.each<[key: string, parameters: Record<string, unknown>, more?: string]>([
	[
		'endUser.delete',
		{ userId: nobody },
		" To go on without it, choose 'Return Nothing' in 'If Not Found'.",
	],
	['groupMember.add', { groupId: by('id', 1), user_id: nobody }],
	['post.getAll', { filters: { endUser: nobody } }],
	[
		'vote.upsert',
		{ postId: by('id', 1), user_id: nobody },
		" Leave 'End-User' empty to act as the person whose API key you use.",
	],
])('an unknown address says the way out: %s', async (key, parameters, more = '') => {
	const advice =
		'Check the value. It must match completely. The API documents no way to create an end-user.';
	await expect(run(key, parameters)).rejects.toMatchObject({
		message: "No end-user has the email address 'nobody@example.com'",
		description: `${advice}${more} This item changed nothing.`,
	});
});

test.each(['id', 'list'])('an email address is looked up in the mode %s as well', async (mode) => {
	const [ada] = sandbox.createUsers(1, { data_mail: 'ada@example.com' });
	const found = await run('endUser.get', { userId: by(mode, 'ada@example.com') });
	expect(ids(found, 'user_id')).toEqual([ada]);
});

test.each([
	['no value', []],
	['an empty value', [' ']],
	['an address', ['ada@example.com']],
	['an object', { mail: 'ada@example.com' }],
])('a list of %s is nobody, and nobody is deleted', async (_what, value) => {
	sandbox.createUsers(1, { data_mail: '' });
	sandbox.createUsers(1, { data_mail: 'ada@example.com' });
	for (const mode of ['data_mail', 'data_id', 'id']) {
		await expect(run('endUser.delete', { userId: by(mode, value) })).rejects.toThrow(
			/'End-User' must be text|The ID of the end-user is (?:empty|not an ID)/,
		);
	}
	expect(sandbox.requests).toEqual([]);
});

test('an end-user is found behind a page of others, where the service does not say whether there are more', async () => {
	Object.assign(sandbox.settings, { hasMore: false, ignoredParameters: ['per_page'] });
	const [wanted] = sandbox.createUsers(1, { data_id: 'own-7' });
	let last = 0;
	for (let n = 0; n < 120; n++) [last] = sandbox.createUsers(1, { data_id: `own-7-${n}` });
	const items = ['own-7-119', 'own-7'].map((own) => ({ own }));
	const userId = by('data_id', (json: IDataObject) => json.own);
	expect(ids(await run('endUser.get', { userId }, items), 'user_id')).toEqual([last, wanted]);
});

test.each([
	['endUser.delete', { userId: by('data_id', 2 ** 53) }, "'End-User' is too long for a number"],
	[
		'group.create',
		{ id: () => 2 ** 53, ifGroupExists: 'returnExisting' },
		"'Own ID' is too long for a number",
	],
])('an own ID that lost its last digits is nobody: %s', async (task, parameters, message) => {
	sandbox.createUsers(1, { data_id: String(2 ** 53) });
	await ask('POST', '/v2/groups', { id: String(2 ** 53) });
	await expect(run(task, parameters)).rejects.toThrow(message);
	expect(sandbox.requests).toEqual([]);
});

test('the step fails and changes nothing if no or several end-users match, and names them', async () => {
	const twins = sandbox.createUsers(3, { data_mail: 'twin@example.com' });
	const del = async (mail: string, ifNotFound = 'fail') =>
		await run('endUser.delete', { userId: by('data_mail', mail), ifNotFound });
	await expect(del('nobody@example.com')).rejects.toThrow(
		"No end-user has the email address 'nobody@example.com'",
	);
	await expect(del('twin@example.com', 'returnNothing')).rejects.toMatchObject({
		message: "3 end-users have the email address 'twin@example.com'",
		description: `Choose one By ID: ${twins.toReversed().join(', ')}. This item changed nothing.`,
	});
	expect(asked().filter((one) => !one.startsWith('GET'))).toEqual([]);
});

test.each([
	[403, 'The API key is not allowed to list end-users', 'lacks the permission'],
	[
		404,
		'The service does not offer to list end-users (HTTP 404)',
		'It has no endpoint GET /v1/users. Choose By ID.<br>Check',
	],
	[405, 'The service does not offer to list end-users (HTTP 405)', 'GET /v1/users'],
])(
	'a list of end-users that is refused with HTTP %i is the reason, and nobody is missing',
	async (status, message, advice) => {
		sandbox.fault({ path: '/v1/users', times: 9, action: { type: 'status', status } });
		const parameters = { userId: by('data_mail', 'ada@example.com'), ifNotFound: 'returnNothing' };
		const description: unknown = expect.stringContaining(advice);
		await expect(run('endUser.get', parameters)).rejects.toMatchObject({ message, description });
	},
);

test('a page that fails while the list is read is no empty list for the other items', async () => {
	sandbox.settings.ignoredParameters = filterParameters;
	const own = Array.from({ length: 250 }, (_, n) => `own-${n}`);
	for (const data_id of own) sandbox.createUsers(1, { data_id });
	sandbox.fault({ path: '/v1/users', after: 2, action: { type: 'truncatedJson' } });
	const found = await run(
		'endUser.get',
		{ userId: by('data_id', (json: IDataObject) => json.own) },
		own.slice(0, 100).map((data_id) => ({ own: data_id })),
		{ continueOnFail: true },
	);
	const failed = found.filter(({ error }) => error !== undefined);
	expect(JSON.stringify(failed)).not.toContain('No end-user has');
	// Those that waited for it.
	expect(failed.length).toBeGreaterThan(0);
	expect(failed.length).toBeLessThanOrEqual(16);
});
