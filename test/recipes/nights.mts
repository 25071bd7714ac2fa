// Histories of five nights for a recipe that copies posts and comments: people write and delete, and nights go wrong.
import fc from 'fast-check';
import { expect } from 'vitest';
import { send } from '../contract/workspace.mts';
import { type N8nRest, until } from '../n8n-host/host.mts';
import type { Sandbox } from '../sandbox/server.mts';

type Row = Record<string, unknown>;

const TABLES = {
	feedback_posts: `SELECT CAST(p.feedback_id AS TEXT) AS feedback_id, p.title, p.status, p.type, p.total_up - p.total_down AS total_sum,
		CAST(p.user_id AS TEXT) AS user_id, u.data_mail, p.description, p.total_comments, p.created, p.updated
		FROM posts p JOIN users u USING (user_id) ORDER BY p.feedback_id`,
	feedback_comments: `SELECT CAST(c.comment_id AS TEXT) AS comment_id, CAST(c.feedback_id AS TEXT) AS feedback_id, c.comment, u.data_name,
		CAST(c.user_id AS TEXT) AS user_id, u.data_mail, u.admin_id, c.public, c.created, c.updated
		FROM comments c JOIN users u USING (user_id) ORDER BY c.comment_id`,
};
export const tables = Object.keys(TABLES);

/** What people do in a day, or while the sync reads. None of it touches a date by hand. */
interface Day {
	posts: number;
	/** Each a number that picks a post or comment, and the text or score that it gets. */
	comments: number[];
	votes: number[];
	titles: number[];
	edits: number[];
	deletions: number[];
}

interface Accident {
	/** After that many requests of the night the service refuses everything. */
	refusedAfter?: number;
	/** After that many requests people write. */
	written?: { after: number; day: Day };
}

const picks = fc.array(fc.nat(1_000), { maxLength: 6 });
const days: fc.Arbitrary<Day> = fc.record({
	posts: fc.nat(130),
	comments: picks,
	votes: picks,
	titles: picks,
	edits: picks,
	deletions: fc.array(fc.nat(1_000), { maxLength: 2 }),
});
const nights: fc.Arbitrary<Accident & { day: Day }> = fc.record(
	{
		day: days,
		refusedAfter: fc.nat(12),
		written: fc.record({ after: fc.nat(12), day: days }),
	},
	{ requiredKeys: ['day'] },
);

export class Nights {
	constructor(
		private readonly n8n: N8nRest,
		private readonly sandbox: Sandbox,
		private readonly workflow: string,
		private readonly rowsOf: (table: string) => Promise<Row[]>,
	) {}

	/** Table and service agree in every column, and no row is there twice. */
	async expectAgreement(): Promise<void> {
		for (const [table, sql] of Object.entries(TABLES)) {
			const key = table === 'feedback_posts' ? 'feedback_id' : 'comment_id';
			const rows = await this.rowsOf(table);
			const inOrder = rows.toSorted((a, b) => Number(a[key]) - Number(b[key]));
			// SQLite has no values true and false.
			const records = this.sandbox
				.rows(sql)
				.map((row) => ('public' in row ? { ...row, public: row.public === 1 } : row));
			expect(inOrder).toEqual(records);
		}
	}

	/** Runs the recipe as its schedule does, and says whether it ended well. */
	async night({ refusedAfter, written }: Accident = {}): Promise<boolean> {
		const { requests } = this.sandbox;
		requests.length = 0;
		if (refusedAfter !== undefined) {
			const action = { type: 'unauthorized' } as const;
			this.sandbox.fault({ method: 'GET', after: refusedAfter, times: Infinity, action });
		}
		const execution = await this.n8n.begin(this.workflow, 'Every Night');
		if (written) {
			const isOver = async () => (await this.n8n.execution(execution)).isOver;
			const isTime = async () => requests.length >= written.after || (await isOver());
			await until('the sync reads', isTime, { everyMs: 5 });
			await this.#live(written.day);
		}
		const { error } = await this.n8n.finished(execution, { timeoutMs: 900_000 });
		this.sandbox.clearFaults();
		if (refusedAfter === undefined) expect(error).toBeUndefined();
		return error === undefined;
	}

	/** Four nights that may go wrong, and a quiet one. After each that ends well, table and service agree. */
	async play(times: number, startAnew: () => Promise<void>): Promise<void> {
		const bad = fc.array(nights, { minLength: 4, maxLength: 4 });
		const property = fc.asyncProperty(bad, days, async (before, last) => {
			for (const { day, ...accident } of before) {
				await this.#live(day);
				const endedWell = await this.night(accident);
				if (endedWell && !accident.written) await this.expectAgreement();
			}
			await this.#live(last);
			await this.night();
			await this.expectAgreement();
		});
		await fc.assert(property.afterEach(startAnew), { numRuns: times, endOnFailure: true });
	}

	async #live({ posts, comments, votes, titles, edits, deletions }: Day): Promise<void> {
		const sandbox = this.sandbox;
		if (posts > 0) sandbox.createPosts(posts);
		const idsOf = (sql: string) => sandbox.rows(sql).map((row) => Object.values(row).map(Number));
		const all = idsOf('SELECT feedback_id FROM posts').flat();
		if (all.length === 0) return;
		const post = (pick: number) => all[pick % all.length];
		for (const pick of comments) {
			await send(sandbox, 'POST', `/v1/post/${post(pick)}/comment`, { comment: `Number ${pick}` });
		}
		for (const pick of votes) {
			const vote = [1, -1, 0][pick % 3];
			await send(sandbox, 'POST', `/v1/post/${post(pick)}/vote`, { vote });
		}
		for (const pick of titles) {
			await send(sandbox, 'PUT', `/v1/post/${post(pick)}`, { title: `Title ${pick}` });
		}
		const written = idsOf('SELECT feedback_id, comment_id FROM comments');
		for (const pick of written.length > 0 ? edits : []) {
			const [of, comment] = written[pick % written.length];
			const body = { comment: `Edited ${pick}` };
			await send(sandbox, 'PUT', `/v1/post/${of}/comment/${comment}`, body);
		}
		// Of more than 20 rows, a recipe refuses to delete most. Two picks may be one post.
		const gone = written.length > 20 || all.length <= 40 ? [] : deletions.map(post);
		for (const id of new Set(gone)) await send(sandbox, 'DELETE', `/v1/post/${id}`, {});
	}
}

export function empty(sandbox: Sandbox): void {
	for (const table of ['votes', 'comments', 'posts']) sandbox.run(`DELETE FROM ${table}`);
}
