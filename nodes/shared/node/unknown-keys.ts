import type { FeedbackClient } from '../client/client';
import { isFailureOf, ServiceFailure } from '../client/failures';
import type { Input } from './input';
import { allKeys, type KeyList, keyLists, readKeys } from './keys-in-use';

/** How many keys an explanation lists. */
const MOST_LISTED = 20;

/**
 * What may have been wrong with a request that the service refused: each key that no record has, by the label of its
 * field, with those that are in use.
 */
export async function unknownKeys(
	error: unknown,
	connection: () => Promise<FeedbackClient>,
	input: Input,
): Promise<string[]> {
	if (!isFailureOf(error, 'refused', 'invalid') || isConflict(error)) return [];
	const feedback = await connection();
	const lines: string[] = [];
	for (const { label, suggestedBy, value } of input.suggested()) {
		const keyList = (keyLists as Readonly<Record<string, KeyList>>)[suggestedBy];
		const used = keyList && (await inUse(feedback, suggestedBy, keyList));
		if (!used?.length || used.includes(value)) continue;
		const listed = used.slice(0, MOST_LISTED).join(', ');
		lines.push(
			`'${label}' is '${value}', which is not used in this workspace. Keys in use: ${listed}.`,
		);
	}
	return lines;
}

/** Read once in an execution; what cannot be read explains nothing. */
const read = new WeakMap<FeedbackClient, Map<string, Promise<string[]>>>();

async function inUse(feedback: FeedbackClient, name: string, keyList: KeyList): Promise<string[]> {
	const cached = read.get(feedback) ?? new Map<string, Promise<string[]>>();
	read.set(feedback, cached);
	const keys =
		cached.get(name) ??
		readKeys(feedback, keyList).then(
			(used) => allKeys(keyList, used),
			() => [],
		);
	cached.set(name, keys);
	return await keys;
}

/** What exists already, or has changed meanwhile: no key is wrong. */
const isConflict = (error: unknown) =>
	error instanceof ServiceFailure && error.problem.status === 409;
