// What is written into the data that n8n keeps for a trigger, and how it is read again.
import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { type Cursor, writeCursor } from '../../../nodes/FeedbackTrigger/cursor';
import { events, type Watched } from '../../../nodes/FeedbackTrigger/events';
import { ids, keepingOf } from '../../../nodes/FeedbackTrigger/keeping';
import { Memory, thisProcess } from '../../../nodes/FeedbackTrigger/memory';
import { Seen } from '../../../nodes/FeedbackTrigger/seen';

const settings = { filters: {}, collection: () => ({}), value: () => undefined };
const watchedOf = (value: string): Watched => {
	const event = events.find(({ option }) => option.value === value)!;
	const rule = event.rule(settings);
	return { event, rule, filters: {}, query: {}, scope: 'here', source: '', account: 'key' };
};
const newPost = watchedOf('newPost');
const newComment = watchedOf('newComment');
const newUpdate = watchedOf('newChangelogUpdate');

const seen = (...numbers: number[]) =>
	Seen.none(ids).with(numbers.map((id) => ({ id: String(id), print: '', at: '2026-01-01' })));

const cursor = (more: Partial<Cursor> = {}): Cursor => ({
	...{ scope: 'here', account: 'key', owed: [], depth: 1, seen: seen(1, 2) },
	...more,
});
const stored = (more: Partial<Cursor> = {}) => writeCursor(cursor(more)) as unknown as IDataObject;

/** What n8n keeps of a node, and of the workflow for all of its nodes. */
interface Kept {
	node?: IDataObject;
	global?: IDataObject;
	/** n8n's default engine notices changes of what it keeps; its durable one hands out copies. */
	isDurable?: boolean;
	isRegistration?: boolean;
}

function memoryOf({ node = {}, global = {}, isDurable = false, isRegistration = false }: Kept) {
	if (!isDurable) Object.defineProperty(node, '__dataChanged', { value: true });
	const context = {
		getWorkflowStaticData: (type: string) => (type === 'node' ? node : global),
		getNode: () => ({ id: 'node 1' }),
		getPollBudgetMs: () => (isRegistration ? 300_000 : 36_000),
	} as unknown as IPollFunctions;
	return { node, global, memory: new Memory(context), again: () => new Memory(context) };
}

const planned = (
	{ event }: Watched,
	more: { next?: Cursor; isBaseline?: boolean; isChange?: boolean } = {},
) => ({ event, next: cursor(), isBaseline: false, isChange: true, ...more });

describe('what is recalled', () => {
	test('nothing of an event of which nothing is stored', () => {
		const { memory } = memoryOf({});
		expect(memory.isEmpty).toBe(true);
		expect(memory.recall(newPost)).toBeUndefined();
		expect(memory.isGarbled(newPost.event)).toBe(false);
	});

	test('what was written', () => {
		const { memory } = memoryOf({ node: { newPost: stored({ depth: 7 }) } });
		expect(memory.isEmpty).toBe(false);
		expect(memory.recall(newPost)).toMatchObject({ scope: 'here', account: 'key', depth: 7 });
		expect(memory.recall(newPost)!.seen.printOf('2')).toBe('');
		expect(memory.recall(newPost)!.seen.printOf('3')).toBeUndefined();
		expect(memory.recall(newUpdate)).toBeUndefined();
	});

	test('nothing under other settings, though it is none the worse for it', () => {
		const { memory } = memoryOf({ node: { newPost: stored() } });
		expect(memory.recall(newPost)).toBeDefined();
		expect(memory.recall({ ...newPost, scope: 'there' })).toBeUndefined();
		expect(memory.recall(newPost)).toBeDefined();
		expect(memory.isGarbled(newPost.event)).toBe(false);
	});

	test.each<[string, unknown]>([
		['a text', 'seen'],
		['a number', 7],
		['nothing that is there', null],
		['another version', { ...stored(), v: 2 }],
		['a set of things that is none', { ...stored(), seen: 'x' }],
	])('%s is none of ours', (_what, value) => {
		const { memory } = memoryOf({ node: { newPost: value as IDataObject } });
		expect(memory.recall(newPost)).toBeUndefined();
		expect(memory.isGarbled(newPost.event)).toBe(true);
	});

	test('once for as long as it is not replaced', () => {
		const { memory, node, again } = memoryOf({ node: { newPost: stored() } });
		const first = memory.recall(newPost);
		expect(again().recall(newPost)).toBe(first);
		node.newPost = stored({ depth: 2 });
		expect(again().recall(newPost)).toMatchObject({ depth: 2 });
		// A long text that is the same is not read again.
		expect(again().recall(newPost)!.seen).toBe(first!.seen);
	});
});

