// What each event of the trigger is about, for tests that run over all of them: a workspace, and how the event happens in
// it without any other one happening. Faster than the API could, and nothing else is touched.
import type { Sandbox } from './sandbox/server.mts';

export interface EventStory {
	/** As in the menu's value. */
	event: string;
	/** What else is set in the node. */
	parameters?: Readonly<Record<string, unknown>>;
	/**
	 * Lets it happen to this number of things at once, of the 100 there are of each. Has to change a record each time it is
	 * called, also one that it has changed before. Gives the ids that items then have.
	 */
	happen(sandbox: Sandbox, count: number): readonly number[];
	/** Whether it happens by votes. */
	votes?: true;
	/** The things that may happen at once, and the polls within which they fire, where that is not any number and one. */
	most?: number;
	polls?: number;
	/** The field of an item that has the id. */
	id: string;
	/** What an item says beside its record, each time. */
	says?: Readonly<Record<string, unknown>>;
}

/** A hundred of each thing, with what the events need of them. */
export function prepareWorkspace(sandbox: Sandbox): void {
	for (const post of sandbox.createPosts(100, { created: '2026-01-01 00:00:00' })) {
		sandbox.createComments(2, { post, created: '2026-01-01 00:00:00' });
	}
	sandbox.createUpdates(100, { created: '2026-01-01 00:00:00' });
	sandbox.createUsers(100, { created: '2026-01-01 00:00:00' });
	sandbox.createResponses(5, { created: '2026-01-01 00:00:00' });
	sandbox.createDocuments(100, { created: '2026-01-01 00:00:00' });
}

type Table = readonly [name: string, id: string];

const first = (sandbox: Sandbox, [table, id]: Table, count: number) =>
	sandbox
		.rows(`SELECT ${id} AS id FROM ${table} ORDER BY ${id} LIMIT ?`, count)
		.map((row) => Number(row.id));

/** Changes each of these things by itself. Posts are updated by it. */
function change(sandbox: Sandbox, of: Table, ids: readonly number[], set: string) {
	const [table, id] = of;
	const all = of === posts ? `${set}, updated = '${later()}'` : set;
	for (const one of ids) sandbox.run(`UPDATE ${table} SET ${all} WHERE ${id} = ?`, one);
	return ids;
}

const changing =
	(of: Table, set: string): EventStory['happen'] =>
	(sandbox, count) =>
		change(sandbox, of, first(sandbox, of, count), set);

let seconds = 0;
/** Each time a second later than the time before. */
const later = () =>
	new Date(Date.UTC(2026, 1, 1) + 1_000 * seconds++).toISOString().slice(0, 19).replace('T', ' ');

/** Casts votes, each by someone else, and counts them as the service does. */
function vote(sandbox: Sandbox, post: number, count: number): void {
	for (let cast = 0; cast < count; cast++) {
		sandbox.run(
			`INSERT INTO votes (feedback_id, user_id, vote, created, updated) VALUES (?, ?, 1, '', '')`,
			post,
			voters++,
		);
	}
	sandbox.run('UPDATE posts SET total_up = total_up + ? WHERE feedback_id = ?', count, post);
}
let voters = 1_000_000;

/** Casts this many votes for each of some posts that have fewer. */
const votingFor =
	(votes: number): EventStory['happen'] =>
	(sandbox, count) => {
		const fewer = 'SELECT feedback_id AS id FROM posts WHERE total_up < ? ORDER BY 1 LIMIT ?';
		const ids = sandbox.rows(fewer, votes, count).map(({ id }) => Number(id));
		for (const id of ids) vote(sandbox, id, votes);
		return change(sandbox, posts, ids, 'total_up = total_up');
	};

const posts: Table = ['posts', 'feedback_id'];
const updates: Table = ['updates', 'changelog_id'];
const users: Table = ['users', 'user_id'];
const documents: Table = ['documents', 'document_id'];

