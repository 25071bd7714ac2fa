// What the model knows of a workspace and of the trigger that watches it.
import { ChangeBelief, EditBelief, OnceBelief } from './beliefs.mts';
import type { Watched } from './history.mts';
import { type Post, UNEDITED } from './listing.mts';

/** What the model knows of a memory: it goes back in time with it. */
export interface Belief {
	/** The events that the last poll watched; undefined before the first one. */
	watched: Watched[] | undefined;
	/** The filter whose baseline it holds; undefined before the first poll. */
	filter: string | undefined;
	/** Posts that were there when the filter was changed; undefined where the list had not been read to its end. */
	old: Set<number> | undefined;
	isComplete: boolean;
	/** The filter was another one: what was not read since may not be known under this one. */
	isChanged: boolean;
	/** Whether something went away while the baseline was read: what moved over a seam then is told later as new. */
	isTorn: boolean;
	/** There at activation: never to be delivered. */
	baseline: Set<number>;
	/** Came while the baseline was being taken: may be delivered or not. */
	either: Set<number>;
	delivered: Set<number>;
	/** What still has to come: polls that ended with nothing owed while it was there, and polls in which something went away. */
	due: Map<number, { completed: number; torn: number }>;
	/** The fields each watched post is known to have been seen with. */
	fields: Map<number, string>;
	/** Of events that come once for a thing, and of those that tell a change of one field. */
	once: OnceBelief[];
	changes: ChangeBelief[];
	edits: EditBelief[];
}

export const watched = ({ status, title, type, description }: Post) =>
	JSON.stringify([status, title, type, description]);

export const blank = (): Belief => ({
	watched: undefined,
	filter: undefined,
	old: undefined,
	isComplete: false,
	isChanged: false,
	isTorn: false,
	baseline: new Set(),
	either: new Set(),
	delivered: new Set(),
	due: new Map(),
	fields: new Map(),
	once: [
		new OnceBelief('newComment', (listing) =>
			listing.commentsOf().map((one) => ({ id: one.comment_id, post: one.feedback_id })),
		),
		new OnceBelief('postReachedVotes', (listing) =>
			[...listing.posts.values()]
				.filter(({ total_sum: votes }) => votes >= VOTES)
				.map(({ feedback_id: id }) => ({ id, post: id })),
		),
		new OnceBelief(
			'newEndUser',
			(listing) => [...listing.people.keys()].map((id) => ({ id, post: Number.NaN })),
			'/v1/users',
		),
	],
	changes: [
		new ChangeBelief('postStatusChanged', 'status'),
		new ChangeBelief('postSubscribersChanged', 'total_subscriber'),
		new ChangeBelief('postVotesChanged', 'total_sum'),
	],
	edits: [
		new EditBelief('commentEdited', 'comment', (text) => text === UNEDITED),
		new EditBelief('endUserChanged', 'data_name', (name) => !String(name).endsWith('!')),
	],
});

/** The votes that Post Reached Vote Threshold watches for. */
export const VOTES = 5;

export const copy = ({ once, changes, edits, ...belief }: Belief): Belief => ({
	...structuredClone(belief),
	once: once.map((one) => one.copy()),
	changes: changes.map((one) => one.copy()),
	edits: edits.map((one) => one.copy()),
});
