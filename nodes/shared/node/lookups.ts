import type { FeedbackClient } from '../client/client';
import { finderOf } from '../client/finder';
import { endUserList } from '../service/end-users';
import type { List } from '../service/pages';
import { type DataRecord, idOf } from '../service/records';
import type { Field } from './field';
import { type PickerName, pickers } from './picker-table';

/** What a user named by something else than its ID was not found; nothing was changed. */
export class NotLookedUp extends Error {
	constructor(
		message: string,
		/** What to do about it. */
		readonly advice: string,
		/** Whether nothing has it, as opposed to several. */
		readonly isMissing = false,
	) {
		super(message);
		this.name = 'NotLookedUp';
	}
}

/** The fields that something can be looked up by; a mode of a locator is called as its field. */
const NAMES: Readonly<Record<string, string>> = {
	data_id: 'own ID',
	data_mail: 'email address',
};

/** The list of the records that a locator names. */
function listOf({ modes = [] }: Field): List {
	const picker = modes.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod;
	return pickers[picker as PickerName].list;
}

/** What a locator names by another field. */
export interface LookUp {
	/** The IDs of the records that it may be: earlier items may write the value by which it is named. */
	candidates(): string[];
	/** Its ID, once the earlier items that change one of the candidates are over. @throws NotLookedUp */
	id(): string;
}

/**
 * Looks up what a locator names by another field, each value once in an execution.
 * @param by the mode of the locator
 * @param text its value. Throws for a list or an object, which must not count as the address of somebody
 * @returns undefined when the mode does not need it
 * @throws ServiceFailure
 */
export async function lookUp(
	feedback: FeedbackClient,
	field: Field,
	by: string,
	text: () => string,
): Promise<LookUp | undefined> {
	const isMode = field.modes?.some(({ name }) => name === by);
	if (!Object.hasOwn(NAMES, by) || !isMode) return undefined;
	const value = text();
	const list = listOf(field);
	const finder = finderOf(feedback, list);
	const records = await finder.find(by, value);
	const found = records.map((record) => idOf(list.record, record)).filter((id) => id !== undefined);
	return {
		candidates: () => finder.renames.candidates(by, value, found),
		id: () => onlyOne(finder.renames.holders(by, value, found), { field, list, by, value, found }),
	};
}

/**
 * Makes what an item writes into fields that records are found by count in the look-ups of later items.
 * @param field the locator that names the record
 * @param ids the records that it may be
 * @returns to be called when the item is over, with the ID that it was, and whether the service did it; undefined if nobody
 * knows
 */
export function announceRenames(
	feedback: FeedbackClient,
	field: Field,
	ids: readonly string[],
	values: DataRecord,
): (id: string, isDone: boolean | undefined) => void {
	const { renames } = finderOf(feedback, listOf(field));
	const written = Object.keys(NAMES).flatMap((by) => {
		const value = values[by];
		return typeof value === 'string' ? [{ by, value }] : [];
	});
	for (const id of ids) for (const one of written) renames.announce({ id, ...one });
	return (id, isDone) => {
		for (const one of written) renames.finish({ id, ...one }, isDone);
	};
}

/** What was looked up: a field of the records of a list, and a value of it. */
interface LookedUp {
	field: Field;
	list: List;
	by: string;
	value: string;
	/** The IDs of the records that had it. */
	found: readonly string[];
}

/** @throws NotLookedUp */
function onlyOne(ids: string[] | undefined, { field, list, by, value, found }: LookedUp): string {
	const { displayName, isOwn, required } = field;
	const { noun } = list.record;
	const wanted = `the ${NAMES[by]} '${value}'`;
	if (!ids) {
		throw new NotLookedUp(
			`Another item may have changed which ${noun} has ${wanted}`,
			'The service gave no answer to its request. Check the record in the service, then run this item again.',
		);
	}
	if (ids.length === 0 && found.length > 0) {
		throw new NotLookedUp(
			`No ${noun} has ${wanted}`,
			`An earlier item has deleted the ${noun}, or given it another value.`,
			true,
		);
	}
	if (ids.length === 0) {
		const advice = [
			'Check the value. It must match completely.',
			...(list === endUserList ? ['The API documents no way to create an end-user.'] : []),
			...(required || isOwn
				? []
				: [`Leave '${displayName}' empty to act as the person whose API key you use.`]),
		];
		throw new NotLookedUp(`No ${noun} has ${wanted}`, advice.join(' '), true);
	}
	if (ids.length > 1) {
		throw new NotLookedUp(
			`${ids.length} ${noun}s have ${wanted}`,
			`Choose one By ID: ${ids.join(', ')}.`,
		);
	}
	return ids[0];
}
