import type { Database } from './database.mts';
import { ok, type Part } from './endpoint.mts';
import { integer, reader } from './fields.mts';
import { findPostId, recount } from './posts.mts';
import { timestamp } from './timestamps.mts';
import { actingUser } from './users.mts';

const readVote = reader(
	{ vote: { ...integer, minimum: -1, maximum: 1 }, user_id: integer },
	'vote',
);

export const votePart: Part = {
	tables: `
CREATE TABLE IF NOT EXISTS votes (
	feedback_id INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE, user_id INTEGER NOT NULL, vote INTEGER NOT NULL,
	created TEXT NOT NULL, updated TEXT NOT NULL, PRIMARY KEY (feedback_id, user_id)
);
CREATE INDEX IF NOT EXISTS votes_by_user ON votes (user_id);
`,
	endpoints: {
		'POST /v1/post/{postId}/vote'(call) {
			const id = findPostId(call);
			const { vote, user_id } = readVote(call.body);
			castVote(call.database, id, actingUser(call, 'user_id', user_id), vote);
			return ok({ message: 'Vote saved.' });
		},
	},
};

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
