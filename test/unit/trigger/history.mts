// What may happen to a workspace and to n8n, at random, for the model test.
import fc from 'fast-check';
import { type IdForm, idForms } from './listing.mts';

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
	/** The text of one of the comments there are. */
	| { do: 'rewrite'; at: number }
	/** One of the deleted posts comes back, with its comments. */
	| { do: 'revive'; at: number }
	/** The comments of one post go to another, and the post goes. */
	| { do: 'merge'; at: number; into: number }
	/** An end-user joins the watched segment: an old post comes into view, with old comments. */
	| { do: 'enter'; comments: number }
	| { do: 'join' }
	/** An end-user gets another name. */
	| { do: 'rename'; at: number };

/** A poll, and what goes on meanwhile. */
export interface Poll {
	do: 'poll';
	/** Changes right before the so-manieth request. */
	during: Array<{ request: number; change: Change }>;
	/** The request that fails, and how. */
	fault?: { request: number; how: number };
	/** So many requests are answered, all others with a 429. */
	quota?: number;
	msPerRequest: number;
	/** A second poll at the same time. */
	overlapping: boolean;
}

export type Step =
	| Change
	| Poll
	/** Brings back a memory that n8n had at some time; 0 is the present one. */
	| { do: 'restore'; back: number }
	| { do: 'filter' }
	/** Adds events, or takes them away, and publishes. */
	| { do: 'watch'; what: Watched }
	/** For so many polls a list answers 403. */
	| { do: 'refuse'; list: '/v1/posts' | '/v1/users'; polls: number }
	| { do: 'shuffle' }
	| { do: 'clock'; days: number };

/** Events beside New Post. */
export const WATCHED = {
	changes: ['postChanged'],
	comments: ['newComment'],
	edits: ['commentEdited'],
	votes: ['postReachedVotes', 'postStatusChanged', 'postSubscribersChanged', 'postVotesChanged'],
	people: ['endUserChanged', 'newEndUser'],
};
export type Watched = keyof typeof WATCHED;
const watchable = Object.keys(WATCHED) as Watched[];

export interface History {
	perPage: number;
	pageBase: 0 | 1;
	hasMore: boolean;
	itemsAsArray: boolean;
	numericIds: boolean;
	ids: IdForm;
	/** Posts that are there at activation. */
	before: number;
	/** The events that are watched at first. */
	watched: Watched[];
	/** Whether n8n keeps durable cursors. */
	durable: boolean;
	comments: 'newest first' | 'oldest first' | 'in no order';
	redeliver: boolean;
	steps: Step[];
}

/** One more stands for no answer at all. */
export const FAULTS = [
	{ status: 401, body: '{"status":"error","message":"no"}' },
	{ status: 200, body: '{"status":"error","data":{"code":"upgrade_required"}}' },
	{ status: 200, body: '<html></html>' },
	{ status: 200, body: '{"status":"success","data":{"items":{"1' },
];

const change: fc.Arbitrary<Change> = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			do: fc.constant('create' as const),
			count: fc.integer({ min: 1, max: 9 }),
			sameSecond: fc.boolean(),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('backdate' as const),
			bySeconds: fc.integer({ min: 1, max: 60 }),
		}),
	},
	{ weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), at: fc.nat(30) }) },
	{ weight: 2, arbitrary: fc.record({ do: fc.constant('edit' as const), at: fc.nat(30) }) },
	{
		weight: 3,
		arbitrary: fc.record({
			do: fc.constant('comment' as const),
			at: fc.nat(30),
			count: fc.integer({ min: 1, max: 5 }),
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({
			do: fc.constant('vote' as const),
			at: fc.nat(30),
			by: fc.integer({ min: -2, max: 6 }),
		}),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('show' as const), at: fc.nat(30) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('hide' as const), at: fc.nat(30) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('rewrite' as const), at: fc.nat(30) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('revive' as const), at: fc.nat(5) }) },
	{
		weight: 1,
		arbitrary: fc.record({
			do: fc.constant('merge' as const),
			at: fc.nat(30),
			into: fc.nat(30),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ do: fc.constant('enter' as const), comments: fc.nat(3) }),
	},
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('join' as const) }) },
	{ weight: 1, arbitrary: fc.record({ do: fc.constant('rename' as const), at: fc.nat(9) }) },
);

const onePoll: fc.Arbitrary<Poll> = fc.record(
	{
		do: fc.constant('poll' as const),
		during: fc.oneof(
			{ weight: 1, arbitrary: fc.constant<Poll['during']>([]) },
			{
				weight: 1,
				arbitrary: fc.array(fc.record({ request: fc.integer({ min: 1, max: 6 }), change }), {
					minLength: 1,
					maxLength: 3,
				}),
			},
		),
		fault: fc.record({ request: fc.integer({ min: 1, max: 5 }), how: fc.nat(FAULTS.length) }),
		quota: fc.integer({ min: 0, max: 8 }),
		msPerRequest: fc.constantFrom(0, 0, 0, 2_000, 6_000, 20_000),
		overlapping: fc.constantFrom(false, false, false, true),
	},
	{ requiredKeys: ['do', 'during', 'msPerRequest', 'overlapping'] },
);

export const history: fc.Arbitrary<History> = fc.record({
	perPage: fc.integer({ min: 2, max: 4 }),
	pageBase: fc.constantFrom(0 as const, 1 as const),
	hasMore: fc.boolean(),
	itemsAsArray: fc.boolean(),
	numericIds: fc.boolean(),
	ids: fc.constantFrom(...idForms),
	before: fc.nat(14),
	watched: fc.subarray(watchable),
	durable: fc.constantFrom(false, false, true),
	comments: fc.constantFrom(
		'newest first' as const,
		'oldest first' as const,
		'in no order' as const,
	),
	redeliver: fc.boolean(),
	steps: fc.array(
		fc.oneof(
			{ weight: 9, arbitrary: onePoll },
			{ weight: 9, arbitrary: change },
			{
				weight: 2,
				arbitrary: fc.record({ do: fc.constant('restore' as const), back: fc.nat(6) }),
			},
			{ weight: 1, arbitrary: fc.record({ do: fc.constant('filter' as const) }) },
			{
				weight: 1,
				arbitrary: fc.record({
					do: fc.constant('watch' as const),
					what: fc.constantFrom(...watchable),
				}),
			},
			{
				weight: 1,
				arbitrary: fc.record({
					do: fc.constant('refuse' as const),
					list: fc.constantFrom('/v1/posts' as const, '/v1/users' as const),
					polls: fc.integer({ min: 1, max: 12 }),
				}),
			},
			{ weight: 1, arbitrary: fc.record({ do: fc.constant('shuffle' as const) }) },
			{
				weight: 1,
				arbitrary: fc.record({ do: fc.constant('clock' as const), days: fc.constantFrom(-2, 2) }),
			},
		),
		{ maxLength: 40, size: 'max' },
	),
});
