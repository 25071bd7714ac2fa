import type { Database } from './database.mts';
import type { Settings } from './settings.mts';

/** What an endpoint is given: who asks, and what was sent. */
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

export interface Endpoint {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	/** A list that the specification does not show, so that it may not be there. */
	isUndocumentedList?: true;
	handle(call: Call): Answer;
}

/** All that the sandbox knows of one resource. */
export interface Part {
	/** SQL that makes them, where they are not there yet. */
	tables: string;
	/** Of each table, the id of the first row. */
	firstIds?: Readonly<Record<string, number>>;
	endpoints: readonly Endpoint[];
}

export function ok(data: unknown): Answer {
	return { status: 200, data };
}

/** An id in a path is digits and nothing else. */
export function idOf(text: string): number | undefined {
	const id = Number(text);
	return /^\d+$/.test(text) && Number.isSafeInteger(id) ? id : undefined;
}
