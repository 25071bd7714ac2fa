// What may happen to a workspace and to n8n, at random, for the model test.
import fc from 'fast-check';
import { commentOrders, idForms, type ListingSettings } from '../listing.mts';

/** What happens in the workspace; `at` picks one of the posts there are. */
export type Change =
	| { do: 'create'; count: number; sameSecond: boolean }
	| { do: 'backdate'; bySeconds: number }
	| { do: 'delete'; at: number }
	| { do: 'edit'; at: number }
	| { do: 'comment'; at: number; count: number }
	| { do: 'vote'; at: number; by: number }
	| { do: 'show'; at: number }
	| { do: 'hide'; at: number }
	/** One of the deleted posts comes back, with its comments. */
	| { do: 'revive'; at: number }
	/** The comments of one post go to another, and the post goes. */
	| { do: 'merge'; at: number; into: number }
	/** An end-user joins the watched segment: an old post comes into view, with old comments. */
	| { do: 'enter'; comments: number }
	| { do: 'join' }
	/** An end-user is deleted. */
	| { do: 'leave'; at: number }
	/** An end-user gets another name. */
	| { do: 'rename'; at: number };

/** A poll, and what goes on meanwhile. */
export interface Poll {
	do: 'poll';
	/** Minutes since the poll before; one without it. */
	minutes?: number;
	/** Changes right before a request, which is named by its number. */
	during: Array<{ request: number; change: Change }>;
	/** The request that fails, and how. */
	fault?: { request: number; how: Fault };
	/** The number of requests that are answered. All others get a 429. */
	quota?: number;
	msPerRequest: number;
	/** A second poll at the same time. */
	overlapping: boolean;
}

export type Step =
	| Change
	| Poll
	/** Other settings while a poll is under way. That poll goes on with the old ones. */
	| { do: 'publish'; what: 'filter' | Watched; poll: Poll }
	/** Brings back a memory that n8n had at some time, 0 is the present one, perhaps as another process of n8n. */
	| { do: 'restore'; back: number; inNewProcess?: boolean }
	/** Publishes in the same process. n8n hands back what it stored when something fired last. */
	| { do: 'republish' }
	/** The credential gets a new key of the same workspace. */
	| { do: 'key' }
	| { do: 'filter' }
	/** Adds events, or takes them away, and publishes. */
	| { do: 'watch'; what: Watched }
	/** For this number of polls a list answers 403. */
	| { do: 'refuse'; list: '/v1/posts' | '/v1/users'; polls: number }
	/** Until the end something beside the rest fails: the comments of a post, an older page of posts, or the list of end-users. */
	| { do: 'break'; what: 'comments' | 'page' | 'people'; at: number; status: BrokenStatus }
	| { do: 'shuffle' }
	| { do: 'clock'; days: number };

/** What is broken is refused, or never answered: 0. */
export type BrokenStatus = 0 | 403 | 500;

/** Events beside New Post. */
export const WATCHED = {
	changes: ['postChanged'],
	comments: ['newComment'],
	deletions: ['endUserDeleted', 'postDeleted'],
	votes: [
		'postGainingTraction',
		'postReachedVoteThreshold',
		'postStatusChanged',
		'postSubscribersChanged',
		'postVotesChanged',
	],
	people: ['endUserChanged', 'newEndUser'],
};
export type Watched = keyof typeof WATCHED;
const watchable = Object.keys(WATCHED) as Watched[];

export interface History extends Omit<ListingSettings, 'shuffled'> {
	/** Posts at activation. */
	before: number;
	/** The events that are watched at first. */
	watched: Watched[];
	/** Whether n8n keeps durable cursors. */
	durable: boolean;
	/** The number of requests that are answered in each poll until all posts were read once; undefined for all. */
	firstQuota?: number | undefined;
	/** Minutes between two polls once the workspace has come to rest. */
	minutes: number;
	/** The number of requests that are answered in each of these polls; undefined for all. */
	lastQuota?: number | undefined;
	steps: Step[];
	/** What happens once everything is mended. */
	afterwards?: Change[];
}

/** Ways in which a request fails. */
export const FAULTS = {
	unauthorized: { status: 401, body: '{"status":"error","message":"no"}' },
	'upgrade required': {
		status: 200,
		body: '{"status":"error","data":{"code":"upgrade_required"}}',
	},
	'a website': { status: 200, body: '<html></html>' },
	'cut off': { status: 200, body: '{"status":"success","data":{"items":{"1' },
	'no answer': undefined,
	'an empty page': undefined,
};
export type Fault = keyof typeof FAULTS;

