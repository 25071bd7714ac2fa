import type { Database } from './database.mts';
import { type Endpoint, ok } from './endpoint.mts';
import { Fields } from './fields.mts';
import { findPostId, recount } from './posts.mts';
import { timestamp } from './timestamps.mts';
import { actingUser } from './users.mts';

export const voteEndpoints: Endpoint[] = [
	{
		method: 'POST',
		path: '/v1/post/:postid/vote',
		feature: 'posts',
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