describe('Re-Deliver After Crash', () => {
	const unconfirmed = (by: string, comments?: Seen) => ({ seen: seen(3), comments, by });

	test('what this process has handed over counts as delivered', () => {
		const node = { newPost: stored({ unconfirmed: unconfirmed(thisProcess) }) };
		const recalled = memoryOf({ node }).memory.recall(newPost)!;
		expect([1, 2, 3].map((id) => recalled.seen.printOf(String(id)))).toEqual(['', '', '']);
		expect('unconfirmed' in recalled || 'comments' in recalled).toBe(false);
	});

	test('what another one has handed over does not', () => {
		const node = { newPost: stored({ unconfirmed: unconfirmed('another') }) };
		const recalled = memoryOf({ node }).memory.recall(newPost)!;
		expect(recalled.seen.printOf('3')).toBeUndefined();
		expect(recalled.seen.printOf('2')).toBe('');
		expect('unconfirmed' in recalled).toBe(false);
	});

	test.each<[string, Seen | undefined, string[]]>([
		['beside those that are remembered', seen(8), ['8', '9']],
		['where none are', undefined, ['9']],
	])('comments too, %s', (_what, comments, remembered) => {
		const posts = Seen.none(keepingOf(newComment.rule));
		const of = { seen: posts, comments: seen(9), by: thisProcess };
		const node = { newComment: stored({ seen: posts, comments, unconfirmed: of }) };
		const recalled = memoryOf({ node }).memory.recall(newComment)!;
		const all = ['8', '9'].filter((id) => recalled.comments!.printOf(id) !== undefined);
		expect(all).toEqual(remembered);
	});
});

describe('whether it is another one', () => {
	test.each<[string, IDataObject | undefined, Partial<Cursor>, boolean]>([
		['than none', undefined, {}, true],
		['the same', stored(), {}, false],
		[
			'the same, with pages that are owed',
			stored({ owed: [{ from: 1 }] }),
			{ owed: [{ from: 1 }] },
			false,
		],
		['other pages', stored({ owed: [{ from: 1 }] }), { owed: [{ from: 2 }] }, true],
		['pages that are owed no longer', stored({ owed: [{ from: 1 }] }), {}, true],
		['pages that were not owed', stored(), { owed: [{ from: 1 }] }, true],
		['another depth', stored(), { depth: 2 }, true],
		['another thing', stored(), { seen: seen(1, 2, 3) }, true],
	])('%s', (_what, before, next, isOther) => {
		const node = before === undefined ? {} : { newPost: before };
		expect(memoryOf({ node }).memory.isChangedBy(newPost.event, cursor(next))).toBe(isOther);
	});
});

describe('what is stored', () => {
	test('what has changed, and only that', () => {
		const { memory, node } = memoryOf({ node: { newChangelogUpdate: 'as it was', other: 7 } });
		memory.store(
			[planned(newPost), planned(newUpdate, { isChange: false })],
			[newPost.event, newUpdate.event],
		);
		expect(node).toEqual({ newPost: stored(), newChangelogUpdate: 'as it was', other: 7 });
	});

	test('no event that is watched no longer', () => {
		const { memory, node } = memoryOf({ node: { newChangelogUpdate: stored(), other: 7 } });
		memory.store([], [newPost.event]);
		expect(node).toEqual({ other: 7 });
	});

	test('an event that is watched and was not read stays', () => {
		const { memory, node } = memoryOf({ node: { newPost: stored() } });
		memory.store([], [newPost.event]);
		expect(node).toEqual({ newPost: stored() });
	});

	test('what is not there is not taken out either, so that n8n need not save', () => {
		const deleted: PropertyKey[] = [];
		const node = new Proxy<IDataObject>(
			{},
			{ deleteProperty: (_target, name) => deleted.push(name) > 0 },
		);
		memoryOf({ node }).memory.store([], [newPost.event]);
		expect(deleted).toEqual([]);
	});
});

