import type { FeedbackClient } from '../client/client';
import { isFailureOf } from '../client/failures';
import type { Path } from '../client/path';
import { LARGEST_PAGE } from '../service/pages';
import type { Input } from './input';
import { type Picker, pickers } from './picker-table';

/** How many pages of the newest records are looked through: a person waits. */
const MOST_PAGES = 3;

/** A key is a word; a longer text is something else, and is not kept. */
const LONGEST_KEY = 50;

/** More than a workspace has of anything that is chosen from a list. */
const MOST_KEYS = 100;

/** The keys that the newest records of a list have. @throws ServiceFailure */
export async function readKeys(
	feedback: FeedbackClient,
	{ list, key = '' }: Pick<Picker, 'list' | 'key'>,
	place?: Path,
	mostPages = MOST_PAGES,
): Promise<string[]> {
	const keys = new Set<string>();
	for (let number = 0; number < mostPages; number++) {
		const page = await feedback.page(list, number, { per_page: LARGEST_PAGE }, { path: place });
		for (const record of page.records) keys.add(String(record[key] ?? ''));
		if (!(page.hasMore ?? page.records.length > 0)) break;
	}
	const kept = [...keys].filter((key) => key !== '' && key.length <= LONGEST_KEY);
	return kept.slice(0, MOST_KEYS);
}

/** How many keys an explanation lists. */
const MOST_LISTED = 20;

/** The keys that recent records use, for each field that may have been refused for its own. */
export async function recentKeys(
	error: unknown,
	feedback: FeedbackClient | undefined,
	input: Input,
): Promise<string[]> {
	if (!feedback || !isFailureOf(error, 'refused', 'invalid')) return [];
	const { fields, status } = error.problem;
	if (status === 409) return []; // It exists already, or has changed meanwhile: no key is wrong.
	return await inPlaceOf(
		feedback,
		input,
		(name) => !fields || fields.some(({ field }) => field === name),
	);
}

/** Where nothing was found: the keys that recent records use, for each field with one that none of them has. */
export async function keysNobodyHas(feedback: FeedbackClient, input: Input): Promise<string[]> {
	const lines = await inPlaceOf(feedback, input, () => true);
	return lines.map((line) => `Nothing was found. ${line}`);
}

async function inPlaceOf(
	feedback: FeedbackClient,
	input: Input,
	isMeant: (name: string) => boolean,
): Promise<string[]> {
	const lines: string[] = [];
	for (const { name, label, suggestedBy, value } of input.suggested()) {
		const picker = pickers[suggestedBy];
		if (picker.key === undefined || picker.isOfPost || !isMeant(name)) continue;
		const used = await readOnce(feedback, picker);
		if (used.length === 0 || used.includes(value)) continue;
		const listed = used.slice(0, MOST_LISTED).join(', ');
		lines.push(feedback.quote(`For '${label}', recent ${picker.list.record.noun}s use: ${listed}`));
	}
	return lines;
}

const read = new WeakMap<FeedbackClient, Map<string, Promise<string[]>>>();

/** One page, once in an execution. What cannot be read explains nothing. */
async function readOnce(feedback: FeedbackClient, picker: Picker): Promise<string[]> {
	const cached = read.get(feedback) ?? new Map<string, Promise<string[]>>();
	read.set(feedback, cached);
	const name = `${picker.list.path} ${picker.key}`;
	const keys =
		cached.get(name) ??
		readKeys(feedback, picker, undefined, 1).then(
			(used) => used.sort(),
			() => [],
		);
	cached.set(name, keys);
	return await keys;
}
