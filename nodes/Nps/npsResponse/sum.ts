import { momentOf } from '../../shared/client/period';
import type { CalendarPeriod } from '../../shared/node/dates';
import { groupOf } from '../../shared/service/nps-responses';
import type { DataRecord } from '../../shared/service/records';

/** The responses of one period. */
export class Sum {
	/** The first moment of the period, in milliseconds. */
	readonly begin: number;
	private readonly counts = { promoters: 0, passives: 0, detractors: 0 };

	constructor(private readonly period: CalendarPeriod) {
		this.begin = momentOf(period.since);
	}

	add({ vote }: DataRecord): void {
		const group = groupOf(vote);
		if (group) this.counts[`${group}s`]++;
	}

	against(before: Sum): DataRecord {
		const { period, from } = this.period;
		const [score, previous_score] = [this.score, before.score];
		const change = score === null || previous_score === null ? null : score - previous_score;
		return { period, from, score, previous_score, change, count: this.count, ...this.counts };
	}

	private get count(): number {
		return this.counts.promoters + this.counts.passives + this.counts.detractors;
	}

	/** From -100 to 100, as a whole number; null if nobody responded. */
	private get score(): number | null {
		if (this.count === 0) return null;
		const { promoters, detractors } = this.counts;
		return Math.round((100 * (promoters - detractors)) / this.count) + 0; // Without -0.
	}
}
