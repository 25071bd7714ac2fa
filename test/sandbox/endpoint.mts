import type { Database } from './database.mts';
import { notFound, type Row } from './envelope.mts';
import type { Settings } from './settings.mts';

export interface Call {
	database: Database;
	settings: Settings;
	workspace: number;
	params: Record<string, string>;
	query: URLSearchParams;
	body: unknown;
}

export interface Answer {
	status: number;
	/** Absent: the body is empty. */
	data?: unknown;
}

/** By method and path, as the specification writes them: `GET /v1/post/{postId}`. */
export type Endpoints = Readonly<Record<string, (call: Call) => Answer>>;

export interface Part {
	/** SQL that makes them, where they are not there yet. */
	tables: string;
	firstIds?: Readonly<Record<string, number>>;
	endpoints: Endpoints;
}

export function ok(data: unknown): Answer {
	return { status: 200, data };
}

/**
 * The row that a query finds by an id and a workspace, or by what else bounds it.
 * @param id as a path has it, where it is digits and nothing else
 * @throws Refusal where nothing has it
 */
export function find(call: Call, what: string, sql: string, id: string, scope?: unknown): Row {
	const number = /^\d+$/.test(id) ? Number(id) : Number.NaN;
	const row = Number.isSafeInteger(number)
		? call.database.get(sql, number, scope ?? call.workspace)
		: undefined;
	if (!row) throw notFound(what);
	return row;
}

export const only = (row: Row, ...columns: string[]): Row =>
	Object.fromEntries(columns.map((column) => [column, row[column]]));

/** Columns of SQLite, which has no booleans. */
export const flags = (row: Row, ...columns: string[]): Record<string, boolean> =>
	Object.fromEntries(columns.map((column) => [column, row[column] === 1]));
