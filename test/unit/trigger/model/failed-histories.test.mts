// Histories that the model test once found, as fast-check shrank them. Each is called by what went wrong at that time.
import { test } from 'vitest';
import type { Change, History, Poll, Step } from './history.mts';
import { play } from './playing.mts';
import { ownTimeAndChanceInEachTest, time } from '../../own-time.mts';

ownTimeAndChanceInEachTest();

const usual: History = {
	perPage: 2,
	pageBase: 0,
	hasMore: false,
	itemsAsArray: false,
	numericIds: false,
	product: 7,
	endsInRepeats: false,
	ids: 'short',
	before: 0,
	watched: [],
	durable: false,
	comments: 'newest first',
	minutes: 1,
	steps: [],
};

// What happens in the workspace. A post is named by its place among those there are.
const create = (count: number, sameSecond = false): Change => ({ do: 'create', count, sameSecond });
const remove = (at: number): Change => ({ do: 'delete', at });
const edit = (at: number): Change => ({ do: 'edit', at });
const hide = (at: number): Change => ({ do: 'hide', at });
const show = (at: number): Change => ({ do: 'show', at });
const comment = (at: number): Change => ({ do: 'comment', at, count: 1 });
const vote = (at: number, by = 1): Change => ({ do: 'vote', at, by });
const merge = (at: number, into: number): Change => ({ do: 'merge', at, into });
const backdate: Change = { do: 'backdate', bySeconds: 1 };

// Polls, and what goes on meanwhile.
const poll = (more: Partial<Poll> = {}): Poll => ({
	do: 'poll',
	during: [],
	msPerRequest: 0,
	overlapping: false,
	...more,
});
const beforeRequest = (request: number, change: Change) => ({ request, change });
const refusedAt = (request: number) => ({ fault: { request, how: 'unauthorized' as const } });
const twice = { overlapping: true };

const histories: ReadonlyArray<
	[whatWentWrong: string, settings: Partial<History>, ...steps: Step[]]
