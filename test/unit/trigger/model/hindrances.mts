// What gets into the way of a promise: which one it suspends, of what, and until when. After that the promise holds again.
// Whoever finds that the trigger breaks a promise writes no exception here, unless docs/trigger-limits.md has a row that says so.
import { EVENTS, type Known, type Thing } from './known.mts';
import type { Happening, World } from './world.mts';

/** A promise that can be suspended. `promises.mts` has all of them. */
export type Suspended = 'in time' | 'once' | 'nothing old' | 'at once' | 'true changes';

interface Context {
	world: World;
	known: Known;
	happening?: Happening | undefined;
}

interface Hindrance {
	suspends: Suspended;
	/** Of which things: of all, if this is left out. */
	of?(thing: Thing, context: Context): boolean;
	/** 'forever': things that exist at this time. Otherwise also what comes until then. */
	until: 'forever' | 'a quiet poll';
}

const NOT_AT_ONCE = { suspends: 'at once', until: 'a quiet poll' } as const;
const ofList =
	(list: 'posts' | 'people') =>
	({ event }: Thing) =>
		EVENTS[event].list === list;
const begins = ({ event }: Thing, { known }: Context) => known.beginning.has(event);
const isComment = ({ event }: Thing) => event === 'newComment';

/** What happened to the post or end-user of a thing. */
const isOf = ({ post, event }: Thing, { happening }: Context): boolean => {
	if (happening?.what === 'end-user deleted') return ofList('people')({ event } as Thing);
	if (happening?.what === 'posts merged') return post === happening.into.feedback_id;
	return happening !== undefined && 'post' in happening && post === happening.post.feedback_id;
};

/** Nothing is certain of an event that begins while records move up: what is not read then is new later. */
const MOVES_WHAT_BEGINS = { suspends: 'nothing old', of: begins, until: 'forever' } as const;

export const hindrances = {
	'a poll is hindered': [NOT_AT_ONCE],
	// A record that no page shows is looked for by its ID in two polls, and then no more until a page shows it.
	'polls are hindered again and again': [
		{
			suspends: 'in time',
			of: ({ event }) => EVENTS[event].isOfDeletions === true,
			until: 'forever',
		},
	],
	'two polls at once': [NOT_AT_ONCE, { suspends: 'true changes', until: 'forever' }],
	'a memory comes back': [NOT_AT_ONCE],
	'post deleted': [
		NOT_AT_ONCE,
		MOVES_WHAT_BEGINS,
		// Of comments in no order that were read to the middle, an old one may fire if the post comes back.
		{
			suspends: 'nothing old',
			of: (thing, context) =>
				isComment(thing) &&
				isOf(thing, context) &&
				context.world.listing.settings.comments === 'in no order',
			until: 'forever',
		},
	],
	'post returned': [
		NOT_AT_ONCE,
		{
			suspends: 'in time',
			of: (thing, context) =>
				isOf(thing, context) &&
				// Votes that it has when a poll first sees it count as old. With another filter it was seen, and did not match.
				(thing.event === 'postReachedVoteThreshold' ||
					(thing.event === 'newPost' && context.world.wasFiltered)),
			until: 'forever',
		},
	],
	'post hidden': [
		NOT_AT_ONCE,
		// What is hidden before it was read fires when it matches.
		...(['once', 'nothing old'] as const).map((suspends) => ({
			suspends,
			of: (thing: Thing, context: Context) =>
				context.world.filter !== '' && begins(thing, context) && isOf(thing, context),
			until: 'forever' as const,
		})),
		// A post that does not match is not watched for its deletion.
		{
			suspends: 'in time',
			of: (thing, context) =>
				context.world.filter !== '' && thing.event === 'postDeleted' && isOf(thing, context),
			until: 'forever',
		},
	],
	'posts merged': [
		// The number of comments went up, so any that were never read may count as new.
		...(['in time', 'nothing old'] as const).map((suspends) => ({
			suspends,
			of: (thing: Thing, context: Context) => isComment(thing) && isOf(thing, context),
			until: 'forever' as const,
		})),
	],
	'end-user deleted': [NOT_AT_ONCE, MOVES_WHAT_BEGINS],
	'post moved': [NOT_AT_ONCE],
	'list shuffled': [NOT_AT_ONCE, MOVES_WHAT_BEGINS],
	'another filter': [
		NOT_AT_ONCE,
		{ suspends: 'in time', of: ofList('posts'), until: 'a quiet poll' },
		{ suspends: 'true changes', of: ofList('posts'), until: 'forever' },
		// What matches again may have fired before.
		...(['once', 'nothing old'] as const).map((suspends) => ({
			suspends,
			of: ({ event, id }: Thing, { world }: Context) => event === 'newPost' && !world.isVisible(id),
			until: 'forever' as const,
		})),
		// A comment that comes while a filter excludes its post is counted and not read. In no order, it may fire later.
		{
			suspends: 'nothing old',
			of: (thing, { world }) =>
				isComment(thing) && world.listing.settings.comments === 'in no order',
			until: 'forever',
		},
	],
	'another key': [
		NOT_AT_ONCE,
		{
			suspends: 'in time',
			of: ({ event }) => EVENTS[event].isOfDeletions === true,
			until: 'forever',
		},
	],
	'another key that finds no post': [
		{ suspends: 'in time', of: ofList('posts'), until: 'a quiet poll' },
		// The list is read for the first time again: what was deleted by then is new if it comes back.
		{
			suspends: 'nothing old',
			of: (thing, { world }) => ofList('posts')(thing) && !world.listing.posts.has(thing.post),
			until: 'forever',
		},
		{ suspends: 'true changes', of: ofList('posts'), until: 'forever' },
	],
	'another key that finds no end-user': [
		{ suspends: 'in time', of: ofList('people'), until: 'a quiet poll' },
		{ suspends: 'true changes', of: ofList('people'), until: 'forever' },
	],
	'a page that failed is left out': [
		// Comments of its posts begin later.
		{
			suspends: 'nothing old',
			of: (thing, of) => isComment(thing) && begins(thing, of),
			until: 'forever',
		},
	],
	'a page breaks': [
		NOT_AT_ONCE,
		{ suspends: 'in time', of: ({ event }) => event === 'postDeleted', until: 'forever' },
	],
} satisfies Readonly<Record<string, readonly Hindrance[]>>;