describe('durable cursors', () => {
	const baseline = planned(newPost, { isBaseline: true });
	const registered = (kept: Kept, ...plans: Array<ReturnType<typeof planned>>) => {
		const all = memoryOf({ ...kept, isDurable: true, isRegistration: true });
		all.memory.store(plans, [newPost.event, newUpdate.event]);
		return all.global;
	};
	const left = { 'node 1': { newPost: stored({ depth: 9 }), hint: 'taken 1' }, other: 7 };
	const copy = () => structuredClone(left) as IDataObject;

	test('a registration leaves its baselines, each time with another mark', () => {
		const [first, second] = [registered({}, baseline), registered({}, baseline)];
		expect(first).toEqual({ 'node 1': { newPost: stored(), hint: expect.any(String) } });
		const marks = [first, second].map((one) => (one['node 1'] as IDataObject).hint as string);
		expect(marks[0]).not.toBe(marks[1]);
		expect(marks[0]).toHaveLength(12);
	});

	test.each<[string, Kept, IDataObject]>([
		['that has none leaves nothing', {}, {}],
		['that has none takes away what was left', { global: copy() }, { other: 7 }],
	])('a registration %s', (_what, kept, expected) => {
		const global = registered(kept, planned(newPost));
		expect(global).toEqual(expected);
		expect(Object.keys(global)).toEqual(Object.keys(expected));
	});

	test('a registration does not go on from what was left', () => {
		const kept = { global: copy(), isDurable: true };
		expect(memoryOf({ ...kept, isRegistration: true }).memory.recall(newPost)).toBeUndefined();
		expect(memoryOf(kept).memory.recall(newPost)).toMatchObject({ depth: 9 });
	});

	test('the default engine does not go on from it, and leaves and takes nothing', () => {
		const { memory, global, node } = memoryOf({ global: copy() });
		expect(memory.recall(newPost)).toBeUndefined();
		memory.store([baseline], [newPost.event]);
		expect(global).toEqual(left);
		expect(node).toEqual({ newPost: stored() });
	});

	test('the first scheduled poll takes them, and says which', () => {
		const { memory, node, global } = memoryOf({ global: copy(), isDurable: true });
		memory.store([planned(newPost)], [newPost.event]);
		expect(node).toEqual({ newPost: stored(), hint: 'taken 1' });
		expect(global).toEqual({ other: 7 });
	});

	test('also those of events whose turn it was not', () => {
		const { memory, node } = memoryOf({ global: copy(), isDurable: true });
		memory.store([planned(newUpdate)], [newPost.event, newUpdate.event]);
		expect(node).toEqual({
			newPost: left['node 1'].newPost,
			newChangelogUpdate: stored(),
			hint: 'taken 1',
		});
	});

	test('none is taken twice', () => {
		const node = { newPost: stored({ depth: 3 }), hint: 'taken 1' };
		const kept = memoryOf({ node, global: copy(), isDurable: true });
		expect(kept.memory.recall(newPost)).toMatchObject({ depth: 3 });
		kept.memory.store([], [newPost.event]);
		expect(kept.node).toEqual({ newPost: stored({ depth: 3 }), hint: 'taken 1' });
		expect(kept.global).toEqual({ other: 7 });
	});

	test('where none were left, n8n has nothing to save of the data of the workflow', () => {
		const touched: PropertyKey[] = [];
		const global = new Proxy<IDataObject>(
			{ other: 7 },
			{
				set: (_target, name) => touched.push(name) > 0,
				deleteProperty: (_target, name) => touched.push(name) > 0,
			},
		);
		const { memory } = memoryOf({ global, isDurable: true });
		memory.store([planned(newPost, { isBaseline: true })], [newPost.event]);
		expect(touched).toEqual([]);
	});
});
