import type { Database } from './database.mts';
import type { Row } from './envelope.mts';
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
	/** Absent: the body is empty, or the status alone. */
	data?: unknown;
	statusAlone?: true;
}

export interface Endpoint {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	path: string;
	/** What a plan gate switches off. */
	feature: string;
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

/** The answer of v1 to a create, of which the specification shows one form and services are known to have several. */
export function created(
	{ settings }: Call,
	{ documented, id, record }: { documented: Row; id: Row; record: () => Row },
): Answer {
	switch (settings.v1Creates) {
		case 'record':
			return ok(record());
		case 'id':
			return ok({ ...id, message: 'Created.' });
		case 'status':
			return { status: 200, statusAlone: true };
		default:
			return ok(documented);
	}
}

/** An id in a path is digits and nothing else. */
export function idOf(text: string): number | undefined {
	const id = Number(text);
	return /^\d+$/.test(text) && Number.isSafeInteger(id) ? id : undefined;
}
