import type { FeedbackClient } from '../client/client';
import { finderOf } from '../client/finder';
import { endUserList } from '../service/end-users';
import { idOf } from '../service/records';
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

/**
 * The ID of what a locator names by another field, each value looked up once in an execution.
 * @param by the mode of the locator
 * @param text its value. Throws for a list or an object, which must not count as the address of somebody
 * @returns undefined when the mode does not need it
 * @throws NotLookedUp when none or several match; ServiceFailure
 */
export async function lookUp(
	feedback: FeedbackClient,
	{ modes = [], displayName, isOwn, required }: Field,
	by: string,
	text: () => string,
): Promise<string | undefined> {
	if (!Object.hasOwn(NAMES, by) || !modes.some(({ name }) => name === by)) return undefined;
	const value = text();
	const picker = modes.find(({ type }) => type === 'list')?.typeOptions?.searchListMethod;
	const { list } = pickers[picker as PickerName];
	const { noun } = list.record;
	const found = await finderOf(feedback, list).find(by, value);
	const ids = found.map((record) => idOf(list.record, record)).filter((id) => id !== undefined);
	const wanted = `the ${NAMES[by]} '${value}'`;
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
