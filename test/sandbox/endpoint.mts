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
	/** What a plan gate switches off. */
	feature: string;
	handle(call: Call): Answer;
}

export function ok(data: unknown): Answer {
	return { status: 200, data };
}

/** An id in a path is digits and nothing else. */
export function idOf(text: string): number | undefined {
	const id = Number(text);
	return /^\d+$/.test(text) && Number.isSafeInteger(id) ? id : undefined;
}
