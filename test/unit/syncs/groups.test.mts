import { describe, expect, test } from 'vitest';
import { ask, asked, by, ids, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

describe('a service that does not offer to read groups', () => {
	test('is given as a possible reason where a group is not found, and as the reason where it says so', async () => {
		const one = async () => await run('group.get', { groupId: by('id', 99) });
		await expect(one()).rejects.toMatchObject({
			message: 'No group with ID 99 in this workspace',
			description: expect.stringContaining('this service does not offer it'),
		});
		sandbox.settings.undocumentedLists = 405;
		await expect(one()).rejects.toThrow("The service does not offer to run 'Get group' (HTTP 405)");
	});
});

describe('a group whose ID is taken', () => {
	const create = async (ids: string[], parameters: Record<string, unknown> = {}) =>
		await run(
			'group.create',
			{
				id: (_: unknown, index: number) => ids[index],
				ifGroupExists: 'returnExisting',
				...parameters,
			},
			ids.map(() => ({})),
		);

	test('is returned as it is, so that the same job can run twice', async () => {
		const first = await create(['acme', 'globex']);
		expect(ids(first, 'existed')).toEqual([false, false]);
		const second = await create(['acme', 'globex', 'initech']);
		expect(ids(second, 'existed')).toEqual([true, true, false]);
		expect(ids(second, 'group_id').slice(0, 2)).toEqual(ids(first, 'group_id'));
		expect(sandbox.rows('SELECT 1 FROM groups')).toHaveLength(3);
		expect(asked().filter((one) => one.startsWith('GET'))).toEqual(['GET /v2/groups']);
	});

	test('is taken, sent and returned without the blanks around it', async () => {
		await create(['acme']);
		const found = await create([' acme ']);
		expect(found).toMatchObject([{ data_id: 'acme', existed: true }]);
	});

	test('is returned also if an item before it in the same run created it', async () => {
		await ask('POST', '/v2/groups', { id: 'old' });
		const [, made, again] = await create(['old', 'acme', 'acme']);
		expect(again).toEqual({ ...made, existed: true });
	});

	test.each(['resetAfter', 'resetBefore'] as const)(
		'did not exist before if the answer to its own create was lost: %s',
		async (type) => {
			sandbox.fault({ method: 'POST', path: '/v2/groups', action: { type } });
			expect(await create(['acme'])).toMatchObject([{ data_id: 'acme', existed: false }]);
			expect(await create(['acme'])).toMatchObject([{ data_id: 'acme', existed: true }]);
		},
	);

	test('is returned with that ID alone if the list is not offered', async () => {
		await ask('POST', '/v2/groups', { id: 'acme' });
		sandbox.settings.undocumentedLists = 404;
		expect(await create(['acme'])).toEqual([{ data_id: 'acme', existed: true }]);
	});

	test('fails if the list cannot be read for another reason', async () => {
		await ask('POST', '/v2/groups', { id: 'acme' });
		sandbox.fault({ method: 'GET', path: '/v2/groups', action: { type: 'forbidden' } });
		await expect(create(['acme'])).rejects.toThrow('The API key is not allowed to');
	});
});
