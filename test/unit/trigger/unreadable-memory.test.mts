// What is stored, and was not stored by this version of the trigger.
import type { IDataObject } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { ownTimeAndChanceInEachTest } from '../own-time.mts';
import { listed, slow } from './listing.mts';
import { begun, ids, ownSandboxInEachTest, sandbox, watching } from './n8n.mts';

ownSandboxInEachTest({ v1PerPage: 10 });

const stored = (text: unknown) => ({ names: [], texts: [], text });
const snapshot = stored('2026|15');
const valid = {
	v: 1,
	serial: 1,
	scope: 'x',
	keyFingerprint: 'abc',
	settings: '{}',
	snapshot,
	isComplete: true,
	batchId: 'abcd',
	depth: 0,
};
const withText = (text: unknown) => ({ ...valid, snapshot: stored(text) });
const known = { ...valid, snapshot: stored('') };
const foreign: unknown[] = [
	null,
	[valid],
	{ ...valid, v: 2 },
	{ ...valid, scope: 7 },
	{ ...valid, settings: {} },
	{ ...valid, snapshot: null },
	withText(['2026|15']),
	withText('x,'.repeat(600_000)),
	{ ...known, batchId: 7 },
	{ ...known, depth: -1 },
	{ ...known, backlog: { from: -1, to: 'x' } },
	{ ...known, backlog: { from: 1e300, to: 2 } },
	{ ...known, backlog: 'all' },
	{ ...known, comments: { posts: { a: 1 } } },
	{
		...known,
		comments: {
			since: '',
			isComplete: true,
			posts: [],
			read: stored(7),
			counts: stored(''),
		},
	},
	{ ...known, snapshot: { names: [], texts: [5], text: '' } },
	{ ...known, snapshot: { names: [], texts: ['x'.repeat(65)], text: '' } },
];

for (const memory of foreign) {
	test(`${JSON.stringify(memory).slice(0, 70)}: existing items are ignored, with a warning`, async () => {
		sandbox.createPosts(3);
		const trigger = watching(sandbox, { events: ['newPost'] });
		trigger.restart('init', { '/v1/posts': memory as IDataObject, other: 'kept' });
		expect(await trigger.poll()).toEqual([]);
		expect(trigger.logged).toEqual([
			expect.stringContaining('New Post starts and ignores existing items'),
		]);
		const created = sandbox.createPosts(1);
		expect(ids(await trigger.poll())).toEqual(created);
		expect(trigger.memory.other).toBe('kept');
	});
}

describe('what the trigger has stored', () => {
	ownTimeAndChanceInEachTest();

	test('can be read where the list has a million records', async () => {
		const trigger = await begun(listed(3));
		const { memory } = trigger;
		trigger.restart('init', { '/v1/posts': { ...memory['/v1/posts'], depth: 10_000 } });
		await trigger.poll();
		expect(trigger.logged).toEqual([]);
	});

	test('can be read with dates of any length, before the list was read to its end', async () => {
		const listing = listed(3, { perPage: 1 });
		for (const post of listing.posts.values())
			post.created = `2026-01-01 00:00:00 ${'(UTC) '.repeat(9)}`;
		slow(listing, 40_000);
		const trigger = await begun(listing);
		trigger.restart('init');
		await trigger.poll();
		expect(trigger.logged.filter((message) => message.includes('cannot be read'))).toEqual([]);
		expect(listing.requests.map((query) => query.get('page'))).not.toContain('2');
	});
});
