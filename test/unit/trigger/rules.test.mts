// What each event makes of a record by itself: what is kept, what is told, and what is said of it.
import { describe, expect, test } from 'vitest';
import { events, type EventSettings, type Rule } from '../../../nodes/FeedbackTrigger/events';
import { countOf, isWhole, lookedInto } from '../../../nodes/FeedbackTrigger/events/comments';
import { toItem } from '../../../nodes/FeedbackTrigger/items';
import { count, fields } from '../../../nodes/FeedbackTrigger/prints';
import type { DataRecord } from '../../../nodes/shared/service/records';

const eventOf = (value: string) => events.find(({ option }) => option.value === value)!;

/** The rule of an event under these settings, by their names: collections and parameters that stand alone. */
function ruleOf(event: string, settings: Record<string, unknown> = {}, filters = {}): Rule {
	const given: EventSettings = {
		filters,
		collection: (name) => (settings[name] ?? {}) as Record<string, unknown>,
		value: (name, otherwise) => settings[name] ?? otherwise,
	};
	return eventOf(event).rule(given);
}

/** Whether the change of a record is told; of one that was never seen, whether its first sight is. */
function told(rule: Rule, record: DataRecord, former?: DataRecord): boolean {
	const print = rule.keeps?.of(record) ?? '';
	const before = former && rule.keeps?.of(former);
	return rule.isTold?.({ record, print, ...(before !== undefined && { before }) }) !== false;
}

/** What an item says of the change of a record beside the record. */
function said(rule: Rule, record: DataRecord, former?: DataRecord): DataRecord | undefined {
	const print = rule.keeps?.of(record) ?? '';
	const before = former && rule.keeps?.of(former);
	const names = [former ?? {}, record].flatMap((one) => rule.keeps?.names(one) ?? []);
	return rule.says?.({ record, print, before }, names);
}

describe('prints of fields', () => {
	const keeps = fields(['status', 'title'], { named: ['status'] });
	const before = keeps.of({ status: 'open', title: 'One' });

	test.each<[string, DataRecord, string[]]>([
		['the same', { status: 'open', title: 'One' }, []],
		['another status', { status: 'done', title: 'One' }, ['status']],
		['another title', { status: 'open', title: 'Two' }, ['title']],
		['both', { status: 'done', title: 'Two' }, ['status', 'title']],
		['no title', { status: 'open' }, ['title']],
	])('%s', (_what, record, changed) =>
		expect(keeps.changed(before, keeps.of(record))).toEqual(changed),
	);

	test('what is not said is as null', () => {
		expect(keeps.of({ status: 'open' })).toBe(keeps.of({ status: 'open', title: null }));
	});

	test('tell what a field was, of those that are kept', () => {
		expect(keeps.had(before, 'status', 'open')).toBe(true);
		expect(keeps.had(before, 'status', 'done')).toBe(false);
		expect(keeps.had(before, 'title', 'One')).toBe(true);
		expect(keeps.had(before, 'votes', undefined)).toBe(false);
		expect(keeps.had(before, 'votes', null)).toBe(false);
	});

	test('tell values again by the names that are kept, of the fields that have few', () => {
		expect(keeps.names({ status: 'open', title: 'One' })).toEqual(['open']);
		expect(keeps.names({ status: 7, title: 'One' })).toEqual([]);
		expect(keeps.names({ status: 'x'.repeat(64) })).toEqual(['x'.repeat(64)]);
		expect(keeps.names({ status: 'x'.repeat(65) })).toEqual([]);
		expect(keeps.values(before, ['done', 'open', 'One'])).toEqual({ status: 'open' });
		expect(keeps.values(before, ['done'])).toEqual({});
	});

	test('take as much room as they are given', () => {
		expect(keeps.longest).toBe(120_000);
		expect(fields([], { longest: 5 }).longest).toBe(5);
	});
});