/** A step of this kind, with everything else about it at random. */
const a = <Kind extends string, Fields extends object = object>(
	kind: Kind,
	fields?: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) =>
	fc.record({ do: fc.constant(kind), ...fields }) as unknown as fc.Arbitrary<{ do: Kind } & Fields>;
const from = (min: number, max: number) => fc.integer({ min, max });
const anyPost = fc.nat(30);
const oneOf = <T,>(...all: Array<readonly [weight: number, fc.Arbitrary<T>]>) =>
	fc.oneof(...all.map(([weight, arbitrary]) => ({ weight, arbitrary })));

const change = oneOf<Change>(
	[6, a('create', { count: from(1, 9), sameSecond: fc.boolean() })],
	[2, a('backdate', { bySeconds: from(1, 60) })],
	[3, a('delete', { at: anyPost })],
	[2, a('edit', { at: anyPost })],
	[3, a('comment', { at: anyPost, count: from(1, 5) })],
	[2, a('vote', { at: anyPost, by: from(-2, 6) })],
	[1, a('show', { at: anyPost })],
	[1, a('hide', { at: anyPost })],
	[1, a('revive', { at: fc.nat(5) })],
	[1, a('merge', { at: anyPost, into: anyPost })],
	[1, a('enter', { comments: fc.nat(3) })],
	[1, a('join')],
	[1, a('leave', { at: fc.nat(9) })],
	[1, a('rename', { at: fc.nat(9) })],
);

const during = fc.array(fc.record({ request: from(1, 6), change }), { minLength: 1, maxLength: 3 });
const onePoll: fc.Arbitrary<Poll> = fc.record(
	{
		do: fc.constant('poll' as const),
		during: oneOf([1, fc.constant<Poll['during']>([])], [1, during]),
		fault: fc.record({
			request: from(1, 5),
			how: fc.constantFrom(...(Object.keys(FAULTS) as Fault[])),
		}),
		quota: from(0, 8),
		minutes: fc.constantFrom(...[1, 1, 5, 60, 1_440, 43_200]),
		msPerRequest: fc.constantFrom(0, 0, 0, 2_000, 6_000, 20_000),
		overlapping: fc.constantFrom(false, false, false, true),
	},
	{ requiredKeys: ['do', 'during', 'msPerRequest', 'overlapping'] },
);

const step = oneOf<Step>(
	[9, onePoll],
	[9, change],
	[2, a('restore', { back: fc.nat(6), inNewProcess: fc.boolean() })],
	[1, a('republish')],
	[1, a('key')],
	[1, a('filter')],
	[
		1,
		a('publish', {
			what: fc.constantFrom('filter' as const, ...watchable),
			poll: onePoll,
		}),
	],
	[1, a('watch', { what: fc.constantFrom(...watchable) })],
	[
		1,
		a('refuse', {
			list: fc.constantFrom('/v1/posts' as const, '/v1/users' as const),
			polls: from(1, 12),
		}),
	],
	[
		2,
		a('break', {
			what: fc.constantFrom(...(['comments', 'page', 'page', 'people'] as const)),
			at: anyPost,
			status: fc.constantFrom<BrokenStatus>(0, 403, 500),
		}),
	],
	[1, a('shuffle')],
	[1, a('clock', { days: fc.constantFrom(-2, 2) })],
);

export const history: fc.Arbitrary<History> = fc.record({
	perPage: from(2, 4),
	pageBase: fc.constantFrom(0 as const, 1 as const),
	hasMore: fc.boolean(),
	product: fc.constantFrom(7, 7, undefined),
	endsInRepeats: fc.constantFrom(false, false, true),
	itemsAsArray: fc.boolean(),
	numericIds: fc.boolean(),
	// Deletions are found of short IDs alone.
	ids: oneOf([1, fc.constant('short' as const)], [1, fc.constantFrom(...idForms)]),
	before: oneOf([2, from(1, 3)], [2, fc.nat(14)], [1, from(15, 30)]),
	watched: fc.subarray(watchable),
	durable: fc.constantFrom(false, false, true),
	comments: fc.constantFrom(...commentOrders),
	firstQuota: fc.constantFrom(undefined, undefined, 1, 2, 3, 4),
	minutes: fc.constantFrom(1, 5, 60, 1_440),
	lastQuota: fc.constantFrom(undefined, undefined, 6, 8),
	// Short ones have lists of one page or two.
	steps: oneOf(
		[1, fc.array(step, { maxLength: 4, size: 'max' })],
		[2, fc.array(step, { maxLength: 40, size: 'max' })],
	),
	afterwards: fc.array(change, { maxLength: 4, size: 'max' }),
});
