// A bench compares: what is measured with what it is measured against, in turns in the same run.
import { cpus, totalmem } from 'node:os';

/** One row of the table. What is less is better, in each of them. */
export interface Row {
	what: string;
	against: string;
	baseline: string;
	measured: string;
	/** Measured by baseline: the median of all rounds, and the least and the most. */
	ratio: number;
	spread: [number, number];
	goal: number;
}

interface Comparison extends Pick<Row, 'what' | 'against' | 'goal'> {
	baseline(): Promise<number>;
	measured(): Promise<number>;
	rounds?: number;
	warmsUp?: boolean;
	unit?: (value: number) => string;
}

export interface Usage {
	cpuMs: number;
	timeMs: number;
}

const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** In turns, so that whatever else the machine does meets both; the first turn warms up. */
export async function compare(comparison: Comparison): Promise<Row> {
	const { baseline, measured, rounds = 3, warmsUp = true } = comparison;
	const pairs: Array<[number, number]> = [];
	for (let round = warmsUp ? 0 : 1; round <= rounds; round++) {
		const pair: [number, number] = [await baseline(), await measured()];
		if (round > 0) pairs.push(pair);
	}
	return toRow(comparison, pairs);
}

/** Says what came of it, since all of them take long. @param pairs of what the baseline took and what ours took */
export function toRow(
	{ what, against, goal, unit = milliseconds }: Omit<Comparison, 'baseline' | 'measured'>,
	pairs: ReadonlyArray<readonly [number, number]>,
): Row {
	const ratios = pairs.map(([baseline, measured]) => measured / baseline);
	console.log(`${median(ratios).toFixed(2)}  ${what}, beside ${against}`);
	return {
		what,
		against,
		baseline: unit(median(pairs.map(([baseline]) => baseline))),
		measured: unit(median(pairs.map(([, measured]) => measured))),
		ratio: median(ratios),
		spread: [Math.min(...ratios), Math.max(...ratios)],
		goal,
	};
}

export function median(values: readonly number[]): number {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const isMet = ({ ratio, goal }: Row) => ratio <= goal;

export function table(rows: readonly Row[]): string {
	const lines = rows.map((row) =>
		[
			row.what,
			row.against,
			row.baseline,
			row.measured,
			row.ratio.toFixed(2),
			row.spread.map((value) => value.toFixed(2)).join(' to '),
			`at most ${row.goal}${isMet(row) ? '' : ' (missed)'}`,
		].join(' | '),
	);
	return [
		'case | against | baseline | ours | ratio | spread | goal',
		'--- | --- | --- | --- | --- | --- | ---',
		...lines,
	]
		.map((line) => `| ${line} |`)
		.join('\n');
}

export const machine = () =>
	`${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory`;