describe('prints of a number', () => {
	const keeps = count('votes');

	test.each<[unknown, string]>([
		[0, '0'],
		[35, 'z'],
		['36', '10'],
		[' 36 ', '10'],
		[-36, '-10'],
		[Number.MAX_SAFE_INTEGER, '2gosa7pa2gv'],
		[Number.MAX_SAFE_INTEGER + 1, ''],
		[1.5, ''],
		['', ''],
		[' ', ''],
		['many', ''],
		[null, ''],
		[true, ''],
		[[5], ''],
		[undefined, ''],
	])('%j', (votes, print) => expect(keeps.of({ votes })).toBe(print));

	test.each([
		['a', 'b', ['votes']],
		['a', 'a', []],
		['', 'a', []],
		['a', '', []],
	])('from %j to %j', (before, after, changed) =>
		expect(keeps.changed(before, after)).toEqual(changed),
	);

	test('tell the number again, and need no names for it', () => {
		expect(keeps.values('z', [])).toEqual({ votes: 35 });
		expect(keeps.values('', [])).toEqual({});
		expect(keeps.names({ votes: '5' })).toEqual([]);
		expect(keeps.had('z', 'votes', 35)).toBe(true);
		expect(keeps.had('z', 'votes', '35')).toBe(true);
		expect(keeps.had('z', 'votes', 34)).toBe(false);
		expect(keeps.had('z', 'status', 35)).toBe(false);
		expect(keeps.longest).toBe(120_000);
	});
});

describe('New Comment', () => {
	const { keeps, ...rule } = ruleOf('newComment');

	test.each<[string | undefined, number, boolean]>([
		[undefined, 0, true],
		['0', 0, true],
		['a', 10, false],
		['a_', 10, true],
		['', 0, false],
	])('a post remembered as %j had %i comments, all of them remembered: %s', (print, had, all) => {
		expect(countOf(print)).toBe(had);
		expect(isWhole(print)).toBe(all);
	});

	test('a post that was looked into keeps that all of it is remembered, until its number changes', () => {
		expect(lookedInto('a', true)).toBe('a_');
		expect(lookedInto('a', false)).toBe('a');
		expect(keeps!.after!('a_', 'a')).toBe('a_');
		expect(keeps!.after!('a', 'a')).toBe('a');
		expect(keeps!.after!('a_', 'b')).toBe('b');
	});

	test('whether all is remembered changes nothing of what the number is', () => {
		expect(keeps!.changed('a_', 'a')).toEqual([]);
		expect(keeps!.changed('a', 'a_')).toEqual([]);
		expect(keeps!.changed('a_', 'b')).toEqual(['total_comments']);
		expect(keeps!.had('a_', 'total_comments', 10)).toBe(true);
		expect(keeps!.had('a_', 'total_comments', 11)).toBe(false);
		expect(keeps!.values('a_', [])).toEqual({ total_comments: 10 });
	});

	test.each<[string, string, string | undefined, boolean]>([
		['more', 'b', 'a', true],
		['fewer', '9', 'a', false],
		['fewer, where all were remembered', '9', 'a_', true],
		['as many, never seen', '0', undefined, false],
		['some, never seen', '1', undefined, true],
	])('%s', (_what, print, before, isTold) => {
		const change = { record: {}, print, ...(before !== undefined && { before }) };
		expect(rule.isTold!(change)).toBe(isTold);
	});

	test.each<[unknown, unknown, boolean]>([
		['7', 7, true],
		[7, '7', true],
		['7', 8, false],
	])('of post %j, a record of post %j is watched: %s', (post, id, watched) => {
		const one = ruleOf('newComment', { commentFilters: { post } });
		expect(one.isWatched!({ feedback_id: id })).toBe(watched);
		expect(one.scope).toEqual({ post: String(post) });
	});

	test('of all posts alike, with replies or without', () => {
		expect(rule).toMatchObject({ comments: { withReplies: true }, tellsFirst: true });
		expect('isWatched' in rule || 'scope' in rule).toBe(false);
		expect(ruleOf('newComment', { commentFilters: { replies: false } }).comments).toEqual({
			withReplies: false,
		});
		expect(ruleOf('newComment', { commentFilters: { replies: true } }).comments).toEqual({
			withReplies: true,
		});
	});
});

