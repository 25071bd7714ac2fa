// A Get that may return nothing.
import { describe, expect, test } from 'vitest';
import { operations } from '../../contract/nodes.mts';
import { by, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

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
