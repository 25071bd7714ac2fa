// What an operation left behind in the service's database.
import type { Sandbox } from '../sandbox/server.mts';

export type Snapshot = ReadonlyMap<string, readonly string[]>;

/** Per table, how many rows are new and how many are gone; a changed row is both. Tables that stayed are left out. */
export type Changes = Readonly<Record<string, string>>;

/** What moves with time and says nothing about how often something was done. */
const MOVING = new Set(['created', 'updated', 'stats', 'stats_at']);

export function snapshot(sandbox: Sandbox): Snapshot {
	const tables = sandbox
		.rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
		.map(({ name }) => String(name))
		.filter((name) => name !== 'api_keys');
	return new Map(
		tables.map((table) => [
			table,
			sandbox
				.rows(`SELECT * FROM ${table}`)
				.map((row) =>
					JSON.stringify(Object.entries(row).filter(([column]) => !MOVING.has(column))),
				),
		]),
	);
}

export function changes(before: Snapshot, after: Snapshot): Changes {
	const found: Record<string, string> = {};
	for (const [table, rows] of after) {
		const former = new Set(before.get(table));
		const now = new Set(rows);
		const added = rows.filter((row) => !former.has(row)).length;
		const removed = [...former].filter((row) => !now.has(row)).length;
		if (added + removed > 0) found[table] = `+${added} -${removed}`;
	}
	return found;
}

/** Copies the newest row of the table that an id identifies until there are this many. */
export function multiply(sandbox: Sandbox, id: string, count: number): void {
	const [{ name }] = sandbox.rows(
		`SELECT m.name FROM sqlite_schema m, pragma_table_info(m.name) c
		WHERE m.type = 'table' AND c.pk = 1 AND c.name = ? AND m.sql LIKE '%' || c.name || ' INTEGER PRIMARY KEY%'`,
		id,
	);
	const columns = sandbox
		.rows('SELECT name FROM pragma_table_info(?) WHERE pk = 0', name)
		.map((column) => String(column.name));
	// The one text of a caller's own that may not come twice.
	const values = columns.map((column) => (column === 'data_id' ? `data_id || '-' || n` : column));
	sandbox.run(
		`WITH RECURSIVE copies(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < ?)
		INSERT INTO ${String(name)} (${columns.join()}) SELECT ${values.join()} FROM copies, (
			SELECT * FROM ${String(name)} ORDER BY ${id} DESC LIMIT 1)`,
		count - 1,
	);
}
