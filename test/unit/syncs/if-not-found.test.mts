// Find or else: a Get that may return nothing, and an end-user who is named by what another system gives.
import { describe, expect, test } from 'vitest';
import { operations } from '../../contract/nodes.mts';
import { ask, asked, by, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

const gets = operations.filter(({ operation }) => operation.option.value === 'get');

describe.each(gets)('$key', ({ key, operation }) => {
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

test('several with one email address are not nothing', async () => {
	sandbox.createUsers(2);
	sandbox.run('UPDATE users SET data_mail = ?', 'twin@example.com');
	const parameters = { userId: by('data_mail', 'twin@example.com'), ifNotFound: 'returnNothing' };
	await expect(run('endUser.get', parameters)).rejects.toThrow('2 end-users have');
});

test.each([
	['By ID', by('id', 'ada@example.com')],
	['From List', by('list', 'ada@example.com')],
])('an email address %s is looked up as one', async (_mode, user_id) => {
	const [ada] = sandbox.createUsers(1, { data_mail: 'ada@example.com' });
	const { feedback_id } = await ask('POST', '/v1/post', { title: 'Dark mode', type: 'idea' });
	await run('vote.upsert', { postId: by('id', feedback_id), user_id, vote: 1 });
	expect(asked().at(-1)).toBe(`POST /v1/post/${feedback_id}/vote`);
	expect(sandbox.requests.at(-1)).toMatchObject({ body: { vote: 1, user_id: ada } });
});
