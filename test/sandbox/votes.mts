import type { Database } from './database.mts';
import { type Endpoint, ok, type Part } from './endpoint.mts';
import { Fields } from './fields.mts';
import { findPostId, recount } from './posts.mts';
import { timestamp } from './timestamps.mts';
import { actingUser } from './users.mts';

const tables = `
CREATE TABLE IF NOT EXISTS votes (
	feedback_id INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE, user_id INTEGER NOT NULL, vote INTEGER NOT NULL,
	created TEXT NOT NULL, updated TEXT NOT NULL, PRIMARY KEY (feedback_id, user_id)
);
CREATE INDEX IF NOT EXISTS votes_by_user ON votes (user_id);
`;

const endpoints: Endpoint[] = [
	{
		method: 'POST',
		path: '/v1/post/{postId}/vote',
		handle(call) {
			const { database, workspace, body } = call;
			const id = findPostId(call);
			const fields = new Fields(body);
			const vote = fields.integer('vote', true);
			if (vote !== undefined && ![1, 0, -1].includes(vote)) {
				fields.refuse('vote', 'must be 1, 0 or -1');
			}
			const user = actingUser(database, workspace, fields, 'user_id');
			fields.check();
			castVote(database, id, user, vote!);
			return ok({ message: 'Vote saved.' });
		},
	},
];

export const votePart: Part = {
	tables,
	endpoints,
};

/** One vote a user and post; 0 takes it back. */
export function castVote(database: Database, post: number, user: number, vote: number): void {
	if (vote === 0) {
		database.run('DELETE FROM votes WHERE feedback_id = ? AND user_id = ?', post, user);
	} else {
		const now = timestamp();
		database.run(
			`INSERT INTO votes (feedback_id, user_id, vote, created, updated) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (feedback_id, user_id) DO UPDATE SET vote = excluded.vote, updated = excluded.updated`,
			post,
			user,
			vote,
			now,
			now,
		);
	}
	recount(database, post);
}
