// A Get, a Delete or a Remove that may return nothing.
import { describe, expect, test } from 'vitest';
import { operations } from '../../contract/nodes.mts';
import { by, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

const naming = operations.filter(({ operation }) =>
	/^(get|delete|remove)$/.test(operation.option.value),
);

describe.each(naming)('$key', ({ key, operation }) => {
	const ids = Object.fromEntries(operation.path!.map(({ name }) => [name, by('id', '987654')]));

	test('fails where no record is found, unless it may return nothing', async () => {
		await expect(run(key, ids)).rejects.toThrow('with ID 987654');
		expect(await run(key, { ...ids, ifNotFound: 'returnNothing' })).toEqual([]);
	});

	test('fails in any other way all the same', async () => {
		sandbox.addKey('lamed', { permissions: 'none' });
		const setup = {
			credentials: { feedbackBearerApi: { baseUrl: sandbox.baseUrl, apiKey: 'lamed' } },
		};
		const failure = run(key, { ...ids, ifNotFound: 'returnNothing' }, [{}], setup);
		await expect(failure).rejects.toThrow('not allowed');
	});
});

test.each(['data_mail', 'data_id'])(
	'an end-user that nobody has by %s is not found either',
	async (mode) => {
		const userId = by(mode, 'nobody@example.com');
		await expect(run('endUser.get', { userId })).rejects.toThrow('No end-user has');
		const found = await run('endUser.get', { userId, ifNotFound: 'returnNothing' });
		expect(found).toEqual([]);
	},
);

test.each([
	['group.get', 'groupId', 'data_id', 'acme', /^\/v2\/groups\/\d/],
	['endUser.get', 'userId', 'data_mail', 'ada@example.com', /^\/v1\/user\/\d/],
])(
	'%s: what a list has just shown is not missing where it cannot be read by its ID',
	async (key, name, mode, value, path) => {
		await run('group.create', { id: 'acme' });
		sandbox.createUsers(1, { data_mail: 'ada@example.com' });
		sandbox.fault({ method: 'GET', path, action: { type: 'status', status: 404 } });
		const found = run(key, { [name]: by(mode, value), ifNotFound: 'returnNothing' });
		await expect(found).rejects.toThrow('with ID');
	},
);

test.each([
	['data_mail', 'ada@example.com'],
	['data_id', 'customer-815'],
])('who is found by %s, and is no member, is removed without a failure', async (field, value) => {
	sandbox.createUsers(1);
	sandbox.run(`UPDATE users SET ${field} = ?`, value);
	await run('group.create', { id: 'acme' });
	const member = { groupId: by('data_id', 'acme'), user_id: by(field, value) };
	await expect(run('groupMember.remove', member)).rejects.toThrow('among its members');
	const removed = await run('groupMember.remove', { ...member, ifNotFound: 'returnNothing' });
	expect(removed).toEqual([]);
});

test('what is removed twice is gone already, and named by what it belonged to', async () => {
	const [first] = sandbox.createUsers(1);
	const [group] = await run('group.create', { id: 'acme' });
	const groupId = by('id', group.group_id);
	const parameters = { groupId, user_id: by('id', first) };
	const gone = `No group with ID ${String(group.group_id)}, or no end-user with ID ${first} among its members`;
	await expect(run('groupMember.remove', parameters)).rejects.toMatchObject({
		message: expect.stringContaining(gone),
		description:
			"Check the ID, and the Base URL in the credential. The record may be deleted already, also by an earlier item, or belong to another workspace.<br>To go on without it, choose 'Return Nothing' in 'If Not Found'.<br>The service said: Member not found.",
	});
});

test.each([
	['data_mail', 'ada@example.com'],
	['data_id', 'customer-815'],
])(
	'of two items that delete one end-user by its %s the second finds nobody',
	async (field, value) => {
		const [first] = sandbox.createUsers(1);
		sandbox.run(`UPDATE users SET ${field} = ?`, value);
		const twice = { userId: by(field, value), ifNotFound: 'returnNothing' };
		sandbox.requests.length = 0;
		const deleted = await run('endUser.delete', twice, [{}, {}]);
		expect(deleted).toMatchObject([{ deleted: true, user_id: first }]);
		expect(sandbox.requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
	},
);

test.each([
	['data_mail', 'ada@example.com', 'email address'],
	['data_id', 'customer-815', 'own ID'],
])(
	'the second of two items that delete one end-user by its %s says why nobody is found, and how to go on',
	async (field, value, label) => {
		sandbox.createUsers(1);
		sandbox.run(`UPDATE users SET ${field} = ?`, value);
		await expect(
			run('endUser.delete', { userId: by(field, value) }, [{}, {}]),
		).rejects.toMatchObject({
			message: `No end-user has the ${label} '${value}'`,
			description:
				"An earlier item has deleted the end-user, or given it another value. To go on without it, choose 'Return Nothing' in 'If Not Found'. This item changed nothing.<br>Items by their number. Succeeded: 0. Not succeeded: 1.",
		});
	},
);
