// End-User Changed: which fields fire, and what is no change.
import { expect, test } from 'vitest';
import { begun, ownSandboxInEachTest, sandbox } from './n8n.mts';

ownSandboxInEachTest();

const set = (field: string, value: string | number | null) =>
	sandbox.run(`UPDATE users SET ${field} = ?`, value);

const person = {
	data_mail: 'ann@example.com',
	data_name: 'ann',
	data_full_name: 'Ann Lee',
	segments: ['beta', 'pro'],
	data: { plan: 'pro', size: { seats: 5, offices: 1 } },
};

test.each([
	['data', '{"plan":"free","size":{"seats":5,"offices":1}}'],
	['data', '{"plan":[{"toString":1},[2,3]]}'],
	['data_full_name', 'Ann Kim'],
	['data_mail', 'ann@example.org'],
	['data_name', 'annie'],
	['segments', '["beta"]'],
])('fires once for %s, and names it', async (field, value) => {
	const [id] = sandbox.createUsers(1, person);
	const trigger = await begun(sandbox, 'endUserChanged');
	set(field, value);
	expect(await trigger.poll()).toMatchObject([
		{ event: 'endUserChanged', user_id: id, changedFields: [field] },
	]);
	expect(await trigger.poll()).toEqual([]);
});

test.each([
	['data', '{"size":{"offices":1,"seats":5},"plan":"pro"}'],
	['segments', '["pro","beta"]'],
	['stats_satisfaction', 3],
	['weight', 5],
	['updated', '2099-01-01 00:00:00'],
])('does not fire for %s that says %s', async (field, value) => {
	sandbox.createUsers(1, person);
	const trigger = await begun(sandbox, 'endUserChanged');
	set(field, value);
	expect(await trigger.poll()).toEqual([]);
});

test.each([
	['data', '{}', '[]'],
	['data', '[]', 'null'],
	['data', '{"seats":1}', '{"seats":"1"}'],
	['data', '[{"toString":1},[1,2],{"valueOf":[]}]', '[{"valueOf":null},{"toString":"1"},[2,1]]'],
	['segments', '[]', 'null'],
	['data', '{"plan":""}', '{"plan":null}'],
	['data', '{"plan":null,"seats":1}', '{"seats":1}'],
	['data', '{"seats":1}', '{"plan":null,"seats":1}'],
	['data', '{"plan":null}', '{}'],
	['data', '{"plan":{"name":null,"tags":[]}}', 'null'],
	['data', '{"of":[{"name":"a","size":null}]}', '{"of":[{"name":"a"}]}'],
])('does not fire where %s says %j in another form: %j', async (field, before, now) => {
	sandbox.createUsers(1, person);
	set(field, before);
	const trigger = await begun(sandbox, 'endUserChanged');
	set(field, now);
	expect(await trigger.poll()).toEqual([]);
});

test('changes come in the order in which they were made', async () => {
	const [first, second] = sandbox.createUsers(2, person);
	const trigger = await begun(sandbox, 'endUserChanged');
	set('data_name', 'annie');
	sandbox.run("UPDATE users SET updated = '2099-01-0' || (3 - user_id + ?) || ' 00:00:00'", first);
	expect((await trigger.poll()).map(({ user_id: id }) => id)).toEqual([second, first]);
});

test('a new end-user is no change, and fires when it changes later', async () => {
	const trigger = await begun(sandbox, 'endUserChanged');
	const [id] = sandbox.createUsers(1, person);
	expect(await trigger.poll()).toEqual([]);
	set('data_name', 'annie');
	expect(await trigger.poll()).toMatchObject([{ user_id: id, changedFields: ['data_name'] }]);
});
