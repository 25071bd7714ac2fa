// A filter that a service may not keep to: what comes out is looked at, whatever the service sends.
import { expect, test } from 'vitest';
import { ask, ids, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

test('changelog updates with the status Draft are drafts, also where the service ignores the filter', async () => {
	const [draft, published] = sandbox.createUpdates(2);
	await ask('PUT', `/v1/update/${draft}`, { draft: true });
	await ask('PUT', `/v1/update/${published}`, { draft: false });
	sandbox.settings.ignoredParameters = ['status'];
	const filters = { status: 'draft' };
	const found = await run('changelogUpdate.getAll', { filters });
	expect(ids(found, 'changelog_id')).toEqual([draft]);
});

test('changelog updates that do not say their status are listed under the one that was asked for', async () => {
	const items = { 7: { changelog_id: 7, title: 'News' } };
	const value = { status: 'success', data: { items, has_more: false } };
	sandbox.fault({ action: { type: 'json', value } });
	const filters = { status: 'published' };
	const found = await run('changelogUpdate.getAll', { filters });
	expect(ids(found, 'changelog_id')).toEqual([7]);
});
