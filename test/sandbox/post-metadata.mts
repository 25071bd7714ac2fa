import { ok, type Part } from './endpoint.mts';
import { filled, reader, text } from './fields.mts';
import { findPostId } from './posts.mts';

const readEntry = reader({ key: filled, value: text }, 'key', 'value');

export const postMetadataPart: Part = {
	tables: `
CREATE TABLE IF NOT EXISTS post_metadata (
	feedback_id INTEGER NOT NULL REFERENCES posts ON DELETE CASCADE, key TEXT NOT NULL, value TEXT NOT NULL,
	PRIMARY KEY (feedback_id, key)
);
`,
	endpoints: {
		'GET /v1/post/{postId}/meta'(call) {
			const rows = call.database.all(
				'SELECT key, value FROM post_metadata WHERE feedback_id = ? ORDER BY key',
				findPostId(call),
			);
			return ok(Object.fromEntries(rows.map(({ key, value }) => [key, value])));
		},
		'PUT /v1/post/{postId}/meta'(call) {
			const id = findPostId(call);
			const { key, value } = readEntry(call.body);
			call.database.run(
				`INSERT INTO post_metadata (feedback_id, key, value) VALUES (?, ?, ?)
				ON CONFLICT (feedback_id, key) DO UPDATE SET value = excluded.value`,
				id,
				key,
				value,
			);
			return ok({ key, value });
		},
	},
};