describe('Post Reached Votes', () => {
	test.each<[string, Record<string, unknown>, DataRecord, boolean]>([
		['10 where nothing is set', {}, { total_sum: 10 }, true],
		['fewer', {}, { total_sum: 9 }, false],
		['as text', { votes: '3' }, { total_sum: '3' }, true],
		['0', { votes: 0 }, { total_sum: 0 }, true],
		['less than none', { votes: -2 }, { total_sum: -3 }, false],
		['no number of votes', {}, {}, false],
		['up votes, of which there are enough', { votesCounted: 'total_up' }, { total_up: 10 }, true],
		[
			'up votes, of which there are too few',
			{ votesCounted: 'total_up' },
			{ total_sum: 10 },
			false,
		],
	])('%s', (_what, settings, record, isTold) => {
		const rule = ruleOf('postReachedVotes', settings);
		expect(told(rule, record)).toBe(isTold);
		expect(rule.keeps!.of(record)).toBe(isTold ? '1' : '0');
		const counted = String(settings.votesCounted ?? 'total_sum');
		expect(rule.says!({ record, print: '' }, [])).toEqual({ votes: record[counted] });
		expect(rule.scope).toEqual({ [counted]: Number(settings.votes ?? 10) });
	});

	test('once for each post, also where votes go down and up again', () => {
		const { keeps, tellsFirst } = ruleOf('postReachedVotes');
		expect(tellsFirst).toBe(true);
		expect(keeps!.changed('0', '1')).toEqual(['total_sum']);
		for (const [before, after] of ['00', '10', '11']) {
			expect(keeps!.changed(before, after)).toEqual([]);
		}
		expect(keeps!.after!('1', '0')).toBe('1');
		expect(keeps!.after!('0', '0')).toBe('0');
		expect(keeps!.after!('0', '1')).toBe('1');
		expect(keeps!.had('1', 'total_sum', 1)).toBe(false);
		expect(keeps!.values('1', [])).toEqual({});
	});

	test.each(['', null, 'ten', {}])('%j is no number of votes', (votes) => {
		expect(() =>
			eventOf('postReachedVotes').rule({
				filters: {},
				collection: () => ({}),
				value: (name, otherwise) => (name === 'votes' ? votes : otherwise),
			}),
		).toThrow("'Votes to Reach' is not a number");
	});
});

describe('Post Votes Changed', () => {
	test.each(['total_sum', 'total_up'])('of %s', (counted) => {
		const rule = ruleOf('postVotesChanged', { votesCounted: counted });
		expect(rule).toMatchObject({ tellsFirst: false, scope: { counted } });
		expect(said(rule, { [counted]: 7 }, { [counted]: 5 })).toEqual({ from: 5, to: 7 });
		expect(said(rule, { [counted]: 7 })).toEqual({ from: undefined, to: 7 });
	});
});

describe('Post Status Changed', () => {
	const change = [{ status: 'done' }, { status: 'open' }] as const;

	test.each<[string, Record<string, unknown>, boolean]>([
		['any', {}, true],
		['from it', { from: 'open' }, true],
		['from another', { from: 'planned' }, false],
		['from all', { from: 'all' }, true],
		['to it', { to: 'done' }, true],
		['to another', { to: 'open' }, false],
		['to all', { to: 'all' }, true],
		['from it to another', { from: 'open', to: 'planned' }, false],
		['from it to it', { from: 'open', to: 'done' }, true],
	])('%s', (_what, statusFilters, isTold) => {
		const rule = ruleOf('postStatusChanged', { statusFilters });
		expect(rule.tellsFirst).toBe(false);
		expect(told(rule, ...change)).toBe(isTold);
		expect(said(rule, ...change)).toEqual({ from: 'open', to: 'done' });
	});

	test('what was never seen was in no status', () => {
		expect(told(ruleOf('postStatusChanged', { statusFilters: { from: 'open' } }), change[0])).toBe(
			false,
		);
	});
});

describe.each([
	['postChanged', ['status', 'title', 'type', 'description'], ['status', 'type'], 240_000],
	['changelogUpdateChanged', ['title', 'description', 'type', 'created'], ['type'], 120_000],
] as const)('%s', (event, watchedFields, named, longest) => {
	const record = Object.fromEntries(watchedFields.map((field) => [field, 'before']));

	test.each(watchedFields)('another %s', (field) => {
		const rule = ruleOf(event);
		const changed = { ...record, [field]: 'after' };
		expect(rule.tellsFirst).toBe(false);
		expect(rule.keeps!.longest).toBe(longest);
		expect(told(rule, changed, record)).toBe(true);
		expect(said(rule, changed, record)).toEqual({
			changedFields: [field],
			formerValues: (named as readonly string[]).includes(field) ? { [field]: 'before' } : {},
		});
	});

	test('nothing else of it', () => {
		expect(told(ruleOf(event), { ...record, total_sum: 7 }, record)).toBe(false);
	});
});

