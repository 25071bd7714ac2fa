// The query of docs/syncs.md, over the columns of the nightly syncs: it finds what the recipe Wishes by revenue does.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { root } from './nodes.mts';

const page = readFileSync(join(root, 'docs/syncs.md'), 'utf8');
const [, query] = /```sql\n([^]*?)```/.exec(page)!;

const posts = [
	{
		feedback_id: '1',
		title: 'CSV export',
		status: 'open',
		total_sum: 2,
		data_mail: 'ada@a.example',
	},
	{ feedback_id: '2', title: 'Dark mode', status: 'done', total_sum: 9, data_mail: '' },
	{ feedback_id: '3', title: 'API', status: 'open', total_sum: 0, data_mail: null },
];
const comments = [
	{ feedback_id: '1', data_mail: 'ADA@a.example' },
	{ feedback_id: '1', data_mail: 'bob@b.example' },
	{ feedback_id: '2', data_mail: 'bob@b.example' },
	{ feedback_id: '2', data_mail: 'bob@b.example' },
	{ feedback_id: '2', data_mail: 'nobody@c.example' },
	{ feedback_id: '3', data_mail: null },
];

test('the query counts each customer once for each post, and sums what they pay', () => {
	const database = new DatabaseSync(':memory:');
	database.exec(`
		CREATE TABLE feedback_posts (feedback_id TEXT, title TEXT, status TEXT, total_sum INTEGER, data_mail TEXT);
		CREATE TABLE feedback_comments (feedback_id TEXT, data_mail TEXT);
		CREATE TABLE customers (email TEXT, mrr INTEGER);
		INSERT INTO customers VALUES ('Ada@a.example', 100), ('bob@b.example', 20), ('cem@d.example', 900), ('', 5000);
	`);
	for (const post of posts) {
		const row = database.prepare('INSERT INTO feedback_posts VALUES (?, ?, ?, ?, ?)');
		row.run(post.feedback_id, post.title, post.status, post.total_sum, post.data_mail);
	}
	for (const { feedback_id, data_mail } of comments) {
		database.prepare('INSERT INTO feedback_comments VALUES (?, ?)').run(feedback_id, data_mail);
	}
	const found = database.prepare(query).all();
	database.close();
	expect(found.map((row) => ({ ...row }))).toEqual([
		{ feedback_id: '1', title: 'CSV export', customers: 2, revenue: 120 },
	]);
});