/** Of what was deleted three things are asked for in a poll, each once the whole list was read. */
const deletion = (event: string, [table, id]: Table): EventStory => ({
	event,
	most: 30,
	polls: 52,
	happen(sandbox, count) {
		// The first one of the end-users is staff, whom the list leaves out.
		const ids = first(sandbox, [table, id], count + 1).slice(1);
		for (const one of ids) sandbox.run(`DELETE FROM ${table} WHERE ${id} = ?`, one);
		return ids;
	},
	id,
	says: { foundAt: /^\d{4}-\d\d-\d\dT/ },
});
export const deletions = [deletion('endUserDeleted', users), deletion('postDeleted', posts)];

export const eventStories: readonly EventStory[] = [
	{
		event: 'changelogUpdateEdited',
		happen: changing(updates, `title = title || '!'`),
		id: 'changelog_id',
		says: { changedFields: ['title'] },
	},
	{
		event: 'endUserChanged',
		happen(sandbox, count) {
			// The first one of the workspace is staff, whom the list of end-users leaves out.
			const [, ...ids] = first(sandbox, users, count + 1);
			return change(sandbox, users, ids, `data_mail = 'new.' || data_mail, updated = '${later()}'`);
		},
		id: 'user_id',
		says: { changedFields: ['data_mail'] },
	},
	{
		event: 'newChangelogUpdate',
		happen: (sandbox, count) => sandbox.createUpdates(count, { created: later() }),
		id: 'changelog_id',
	},
	{
		event: 'newComment',
		happen(sandbox, count) {
			const ids = first(sandbox, posts, count);
			const created = later();
			change(sandbox, posts, ids, 'total_comments = total_comments');
			return ids.flatMap((post) => sandbox.createComments(1, { post, created }));
		},
		id: 'comment_id',
		says: { postTitle: /^Post \d/ },
	},
	{
		event: 'newDocumentVersion',
		happen: changing(documents, 'current_version = current_version + 1'),
		id: 'document_id',
		says: { from: /^\d+$/, to: /^\d+$/ },
	},
	{
		event: 'newEndUser',
		happen: (sandbox, count) => sandbox.createUsers(count, { created: later() }),
		id: 'user_id',
	},
	{
		event: 'newNpsResponse',
		happen: (sandbox, count) => sandbox.createResponses(count, { created: later() }),
		id: 'promoter_id',
	},
	{
		event: 'newPost',
		happen: (sandbox, count) => sandbox.createPosts(count, { created: later() }),
		id: 'feedback_id',
	},
	{
		event: 'postChanged',
		parameters: { fieldsToWatch: ['title'] },
		happen: changing(posts, `title = title || '!'`),
		id: 'feedback_id',
		says: { changedFields: ['title'] },
	},
	{
		event: 'postGainingTraction',
		votes: true,
		parameters: { votesToGain: 4 },
		// Each post fires once only within some days: the next ones are others.
		happen: votingFor(4),
		id: 'feedback_id',
		says: { from: 0, to: 4 },
	},
	{
		event: 'postReachedVoteThreshold',
		votes: true,
		parameters: { votes: 5 },
		// Each post reaches a number once only.
		happen: votingFor(5),
		id: 'feedback_id',
		says: { votes: 5 },
	},
	{
		event: 'postStatusChanged',
		happen: changing(posts, `status = status || 'x'`),
		id: 'feedback_id',
		says: { from: /^openx*$/, to: /^openx+$/ },
	},
	{
		event: 'postSubscribersChanged',
		happen: changing(posts, 'total_subscriber = total_subscriber + 1'),
		id: 'feedback_id',
		says: { from: /^\d+$/, to: /^\d+$/ },
	},
	{
		event: 'postVotesChanged',
		votes: true,
		happen(sandbox, count) {
			const ids = first(sandbox, posts, count);
			for (const id of ids) vote(sandbox, id, 1);
			return change(sandbox, posts, ids, 'total_up = total_up');
		},
		id: 'feedback_id',
		says: { from: /^-?\d+$/, to: /^-?\d+$/ },
	},
];
