import type { FeedbackClient } from '../../shared/client/client';
import { finderOf } from '../../shared/client/finder';
import { isNotOffered } from '../../shared/client/service-failure';
import { NotLookedUp } from '../../shared/node/lookups';
import { hasValue, isSameInOneCase } from '../../shared/service/comparable';
import { groupList } from '../../shared/service/groups';
import type { DataRecord } from '../../shared/service/records';

/**
 * The group whose ID a create has just found taken. Only the ID if the service has no list of groups, or the list lacks it.
 * @throws NotLookedUp if the service took the ID for another one; ServiceFailure
 */
export async function existingGroup(
	feedback: FeedbackClient,
	data_id: string,
): Promise<DataRecord> {
	const found = await inList(feedback, data_id).catch((error: unknown) => {
		if (isNotOffered(error)) return [];
		throw error;
	});
	const exact = found.length > 0 && (await finderOf(feedback, groupList).known('data_id', data_id));
	// If several differ in letter case alone, letter case counts, and none of them is this one.
	if (exact || found.length !== 1) return exact || { data_id };
	const other = String(found[0].data_id);
	if (isSameInOneCase(data_id, other)) return found[0];
	throw new NotLookedUp(
		`The service takes the own ID '${data_id}' for '${other}'`,
		'They differ only in letter case, so they may be two groups. Use IDs that differ in more than that, such as the 18 characters of Salesforce.',
	);
}

/** What an execution has learnt of the list and of the service. */
const unlearnt = () => ({
	/** Whether reading the list again may help: not after it was read again without success. */
	isWorthReadingAgain: true,
	isCaseIgnored: false,
});

/**
 * The groups with this ID in any letter case. If a list from before does not have it, the group is newer, and the list is read
 * once more. If the service ignores letter case, there is no newer one beside that in another case.
 */
async function inList(feedback: FeedbackClient, data_id: string): Promise<DataRecord[]> {
	const finder = finderOf(feedback, groupList);
	const learnt = feedback.once(existingGroup, unlearnt);
	const isExact = hasValue('data_id', data_id);
	const before = finder.lastReading;
	let found = await finder.listed('data_id', data_id);
	const isKnown = (group: DataRecord) =>
		isExact(group) || learnt.isCaseIgnored || finder.isMadeHere(group);
	if (before !== undefined && !found.some(isKnown)) {
		if (!learnt.isWorthReadingAgain) return [];
		found = await finder.listed('data_id', data_id, before);
		learnt.isWorthReadingAgain = found.length > 0;
	}
	learnt.isCaseIgnored ||= found.length === 1 && !isExact(found[0]);
	return found;
}
