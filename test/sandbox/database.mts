import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { Part } from './endpoint.mts';
import type { Row } from './envelope.mts';

const tables = `
CREATE TABLE IF NOT EXISTS workspaces (
	workspace_id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, staff_id INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS api_keys (
	digest TEXT PRIMARY KEY, workspace_id INTEGER NOT NULL REFERENCES workspaces, permissions TEXT NOT NULL,
	revoked INTEGER NOT NULL DEFAULT 0
);
`;

/** SQLite behind the three calls the sandbox needs, with each statement prepared once. */
export class Database {
	readonly #sqlite: DatabaseSync;
	readonly #statements = new Map<string, StatementSync>();

	/** @param parts each with its tables; every kind of id starts at a number of its own, so that mixing two up is a 404 */
	constructor(file: string, parts: readonly Part[]) {
		this.#sqlite = new DatabaseSync(file);
		this.#sqlite.exec(
			'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;',
		);
		for (const part of [{ tables }, ...parts]) this.#sqlite.exec(part.tables);
		for (const [table, first] of parts.flatMap(({ firstIds = {} }) => Object.entries(firstIds))) {
			if (this.get('SELECT 1 FROM sqlite_sequence WHERE name = ?', table)) continue;
			this.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', table, first - 1);
		}
	}

	all(sql: string, ...values: unknown[]): Row[] {
		return this.#prepared(sql).all(...(values as SQLInputValue[])) as Row[];
	}

	get(sql: string, ...values: unknown[]): Row | undefined {
		return this.#prepared(sql).get(...(values as SQLInputValue[])) as Row | undefined;
	}

	/** The one value of the one row a query is known to give. */
	value<T = number>(sql: string, ...values: unknown[]): T {
		return Object.values(this.get(sql, ...values) as Row)[0] as T;
	}

	run(sql: string, ...values: unknown[]): { id: number; changes: number } {
		const known = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
		const { lastInsertRowid, changes } = this.#prepared(sql).run(...(known as SQLInputValue[]));
		return { id: Number(lastInsertRowid), changes: Number(changes) };
	}

	/** Adds a row of what is not undefined. @returns its ID */
	insert(table: string, row: Row): number {
		const columns = Object.keys(row).filter((column) => row[column] !== undefined);
		const sql = `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
		return this.run(sql, ...columns.map((column) => row[column])).id;
	}

	update(table: string, changes: Row, idField: string, id: unknown): void {
		for (const [column, value] of Object.entries(changes)) {
			if (value === undefined) continue;
			this.run(`UPDATE ${table} SET ${column} = ? WHERE ${idField} = ?`, value, id);
		}
	}

	/** Runs `work` completely or not at all. */
	transaction<T>(work: () => T): T {
		this.#sqlite.exec('BEGIN IMMEDIATE');
		try {
			const result = work();
			this.#sqlite.exec('COMMIT');
			return result;
		} catch (error) {
			this.#sqlite.exec('ROLLBACK');
			throw error;
		}
	}

	close(): void {
		this.#sqlite.close();
	}

	#prepared(sql: string): StatementSync {
		let statement = this.#statements.get(sql);
		if (!statement) {
			statement = this.#sqlite.prepare(sql);
			this.#statements.set(sql, statement);
		}
		return statement;
	}
}
