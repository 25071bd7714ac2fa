import { describe, expect, test } from 'vitest';
import { ask, asked, by, ids, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

test('a service that does not offer to read groups is given as a possible reason where a group is not found, and as the reason where it says so', async () => {
	const one = async () => await run('group.get', { groupId: by('id', 99) });
	await expect(one()).rejects.toMatchObject({
		message: 'No group with ID 99 in this workspace',
		description: expect.stringContaining('this service does not offer it'),
	});
	sandbox.settings.undocumentedLists = 405;
	await expect(one()).rejects.toThrow("The service does not offer to run 'Get group' (HTTP 405)");
});

describe('a group whose ID is taken', () => {
	/** As `createGroups` of the sandbox makes them. */
	const own = (count: number) => Array.from({ length: count }, (_, n) => `account-${n + 1}`);
	const counted = () => {
		const counts: Record<string, number> = {};
		for (const one of asked()) counts[one] = (counts[one] ?? 0) + 1;
		return counts;
	};
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

	test.each(['resetAfter', 'resetBefore'] as const)(
		'did not exist before if the answer to its own create was lost: %s',
		async (type) => {
			sandbox.fault({ method: 'POST', path: '/v2/groups', action: { type } });
			expect(await create(['acme'])).toMatchObject([{ data_id: 'acme', existed: false }]);
			expect(await create(['acme'])).toMatchObject([{ data_id: 'acme', existed: true }]);
		},
	);

	test('is returned with that ID alone if the list is not offered, which is asked for once', async () => {
		sandbox.createGroups(40);
		sandbox.settings.undocumentedLists = 404;
		const found = await create(own(40));
		expect(found).toEqual(own(40).map((data_id) => ({ data_id, existed: true })));
		expect(counted()).toEqual({ 'GET /v2/groups': 1, 'POST /v2/groups': 40 });
	});

	test('takes no request of its own once the list is read', async () => {
		sandbox.createGroups(1_200);
		const found = await create([...own(1_200), 'new', 'ACCOUNT-7']);
		expect(found.map(({ data_id }) => data_id)).toEqual([...own(1_200), 'new', 'ACCOUNT-7']);
		expect(ids(found, 'existed').slice(-3)).toEqual([true, false, false]);
		// The first one is refused.
		expect(counted()['POST /v2/groups']).toBe(3);
		expect(asked().length).toBeLessThanOrEqual(22);
	});

	test('costs nothing while the list is empty', async () => {
		await create(own(40));
		expect(counted()).toEqual({ 'POST /v2/groups': 40 });
	});

	test('is found without reading the list again if this run has created it', async () => {
		await ask('POST', '/v2/groups', { id: 'old' });
		const twice = own(40).flatMap((id) => [id, id]);
		const found = await create(['old', ...twice]);
		expect(ids(found, 'data_id')).toEqual(['old', ...twice]);
		expect(ids(found, 'existed')).toEqual([true, ...twice.map((_, at) => at % 2 === 1)]);
		expect(counted()['GET /v2/groups']).toBe(1);
	});

	test('is returned also if another run has created it meanwhile', async () => {
		await ask('POST', '/v2/groups', { id: 'old' });
		const runs = [create(['old', ...own(100)]), create(['old', ...own(100)])];
		const [one, other] = await Promise.all(runs);
		expect(ids(one, 'group_id')).toEqual(ids(other, 'group_id'));
		expect(sandbox.rows('SELECT 1 FROM groups')).toHaveLength(101);
	});

	test('fails if the list cannot be read for another reason', async () => {
		await ask('POST', '/v2/groups', { id: 'acme' });
		sandbox.fault({ method: 'GET', path: '/v2/groups', action: { type: 'forbidden' } });
		await expect(create(['acme'])).rejects.toThrow('The API key is not allowed to');
	});
});
