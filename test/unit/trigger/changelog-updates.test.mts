// New Changelog Update and Changelog Update Edited: drafts, scheduled updates, and filters that the service ignores.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { answering } from './listing.mts';
import { begun, ownSandboxInEachTest, sandbox, updateIds } from './n8n.mts';

ownSandboxInEachTest();

test('a draft fires when it is published, also long after it was created', async () => {
	const trigger = await begun(sandbox, 'newChangelogUpdate');
	const [draft] = sandbox.createUpdates(1, { status: 'draft', created: '2026-01-01 00:00:00' });
	const published = sandbox.createUpdates(40, { created: '2026-01-02 00:00:00' });
	expect(updateIds(await trigger.poll())).toEqual(published);
	for (let polls = 0; polls < 10; polls++) expect(await trigger.poll()).toEqual([]);
	sandbox.run('UPDATE updates SET draft = 0 WHERE changelog_id = ?', draft);
	expect(updateIds(await trigger.poll())).toEqual([draft]);
	expect(await trigger.poll()).toEqual([]);
});

describe('a service that ignores the filters', () => {
	/** A trigger that has begun, over updates that a test adds to. */
	const watched = async (changelogFilters: IDataObject) => {
		const items: IDataObject[] = [{ changelog_id: 10, created: '2026-01-01 00:00:09' }];
		const listing = answering(items);
		const trigger = await begun(listing, 'newChangelogUpdate', { changelogFilters });
		return { listing, items, poll: async () => updateIds(await trigger.now()) };
	};
	const later = '2099-01-01 00:00:00';
	const justNow = new Date(Date.now() - 60_000).toISOString().slice(0, 19).replace('T', ' ');

	test.each([
		['a draft does not fire', { draft: true }, []],
		['a scheduled one does not fire before its time', { scheduled: true, created: later }, []],
		[
			'a scheduled one fires when its time in UTC has just come',
			{ scheduled: true, created: justNow },
			[11],
		],
		['a scheduled one fires when its time has come', { scheduled: true, draft: false }, [11]],
		['one without these fields fires', {}, [11]],
		['one without a type does not fire', { type: undefined }, []],
		['one of another type does not fire', { type: 'news' }, []],
		['one of the type fires', { type: 'release' }, [11]],
	])('%s', async (_name, values, expected) => {
		const { items, poll } = await watched({ type: 'release' });
		const created = '2026-02-01 00:00:00';
		items.unshift({ changelog_id: 11, created, type: 'release', ...values });
		expect(await poll()).toEqual(expected);
	});

	test('no status stands for published', async () => {
		const { listing, items, poll } = await watched({});
		items.unshift({ changelog_id: 11, created: '2026-02-01 00:00:00', draft: true });
		items.unshift({ changelog_id: 12, created: '2026-02-01 00:00:01', draft: false });
		expect(await poll()).toEqual([12]);
		for (const query of listing.requests) expect(query.get('status')).toBe('published');
	});

	test('drafts and scheduled updates fire where they are watched', async () => {
		for (const status of ['draft', 'scheduled']) {
			const { items, poll } = await watched({ status });
			items.unshift({ changelog_id: 12, created: later, draft: false, scheduled: false });
			items.unshift({ changelog_id: 13, created: later, [status]: true });
			items.unshift({ changelog_id: 14, created: later });
			expect(await poll()).toEqual([13, 14]);
		}
	});
});

const change = (id: number, field: string, value: unknown) =>
	sandbox.run(`UPDATE updates SET ${field} = ? WHERE changelog_id = ?`, value, id);

test.each([
	['title', 'Another', {}],
	['description', 'More', {}],
	['type', 'fix', { type: 'new' }],
	['created', '2026-03-01 00:00:00', {}],
])('Changelog Update Edited fires for an edited %s', async (field, value, formerValues) => {
	const [update] = sandbox.createUpdates(3, { created: '2026-01-01 00:00:00' });
	const trigger = await begun(sandbox, 'changelogUpdateEdited');
	sandbox.createUpdates(1);
	expect(await trigger.poll()).toEqual([]);
	change(update, field, value);
	expect(await trigger.poll()).toMatchObject([
		{ changelog_id: update, changedFields: [field], formerValues },
	]);
	expect(await trigger.poll()).toEqual([]);
});

describe.each([
	['knows the filter', []],
	['ignores the filter', ['status']],
])('where the service %s by status', (_what, ignoredParameters) => {
	const draft = { draft: 1 };
	const published = { draft: 0 };
	const title = 'Another';
	const type = 'fix';

	test.each<[string, IDataObject, before: object, edited: object, republished: object, string[]?]>([
		['a title edited in a draft fires', {}, {}, { ...draft, title }, published, ['title']],
		['a type edited in a draft fires', {}, {}, { ...draft, type }, published, ['type']],
		['so does one that the filter wants', { type }, {}, { ...draft, type }, published, ['type']],
		[
			'so does one that the filter no longer wants',
			{ type: 'new' },
			{},
			{ ...draft, type },
			published,
			['type'],
		],
		[
			'so do a type and a title that change while it is published',
			{ type: 'new' },
			{},
			draft,
			{ ...published, type, title },
			['title', 'type'],
		],
		[
			'a type that is undone in the draft does not fire',
			{ type: 'new' },
			{},
			{ ...draft, type },
			{ ...published, type: 'new' },
		],
		['a draft that is published the first time does not fire', {}, draft, { title }, published],
	])('%s', async (_name, changelogFilters, before, edited, republished, changedFields) => {
		sandbox.settings.ignoredParameters = ignoredParameters;
		const [update] = sandbox.createUpdates(3, { type: 'new' });
		const edit = (values: object) =>
			Object.entries(values).forEach(([field, value]) => change(update, field, value));
		edit(before);
		const trigger = await begun(sandbox, 'changelogUpdateEdited', { changelogFilters });
		edit(edited);
		expect(await trigger.poll()).toEqual([]);
		edit(republished);
		const fired = (await trigger.poll()).map((item) => item.changedFields);
		expect(fired).toEqual(changedFields ? [changedFields] : []);
	});
});