/** What no poll promises for as long as it lasts. */
export const LIMITS: readonly Hindrance[] = [
	// A comment is new by its date, and by the number of comments that its post had before.
	{
		suspends: 'in time',
		of: (thing, { world }) =>
			isComment(thing) && (world.backdated.has(thing.post) || world.drained.has(thing.post)),
		until: 'forever',
	},
	// What a filter excludes is seen all the same, and does not fire later.
	{
		suspends: 'in time',
		of: (thing, { world }) =>
			world.filter !== '' && (isComment(thing) || thing.event === 'postReachedVoteThreshold'),
		until: 'forever',
	},
	{
		suspends: 'true changes',
		of: (thing, { world }) => world.filter !== '' && ofList('posts')(thing),
		until: 'forever',
	},
];

/** What fails until it is mended keeps this from firing in time. Then all of it has to. */
export const BROKEN: Readonly<
	Record<NonNullable<World['broken']>['what'], (thing: Thing, world: World) => boolean>
> = {
	comments: (thing, { broken }) => isComment(thing) && thing.post === broken?.post,
	people: ofList('people'),
	page: (thing, { onBrokenPage }) =>
		ofList('posts')(thing) && (thing.event === 'postDeleted' || onBrokenPage.has(thing.post)),
};

export const isHidden = (thing: Thing, world: World): boolean =>
	world.broken !== undefined && BROKEN[world.broken.what](thing, world);

export function hinder(
	by: readonly Hindrance[],
	{ known, world }: Context,
	happening?: Happening,
): void {
	for (const { suspends, of = () => true, until } of by) {
		const isOne = (thing: Thing) => of(thing, { known, world, happening });
		const turn = (from: 'old' | 'fired') => {
			for (const [key, mark] of known.marks)
				if (mark === from && isOne(known.thingOf(key))) known.marks.set(key, 'free');
		};
		const drop = (all: Known['listed'] | Known['values']) => {
			for (const key of all.keys()) if (isOne(known.thingOf(key))) all.delete(key);
		};
		if (suspends === 'at once') known.isCalm = false;
		if (suspends === 'nothing old') turn('old');
		if (suspends === 'once') turn('fired');
		if (suspends === 'true changes') drop(known.values);
		if (suspends !== 'in time') continue;
		drop(known.listed);
		for (const thing of known.things())
			if (!known.marks.has(thing.key) && isOne(thing)) known.marks.set(thing.key, 'free');
		if (until === 'a quiet poll')
			for (const event of known.events)
				if (isOne({ event, id: 0, key: event, post: 0, record: '' })) known.beginning.add(event);
	}
}
