// Counts the votes that a post gains within some days. Stores the number of votes and, for each eighth of the window in which
// it changed, the number before: `votes_fired_slice~votes_slice~votes`, in base 36. New votes are dated to the poll that read the
// post before. So old votes that are found late, as after a stop of n8n, do not count as new.
import type { DataRecord } from '../../shared/service/records';
import type { StoredValue, Rule } from './rule';

const SLICES = 8;
const DAY_MS = 86_400_000;

function decoded(text: string) {
	const numbers = (part: string) => part.split('~').map((number) => Number.parseInt(number, 36));
	const [[votes], fired = [], ...marks] = text.split('_').map(numbers);
	return { votes, fired, marks };
}

interface Window {
	/** The field that counts the votes. */
	field: string;
	votesIn(record: DataRecord): number | undefined;
	/** The votes to gain, and the days within which that counts. */
	least: number;
	days: number;
	isWatched(record: DataRecord): boolean;
}

/** Fires when a post gains enough votes within some days, and then not again for the same number of days. */
export function gaining({ field, votesIn, least, days, isWatched }: Window): Rule {
	const sliceOf = (ms: number) => Math.floor((ms * SLICES) / (days * DAY_MS));
	const gained: StoredValue = {
		name: `gained_${days}`,
		isTimed: true,
		of(record, before, { now, since } = { now: 0, since: 0 }) {
			const votes = votesIn(record);
			if (!before || votes === undefined) return before ?? votes?.toString(36) ?? '';
			const { votes: last, fired, marks } = decoded(before);
			// Keeps the stored value while the votes are the same: a write for each post whose window moves on would be too much.
			if (votes === last) return before;
			const slice = sliceOf(now);
			const isRecent = (at: number) => at >= slice - SLICES && at <= slice;
			const recent = [...marks, [sliceOf(since), last]]
				.filter(([at]) => isRecent(at))
				.filter(([at], place, all) => at !== all[place - 1]?.[0]);
			const [[, from] = [slice, votes]] = recent;
			const fires = votes - from >= least && !fired.some(isRecent) && isWatched(record);
			const parts = [[votes], fires ? [slice] : fired.filter(isRecent), ...recent];
			return parts.map((part) => part.map((one) => one.toString(36)).join('~')).join('_');
		},
	};
	return {
		stores: [gained],
		fires({ before, after }) {
			const { fired: [former] = [] } = decoded(before?.[gained.name] ?? '');
			const {
				votes: to,
				fired: [fired],
				marks: [[, from] = []],
			} = decoded(after[gained.name]);
			return fired >= 0 && fired !== former && before ? { from, to } : undefined;
		},
		example(record) {
			const from = (votesIn(record) ?? 0) - least;
			return from < 0 ? undefined : { ...record, [field]: from };
		},
	};
}