test.each<[string, unknown, boolean]>([
	['the chosen one', ['title'], false],
	['both', ['title', 'status'], true],
	['all, where none is chosen', [], true],
])('Post Changed, Fields to Watch: %s', (_what, fieldsToWatch, isTold) => {
	const rule = ruleOf('postChanged', { fieldsToWatch });
	expect(told(rule, { status: 'done' }, { status: 'open' })).toBe(isTold);
	expect(said(rule, { status: 'done', title: 'B' }, { status: 'open', title: 'A' })).toMatchObject({
		changedFields: isTold ? ['status', 'title'] : ['title'],
		formerValues: isTold ? { status: 'open' } : {},
	});
});

test.each(['newChangelogUpdate', 'changelogUpdateChanged'])(
	'%s watches updates under the status that is asked for',
	(event) => {
		const [draft, published] = [{ draft: true }, { draft: false, scheduled: false }];
		for (const [status, watched, other] of [
			['draft', draft, published],
			['published', published, draft],
		] as const) {
			const { isWatched } = ruleOf(event, {}, { status });
			expect(isWatched!(watched)).toBe(true);
			expect(isWatched!(other)).toBe(false);
		}
	},
);

describe('New NPS Response', () => {
	test.each<[string, Record<string, unknown>, number[]]>([
		['all', {}, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
		['detractors', { group: 'detractor' }, [0, 1, 2, 3, 4, 5, 6]],
		['passives', { group: 'passive' }, [7, 8]],
		['promoters', { group: 'promoter' }, [9, 10]],
		['from 3', { lowest: 3 }, [3, 4, 5, 6, 7, 8, 9, 10]],
		['to 3', { highest: 3 }, [0, 1, 2, 3]],
		['detractors from 4', { group: 'detractor', lowest: 4 }, [4, 5, 6]],
		[
			'detractors to 8, which changes nothing',
			{ group: 'detractor', highest: 8 },
			[0, 1, 2, 3, 4, 5, 6],
		],
		['as text', { lowest: '9', highest: '9' }, [9]],
	])('%s', (_what, npsFilters, votes) => {
		const rule = ruleOf('newNpsResponse', { npsFilters });
		const all = Array.from({ length: 11 }, (_, vote) => vote);
		expect(all.filter((vote) => told(rule, { vote }))).toEqual(votes);
		expect(told(rule, {})).toBe(true);
		expect(told(rule, { vote: '5' })).toBe(true);
		expect(rule.keeps).toBeUndefined();
	});

	test('changed answers where they are asked for', () => {
		const rule = ruleOf('newNpsResponse', {
			options: { changedAnswers: true },
			npsFilters: { group: 'promoter' },
		});
		expect(rule).toMatchObject({ tellsFirst: true, scope: { changedAnswers: true } });
		expect(told(rule, { vote: 9 }, { vote: 3 })).toBe(true);
		expect(told(rule, { vote: 3 }, { vote: 9 })).toBe(false);
		expect(said(rule, { vote: 9 }, { vote: 3 })).toEqual({ from: 3, to: 9 });
	});
});

test('New Document Version tells the first, and another one with what it was', () => {
	const rule = ruleOf('newDocumentVersion');
	expect(rule.tellsFirst).toBe(true);
	expect(said(rule, { current_version: 3 }, { current_version: 2 })).toEqual({ from: 2, to: 3 });
});

test.each(['newPost', 'newEndUser', 'newChangelogUpdate'])(
	'%s tells the first and keeps no print',
	(event) => {
		expect(ruleOf(event)).toMatchObject({ tellsFirst: true });
		expect(ruleOf(event).keeps).toBeUndefined();
	},
);

describe('an item', () => {
	const record = { feedback_id: 7, title: 'Dark mode', status: 'done', description_html: '<p/>' };

	test.each<[string, string, string | undefined, object]>([
		['of a new thing', 'newPost', undefined, { eventId: 'newPost:7' }],
		[
			'of a thing that changed',
			'postStatusChanged',
			'AAA',
			{ eventId: 'postStatusChanged:7:BBB', to: 'done' },
		],
		[
			'of a thing that is news when it is first seen',
			'postStatusChanged',
			undefined,
			{ eventId: 'postStatusChanged:7' },
		],
		['of a thing that keeps nothing', 'newPost', '', { eventId: 'newPost:7' }],
	])('%s', (_what, event, before, json) => {
		const [watched, news] = [
			{ event: eventOf(event), rule: ruleOf(event) },
			{ id: '7', print: 'BBB', record, ...(before !== undefined && { before }) },
		];
		expect(toItem(watched, news, false).json).toMatchObject({ event, ...json, ...record });
		expect('description_html' in toItem(watched, news, true).json).toBe(false);
	});
});
