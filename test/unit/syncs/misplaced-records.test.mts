// New posts that a service lists below older ones: found by both orders, or as docs/nodes/common.md says.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { collect } from '../../../nodes/shared/client/walk';
import { narrowed } from '../../../nodes/shared/node/get-many';
import { postList } from '../../../nodes/shared/service/posts';
import { ok, scene } from '../client/scripted-transport.mts';
import { scriptedOperations } from '../operations/scripted-operations.mts';
import { minutesAgo } from './run-in-sandbox.mts';

const { run, service } = scriptedOperations();

/** Posts of this age in minutes and older, the newest first. */
const posts = (count: number, feedback_id: number, created: number, updated?: number) =>
	Array.from({ length: count }, (_, n) => ({
		feedback_id: feedback_id - n,
		created: minutesAgo(created + n),
		updated: updated === undefined ? '' : minutesAgo(updated + n),
	}));

const recent = posts(20, 500, 10);
const imported = posts(200, 1_000, 100_000);
const edited = [...posts(1, 10, 200_000, 90), ...posts(200, 400, 100_000, 95)];

const idsOf = (records: ReadonlyArray<{ feedback_id?: unknown }>) =>
	records.map(({ feedback_id }) => feedback_id).toSorted();

/** One page of what is listed. */
function pageOf(listed: readonly object[], query: URLSearchParams) {
	const [page, size] = ['page', 'per_page'].map((name) => Number(query.get(name)));
	const items = listed.slice(page * size, (page + 1) * size);
	return { items, has_more: (page + 1) * size < listed.length, page };
}

/** Answers with the posts in each order, and says which ones were asked for. */
function lists(orders: Readonly<Record<string, readonly object[]>>): string[] {
	const asked: string[] = [];
	service.answers(({ url }) => {
		const query = new URL(url, service.baseUrl).searchParams;
		asked.push(`${query.get('sort')} ${query.get('page')}`);
		return { data: pageOf(orders[query.get('sort')!], query) };
	});
	return asked;
}

test('sorted by their last change, and those without one last, new posts are found by their creation', async () => {
	const all = [...edited, ...recent];
	const asked = lists({ updated: all, new: [...recent, ...edited.slice(1), edited[0]] });
	const filters = { changedSince: minutesAgo(60) };
	const found = await run(Feedback, 'post.getAll', { returnAll: true, filters });
	expect(idsOf(found)).toEqual(idsOf(recent));
	expect(asked).toEqual(['updated 0', 'new 0', 'new 1']);
});

test('a list that was read to its end is not read in another order', async () => {
	const asked = lists({ updated: edited.slice(0, 50) });
	const filters = { changedSince: minutesAgo(60) };
	expect(await run(Feedback, 'post.getAll', { returnAll: true, filters })).toEqual([]);
	expect(asked).toEqual(['updated 0']);
});

test('a limit that is met by changed posts asks for nothing else', async () => {
	const asked = lists({ updated: [...posts(5, 900, 100_000, 5), ...edited] });
	const filters = { changedSince: minutesAgo(60) };
	expect(await run(Feedback, 'post.getAll', { limit: 5, filters })).toHaveLength(5);
	expect(asked).toEqual(['updated 0']);
});

test('sorted by ID, after an import of old posts, new posts are found oldest first', async () => {
	lists({ old: [...imported, ...recent].toReversed() });
	const found = await run(Feedback, 'post.getAll', {
		returnAll: true,
		filters: { createdSince: minutesAgo(60) },
		sorting: { sort: 'old' },
	});
	expect(idsOf(found)).toEqual(idsOf(recent));
});

const at = (minute: number) =>
	new Date(Date.UTC(2025, 0, 1) + minute * 60_000).toISOString().slice(0, 19).replace('T', ' ');

test('what was created or changed is complete and comes once, whichever posts have no last change', async () => {
	const drafts = fc.array(fc.record({ created: fc.nat(200), later: fc.option(fc.nat(100)) }), {
		maxLength: 60,
	});
	const sizes = fc.integer({ min: 1, max: 20 });
	await fc.assert(
		fc.asyncProperty(drafts, fc.nat(320), sizes, async (given, minute, size) => {
			const all = given.map(({ created, later }, feedback_id) => ({
				feedback_id,
				created: at(created),
				updated: later === null ? '' : at(created + later),
			}));
			const newest = (by: 'created' | 'updated') =>
				all.toSorted((a, b) => b[by].localeCompare(a[by]) || b.feedback_id - a.feedback_id);
			const { client } = scene(({ url }) => {
				const query = new URL(url).searchParams;
				query.set('per_page', String(size));
				return ok(pageOf(newest(query.get('sort') === 'new' ? 'created' : 'updated'), query));
			});
			const from = at(minute);
			const found = await collect(client, {
				list: postList,
				...narrowed(postList, [{ by: 'updated', from }]),
			});
			const wanted = all.filter(({ created, updated }) => (updated || created) >= from);
			expect(idsOf(found)).toEqual(idsOf(wanted));
		}),
		{ numRuns: 300 },
	);
});
