import { setTimeout as pause } from 'node:timers/promises';

export interface Patience {
	timeoutMs?: number;
	everyMs?: number;
	/** What to add to the message when time is up: logs, what was seen last. */
	explain?: () => string;
}

type Truthy<T> = Exclude<T, false | 0 | '' | null | undefined>;

/**
 * Looks until `probe` gives something true, and fails by name when time is up. Tests wait for conditions with
 * this, never for an amount of time. What the last look threw is part of the failure.
 */
export async function until<T>(
	what: string,
	probe: () => Promise<T> | T,
	{ timeoutMs = 240_000, everyMs = 100, explain }: Patience = {},
): Promise<Truthy<T>> {
	const deadline = Date.now() + timeoutMs;
	let lastFailure = '';
	for (;;) {
		try {
			const seen = await probe();
			if (seen) return seen as Truthy<T>;
			lastFailure = '';
		} catch (error) {
			if (error instanceof Hopeless) throw error;
			lastFailure = `\nThe last look failed: ${String(error)}`;
		}
		if (Date.now() > deadline) {
			throw new Error(
				`Waited ${timeoutMs} ms in vain: ${what}${lastFailure}${explain ? `\n${explain()}` : ''}`,
			);
		}
		await pause(everyMs);
	}
}

/** Thrown by a probe when waiting longer cannot help. */
export class Hopeless extends Error {}
