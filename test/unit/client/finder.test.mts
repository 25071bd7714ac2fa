// What a finder keeps of a list for later lookups of the same execution, and when it reads again.
import { expect, test } from 'vitest';
import type { FeedbackClient } from '../../../nodes/shared/client/client';
import { Finder } from '../../../nodes/shared/client/finder';
import { endUserList } from '../../../nodes/shared/service/end-users';
import { groupList } from '../../../nodes/shared/service/groups';
import type { List, Page } from '../../../nodes/shared/service/pages';
import type { DataRecord } from '../../../nodes/shared/service/records';

/** A finder, and how often it read. Each read has the next of these answers; the last one stays. */
function finderOf(list: List, ...answers: Array<DataRecord[] | Error>) {
	let reads = 0;
	const page = async (): Promise<Page> => {
		const answer = answers[Math.min(reads++, answers.length - 1)];
		if (answer instanceof Error) throw answer;
		return await Promise.resolve({ records: answer, hasMore: false, size: 1 });
	};
	const finder = new Finder({ page } as unknown as FeedbackClient, list);
	return { finder, reads: () => reads };
}

const acme = { group_id: 7, data_id: 'Acme' };
const globex = { group_id: 8, data_id: 'globex' };

test('a group is found after the list could not be read', async () => {
	const { finder } = finderOf(groupList, new Error('Nope'), [acme]);
	await expect(finder.findExisting('data_id', 'Acme')).rejects.toThrow('Nope');
	expect(await finder.findExisting('data_id', 'Acme')).toEqual(acme);
});

test('for a group that is newer than the list, that is read once more', async () => {
	const { finder, reads } = finderOf(groupList, [acme], [acme, globex]);
	for (const [id, group] of [
		['Acme', acme],
		['globex', globex],
		['globex', globex],
	] as const) {
		expect(await finder.findExisting('data_id', id)).toEqual(group);
	}
	expect(reads()).toBe(2);
});

test('for groups that are in no list, that is not read again and again', async () => {
	const { finder, reads } = finderOf(groupList, [acme]);
	expect(await finder.findExisting('data_id', 'Acme')).toEqual(acme);
	for (const id of ['a', 'b', 'c']) {
		expect(await finder.findExisting('data_id', id)).toBeUndefined();
	}
	expect(reads()).toBe(2);
});

test('a failed search is asked for again', async () => {
	const ada = { user_id: 1, data_mail: 'ada@example.com' };
	const { finder, reads } = finderOf(endUserList, new Error('Nope'), [ada]);
	await expect(finder.find('data_mail', ada.data_mail)).rejects.toThrow('Nope');
	expect(await finder.find('data_mail', ada.data_mail)).toEqual([ada]);
	expect(reads()).toBe(2);
});