> = [
	[
		'a page right below the known end that is never answered hid all below it, and no poll said so',
		{ perPage: 3, pageBase: 1, watched: ['people'], durable: true },
		create(7),
		poll({ quota: 2 }),
		{ do: 'break', what: 'page', at: 19, status: 0 },
	],
	[
		'a page below the known end that failed once had no turn as long as the one above it failed',
		{ before: 1, durable: true, comments: 'oldest first', minutes: 5 },
		poll({ minutes: 1, msPerRequest: 20_000 }),
		poll({ msPerRequest: 20_000 }),
		{ do: 'break', what: 'page', at: 4, status: 0 },
		poll({ during: [beforeRequest(1, create(4))], minutes: 1 }),
	],
	[
		'a page that failed once below one that is never answered had no turn after new settings',
		{ durable: true },
		{ do: 'break', what: 'page', at: 0, status: 0 },
		{ do: 'publish', what: 'deletions', poll: poll({ during: [beforeRequest(1, create(4))] }) },
		{ do: 'republish' },
		poll({ during: [beforeRequest(1, hide(0))] }),
		...[poll(), poll({ msPerRequest: 20_000 })],
		poll({ during: [beforeRequest(1, { do: 'enter', comments: 0 })] }),
	],
	[
		'a page that failed once had no turn as long as the comments of a post were never answered, in polls of an hour',
		{ perPage: 4, before: 2, watched: ['comments'], durable: true, minutes: 60 },
		{ do: 'break', what: 'comments', at: 9, status: 0 },
		{ do: 'comment', at: 7, count: 1 },
		{ do: 'republish' },
		create(3),
		{ do: 'publish', what: 'filter', poll: poll({ fault: { request: 2, how: 'cut off' } }) },
	],
	[
		'comments that failed once had no turn as long as a page was never answered',
		{
			before: 27,
			watched: ['comments'],
			comments: 'oldest first',
			endsInRepeats: true,
			minutes: 1440,
		},
		poll({ minutes: 1 }),
		{ do: 'break', what: 'page', at: 13, status: 0 },
		poll({ minutes: 43_200 }),
		poll({
			during: [beforeRequest(2, { do: 'comment', at: 17, count: 4 })],
			fault: { request: 5, how: 'unauthorized' },
			minutes: 60,
		}),
	],
	[
		'a new key lost what was new where the second page was empty by mistake and said that more follow',
		{ hasMore: true, product: undefined },
		poll({ during: [beforeRequest(1, create(1))] }),
		poll({ during: [beforeRequest(1, create(2))], quota: 0 }),
		{ do: 'key' },
		poll({ fault: { request: 2, how: 'an empty page' } }),
	],
	[
		'the comments of a post that are never answered kept those of all older posts from firing in polls of an hour',
		{ before: 3, watched: ['comments'], minutes: 60 },
		...[poll(), poll()],
		poll({
			during: [beforeRequest(1, { do: 'comment', at: 17, count: 3 }), beforeRequest(1, comment(0))],
			msPerRequest: 20_000,
		}),
		{ do: 'break', what: 'comments', at: 2, status: 0 },
	],
	[
		'what kept failing was said in the first poll after a publication, where only the log hears it',
		{ watched: ['people'] },
		poll({ fault: { request: 1, how: 'no answer' }, ...twice }),
		{ do: 'refuse', list: '/v1/users', polls: 1 },
		{ do: 'publish', what: 'filter', poll: poll() },
		{ do: 'refuse', list: '/v1/users', polls: 3 },
		...[poll(), poll(), poll()],
	],
	[
		'after a burst, polls of an hour read one page deeper each',
		{ perPage: 2, minutes: 60 },
		poll({ during: [beforeRequest(1, create(9)), beforeRequest(1, { do: 'revive', at: 0 })] }),
		{ do: 'enter', comments: 0 },
		poll({ during: [beforeRequest(1, create(2))], quota: 2 }),
		create(7),
	],
	[
		'a page of news inserted where page 0 and page 1 are the same looked like the end',
		{ perPage: 3, pageBase: 1 },
		create(1),
		poll({ during: [beforeRequest(1, create(3))], ...refusedAt(1) }),
		poll({ during: [beforeRequest(4, create(3))], ...twice }),
	],
	[
		'a change counted as a part of an unfinished baseline when the list lost its order',
		{ before: 10, watched: ['changes'] },
		poll({
			during: [beforeRequest(1, remove(0)), beforeRequest(1, create(1))],
			msPerRequest: 2_000,
		}),
		hide(16),
		poll({ msPerRequest: 2_000, ...twice }),
		{ do: 'shuffle' },
		show(6),
		backdate,
	],
	[
		'what two polls in a row left was a page too short where page 1 is page 0 again',
		{ pageBase: 1, watched: ['changes'] },
		poll({ during: [beforeRequest(1, backdate)] }),
		poll({ during: [beforeRequest(1, edit(0))] }),
		poll({ during: [beforeRequest(1, create(3))], ...refusedAt(1), quota: 6, ...twice }),
		poll({ during: [beforeRequest(1, create(4))], quota: 0 }),
		poll({ during: [beforeRequest(1, remove(8))], ...refusedAt(2) }),
	],
	[
		'of two polls at once, one reported as a change back what it had read before the other one',
		{ watched: ['votes'] },
		poll({
			during: [beforeRequest(1, create(1)), beforeRequest(1, comment(0))],
			fault: { request: 1, how: 'upgrade required' },
		}),
		poll({
			during: [beforeRequest(3, vote(0)), beforeRequest(1, comment(0))],
			fault: { request: 1, how: 'upgrade required' },
			...twice,
		}),
	],
	[
		'a comment came twice, as its post was merged into another one between their readings',
		{ before: 2, watched: ['comments'], durable: true },
		backdate,
		comment(11),
		backdate,
		poll({ during: [beforeRequest(1, edit(0)), beforeRequest(3, merge(14, 0))] }),
	],
	[
		'new posts below an older page that fails for ever never fired',
		{},
		poll(),
		{ do: 'break', what: 'page', at: 0, status: 403 },
		poll({ during: [beforeRequest(1, create(5))] }),
	],
	[
		'nothing below a second page that fails for ever was read, if a failure had cut off the pages below it',
		{ minutes: 1_440 },
		poll(),
		{ do: 'refuse', list: '/v1/posts', polls: 4 },
		{ do: 'watch', what: 'deletions' },
		...[poll(), poll(), poll()],
		poll({ during: [beforeRequest(1, create(1))] }),
		create(3),
		backdate,
		{ do: 'break', what: 'page', at: 0, status: 403 },
		poll({ fault: { request: 4, how: 'upgrade required' } }),
	],
	[
		'where many new posts came at once, the oldest pages were read one in a poll, with a poll each hour',
		{ before: 9, durable: true, minutes: 60 },
		poll({
			during: [create(7), backdate, { do: 'enter' as const, comments: 0 }].map((change) =>
				beforeRequest(1, change),
			),
		}),
	],
	[
		'a list that began empty was read no further than page 1, where that is page 0 again',
		{ pageBase: 1, hasMore: true, durable: true, minutes: 1_440 },
		create(4),
		{
			do: 'publish',
			what: 'people',
			poll: poll({
				during: [beforeRequest(1, remove(0))],
				fault: { request: 2, how: 'an empty page' },
			}),
		},
	],
	[
		'nothing below a second page that fails for ever was read, where page 1 is page 0 again',
		{ pageBase: 1 },
		{ do: 'watch', what: 'people' },
		poll(),
		poll({ during: [beforeRequest(1, create(1))] }),
		poll({
			during: [beforeRequest(1, { do: 'enter', comments: 0 }), beforeRequest(1, remove(0))],
		}),
		poll({ during: [beforeRequest(1, edit(0))] }),
		{ do: 'restore', back: 3 },
		{ do: 'break', what: 'page', at: 1, status: 403 },
		...[poll(), poll(twice)],
		create(4),
		poll({
			during: [beforeRequest(1, backdate), beforeRequest(1, vote(0))],
			fault: { request: 3, how: 'cut off' },
		}),
	],
	[
		'an older page was read a round later after an empty one, where page 1 is page 0 again',
		{ pageBase: 1, before: 2, watched: ['people'], durable: true },
		poll({
			during: [beforeRequest(3, create(2)), beforeRequest(1, remove(0))],
			fault: { request: 4, how: 'an empty page' },
		}),
		{ do: 'backdate', bySeconds: 2 },
	],
	[
		'older pages were never read again after an empty one, where page 1 is page 0 again',
		{ pageBase: 1, before: 2 },
		create(3),
		{ do: 'publish', what: 'deletions', poll: poll() },
		{
			do: 'publish',
			what: 'people',
			poll: poll({
				during: [beforeRequest(1, { do: 'backdate', bySeconds: 2 })],
				fault: { request: 4, how: 'an empty page' },
			}),
		},
	],
];

test.each(histories)('%s', async (_what, settings, ...steps) => {
	await play({ ...usual, ...settings, steps }, time);
});
