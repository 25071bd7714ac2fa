import { npsResponseList } from '../../shared/service/nps-responses';
import { count } from '../prints';
import { type Change, type Filters, fromTo, type WatchedEvent } from './event';

const score = count('vote');

/** The scores of each group, both ends included. */
const GROUPS: Readonly<Record<string, readonly [lowest: number, highest: number]>> = {
	detractor: [0, 6],
	passive: [7, 8],
	promoter: [9, 10],
};

/** Whether a score passes all that is filled in; one that is not told passes. */
function passes(vote: unknown, { group, lowest, highest }: Filters): boolean {
	if (typeof vote !== 'number') return true;
	const [from, to] = GROUPS[String(group)] ?? [];
	const bounds = (...ends: unknown[]) => ends.filter((end) => end !== undefined).map(Number);
	return vote >= Math.max(...bounds(from, lowest)) && vote <= Math.min(...bounds(to, highest));
}

export const npsResponseEvents: readonly WatchedEvent[] = [
	{
		option: {
			name: 'New NPS Response',
			value: 'newNpsResponse',
			description:
				'When an NPS response first shows. A changed answer of the same end-user within 14 days keeps its ID, so it is not new, unless the options say so.',
		},
		list: npsResponseList,
		orderedBy: 'created',
		shows: {},
		rule({ collection }) {
			const filters = collection('npsFilters');
			const isTold = ({ record: { vote } }: Change) => passes(vote, filters);
			if (collection('options').changedAnswers !== true) return { tellsFirst: true, isTold };
			return {
				keeps: score,
				tellsFirst: true,
				isTold,
				says: fromTo(score, 'vote'),
				scope: { changedAnswers: true },
			};
		},
	},
];
