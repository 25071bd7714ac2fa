// What each event of the trigger is about, for tests that run over all of them: a workspace, and how the event happens in
// it without any other one happening. Faster than the API could, and nothing that is not to be told is touched.
import type { Sandbox } from './sandbox/server.mts';

export interface EventStory {
	/** As in the menu's value. */
	event: string;
	/** What else is set in the node. */
	parameters: Readonly<Record<string, unknown>>;
	/** Lets it happen to so many things at once, of the 100 there are of each. Gives the ids that items then have. */
	happen(sandbox: Sandbox, count: number): unknown[];
	/** The field of an item that has the id. */
	id: string;
	/** What an item says beside its record, each time. */
	says: Readonly<Record<string, unknown>>;
}

/** A hundred of each thing, with what the events need of them. */
export function prepareWorkspace(sandbox: Sandbox): void {
	for (const post of sandbox.createPosts(100, { created: '2026-01-01 00:00:00' })) {
		sandbox.createComments(2, { post, created: '2026-01-01 00:00:00' });
	}
	sandbox.createUpdates(100, { created: '2026-01-01 00:00:00' });
	sandbox.createUsers(5, { created: '2026-01-01 00:00:00' });
	sandbox.createResponses(5, { created: '2026-01-01 00:00:00' });
	sandbox.createDocuments(100, { created: '2026-01-01 00:00:00' });
}

const newest = (sandbox: Sandbox, table: string, id: string, count: number) =>
	sandbox
		.rows(`SELECT ${id} AS id FROM ${table} ORDER BY ${id} LIMIT ?`, count)
		.map((row) => row.id);

/** Changes so many things, each by itself, in the order of their ids. */
function change(
	sandbox: Sandbox,
	[table, id]: readonly [string, string],
	count: number,
	set: string,
) {
	const ids = newest(sandbox, table, id, count);
	for (const one of ids) sandbox.run(`UPDATE ${table} SET ${set} WHERE ${id} = ?`, one);
	return ids;
}

const posts = ['posts', 'feedback_id'] as const;
const updates = ['updates', 'changelog_id'] as const;
const documents = ['documents', 'document_id'] as const;
const created = '2026-02-01 00:00:00';

export const eventStories: readonly EventStory[] = [
	{
		event: 'changelogUpdateChanged',
		parameters: {},
		happen: (sandbox, count) => change(sandbox, updates, count, `title = title || '!'`),
		id: 'changelog_id',
		says: { changedFields: ['title'] },
	},
	{
		event: 'newChangelogUpdate',
		parameters: {},
		happen: (sandbox, count) => sandbox.createUpdates(count, { created }),
		id: 'changelog_id',
		says: {},
	},
	{
		event: 'newComment',
		parameters: {},
		happen: (sandbox, count) =>
			newest(sandbox, ...posts, count).flatMap((post) =>
				sandbox.createComments(1, { post: Number(post), created }),
			),
		id: 'comment_id',
		says: { postTitle: /^Post \d/ },
	},
	{
		event: 'newDocumentVersion',
		parameters: {},
		happen: (sandbox, count) =>
			change(sandbox, documents, count, 'current_version = current_version + 1'),
		id: 'document_id',
		says: { from: /^\d+$/, to: /^\d+$/ },
	},
	{
		event: 'newEndUser',
		parameters: {},
		happen: (sandbox, count) => sandbox.createUsers(count, { created }),
		id: 'user_id',
		says: {},
	},
	{
		event: 'newNpsResponse',
		parameters: {},
		happen: (sandbox, count) => sandbox.createResponses(count, { created }),
		id: 'promoter_id',
		says: {},
	},
	{
		event: 'newPost',
		parameters: {},
		happen: (sandbox, count) => sandbox.createPosts(count, { created }),
		id: 'feedback_id',
		says: {},
	},
	{
		event: 'postChanged',
		parameters: { fieldsToWatch: ['title'] },
		happen: (sandbox, count) => change(sandbox, posts, count, `title = title || '!'`),
		id: 'feedback_id',
		says: { changedFields: ['title'] },
	},
	{
		event: 'postReachedVotes',
		parameters: { votes: 5, votesCounted: 'total_up' },
		happen(sandbox, count) {
			// Each post reaches a number once only.
			const ids = sandbox
				.rows('SELECT feedback_id AS id FROM posts WHERE total_up < 5 ORDER BY 1 LIMIT ?', count)
				.map(({ id }) => id);
			for (const id of ids) {
				sandbox.run('UPDATE posts SET total_up = 5, total_down = 5 WHERE feedback_id = ?', id);
			}
			return ids;
		},
		id: 'feedback_id',
		says: { votes: 5 },
	},
	{
		event: 'postStatusChanged',
		parameters: {},
		happen: (sandbox, count) => change(sandbox, posts, count, `status = status || 'x'`),
		id: 'feedback_id',
		says: { from: /^openx*$/, to: /^openx+$/ },
	},
	{
		event: 'postVotesChanged',
		parameters: {},
		happen: (sandbox, count) => change(sandbox, posts, count, 'total_down = total_down + 1'),
		id: 'feedback_id',
		says: { from: /^-?\d+$/, to: /^-?\d+$/ },
	},
];
