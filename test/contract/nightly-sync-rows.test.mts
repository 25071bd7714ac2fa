// What the nightly syncs insert, update and delete, without n8n. Both forms have the same step.
import { describe, expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

const POST = {
	feedback_id: 1,
	title: 'Export',
	status: 'open',
	type: 'idea',
	total_sum: 3,
	user_id: 5,
	data_mail: 'ada@a.example',
	description: 'As CSV',
	total_comments: 0,
	created: '2026-01-01 10:00:00',
	updated: '2026-01-02 10:00:00',
};
const COMMENT = {
	comment_id: 1,
	feedback_id: 1,
	comment: 'Please',
	data_name: 'Ada',
	user_id: 5,
	data_mail: 'ada@a.example',
	admin_id: 0,
	public: true,
	created: '2026-01-01 10:00:00',
	updated: '2026-01-02 10:00:00',
};
const asRow = (record: Json) =>
	Object.fromEntries(
		Object.entries(record).map(([name, value]) =>
			/^(?:feedback|comment|user)_id$/.test(name) ? [name, String(value)] : [name, value],
		),
	);

const kinds = [
	{ kind: 'Posts', id: 'feedback_id', record: POST, other: { total_sum: 4 } },
	{ kind: 'Comments', id: 'comment_id', record: COMMENT, other: { public: false } },
];
const cases = ['nightly-sync', 'nightly-sync-postgres'].flatMap((recipe) =>
	kinds.map((kind) => ({ recipe, ...kind })),
);

describe.each(cases)('$recipe: $kind', ({ recipe: name, kind, id, record, other }) => {
	const recipe = readRecipe(name);
	const isPostgres = name.endsWith('postgres');
	const records = (count: number): Json[] =>
		Array.from({ length: count }, (_, at) => ({ ...record, [id]: at + 1 }));
	/** Of Postgres, the IDs of rows are read. */
	const saved = (rows: Json[]) =>
		rows.map(asRow).map((row) => (isPostgres ? { [id]: row[id] } : row));
	const differences = (now: Json[], rows: Json[]) =>
		runStep(recipe, `Differences in ${kind}`, { items: now, steps: () => rows });
	const actions = (now: Json[], rows: Json[]) =>
		differences(now, rows).map((one) => [one[id], one.action]);

	test('inserts what is new, with IDs as text and all its columns', () => {
		expect(differences([record], [{}])).toEqual([{ ...asRow(record), action: 'insert' }]);
	});

	test('updates what differs in any column, and with Postgres every row', () => {
		expect(actions([record], saved([record]))).toEqual(isPostgres ? [['1', 'update']] : []);
		for (const column of Object.keys(record).filter((name) => name !== id)) {
			const changed = { ...record, [column]: 'other' };
			expect(actions([changed], saved([record])), column).toEqual([['1', 'update']]);
		}
		expect(differences([{ ...record, ...other }], saved([record]))).toMatchObject([other]);
	});

	test('takes a missing value and null for the same', () => {
		const without = { ...record, data_mail: undefined };
		const rows = [{ ...asRow(record), data_mail: null }];
		if (!isPostgres) expect(actions([without], rows)).toEqual([]);
		expect(differences([without], [])).toMatchObject([{ data_mail: null }]);
	});

	test('deletes what is gone, also the last of few', () => {
		expect(actions(records(2).slice(1), saved(records(2)))).toContainEqual(['1', 'delete']);
		for (const empty of [[], [{}]]) {
			expect(actions(empty, saved(records(2)))).toEqual([
				['1', 'delete'],
				['2', 'delete'],
			]);
		}
	});

	test.each([
		[20, 0, true],
		[21, 11, true],
		[21, 10, false],
		[21, 0, false],
		[100, 50, true],
		[100, 49, false],
	])('of %i rows, with %i records left it goes on: %s', (rows, left, goesOn) => {
		const run = () => actions(records(left), saved(records(rows)));
		if (goesOn) expect(run().filter(([, action]) => action === 'delete')).toHaveLength(rows - left);
		else expect(run).toThrow('More than half of the rows');
	});

	test('saves what Postgres takes: no character 0, and no date of zeros', () => {
		const odd = {
			...record,
			[kind === 'Posts' ? 'title' : 'comment']: 'R\0D',
			data_mail: '\0',
			created: '0000-00-00',
			updated: '0000-00-00 00:00:00',
		};
		const [row] = differences([odd], []);
		expect([row.title ?? row.comment, row.data_mail, row.created, row.updated]).toEqual([
			...['RD', '', null, null],
		]);
	});

	test('the row of a run counts what was read, inserted, updated and deleted', () => {
		const others: Record<string, Json[]> = {
			'All Posts': kind === 'Posts' ? records(3) : [{}],
			'All Comments': kind === 'Comments' ? records(3) : [{}],
			[`Differences in ${kind}`]: ['insert', 'update', 'update', 'delete', 'delete', 'delete'].map(
				(action) => ({ action }),
			),
			'Every Night': [{ timestamp: '2025-12-31T23:58:30.000Z' }],
			Tables: [{ name: 'sync_runs', id: 'T1' }],
			'Data Tables': [{ name: 'sync_runs', id: 'T1' }],
		};
		const steps = (step: string) => others[step] ?? [];
		const { columns } = stepOf(recipe, 'Save Run').parameters!;
		const { value } = evaluated(columns, { items: [{}], steps, nodes: recipe.nodes }) as {
			value: Json;
		};
		expect(value).toEqual({
			sync: 'Recipe (own)',
			started: '2025-12-31T23:58:30.000Z',
			read: 3,
			inserted: 1,
			...(!isPostgres && { updated: 2 }),
			deleted: 3,
			seconds: 90,
		});
	});
});

test('rows go where their action says', () => {
	const nightly = readRecipe('nightly-sync');
	const { rules } = stepOf(nightly, 'Which Posts').parameters as {
		rules: { values: Array<{ conditions: { conditions: Array<{ rightValue: string }> } }> };
	};
	const { connections } = nightly;
	const ways = rules.values.map(({ conditions }, at) => [
		conditions.conditions[0].rightValue,
		connections['Which Posts'].main?.[at]?.[0].node,
	]);
	expect(ways).toEqual([
		['insert', 'Insert Posts'],
		['update', 'Update Posts'],
		['delete', 'Delete Posts'],
	]);
});

test.each(kinds)('nightly-sync-postgres finds $kind in its table by their $id', ({ kind, id }) => {
	const recipe = readRecipe('nightly-sync-postgres');
	const { query } = stepOf(recipe, 'Tables').parameters!;
	const name = kind.toLowerCase();
	const tables = String(evaluated(query, { items: [{ posts: 'posts', comments: 'comments' }] }));
	const [, created] = new RegExp(`TABLE IF NOT EXISTS "${name}" \\(([^)]*)\\)`).exec(tables)!;
	const { columns } = stepOf(recipe, `Save ${kind}`).parameters as {
		columns: { value: object; matchingColumns: string[] };
	};
	const [key, ...others] = created.trim().split(/,\n\s*/);
	expect(key).toBe(`${id} text PRIMARY KEY`);
	expect(columns.matchingColumns).toEqual([id]);
	expect([id, ...others.map((one) => one.split(' ')[0])].sort()).toEqual(
		Object.keys(columns.value).sort(),
	);
});

test.each(kinds)('nightly-sync-postgres deletes $kind by their $id', ({ kind, id }) => {
	const { query, options } = stepOf(
		readRecipe('nightly-sync-postgres'),
		`Delete ${kind}`,
	).parameters!;
	const names = { posts: 'own_posts', comments: 'own_comments' };
	const seen = { items: [{ [id]: '7', action: 'delete' }], steps: () => [names] };
	const table = `own_${kind.toLowerCase()}`;
	expect(evaluated(query, seen)).toBe(`DELETE FROM "${table}" WHERE ${id} = $1`);
	expect(evaluated(options, seen)).toMatchObject({ queryReplacement: ['7'] });
});
