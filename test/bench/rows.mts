// A bench compares: what is measured with what it is measured against, in turns in the same run.
import { cpus } from 'node:os';

/** One row of the table. What is less is better, in each of them. */
export interface Row {
	what: string;
	/** What it is measured against. */
	against: string;
	baseline: string;
	measured: string;
	/** Measured by baseline: the median of all rounds, and the least and the most. */
	ratio: number;
	spread: [number, number];
	/** What the ratio may be at the most. */
	goal?: number;
}

export interface Comparison {
	what: string;
	against: string;
	baseline(): Promise<number>;
	measured(): Promise<number>;
	rounds?: number;
	goal?: number;
	unit?: (value: number) => string;
}

export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** How long it took, in milliseconds. */
export const timed = (work: () => Promise<unknown>) => async () => {
	const start = performance.now();
	await work();
	return performance.now() - start;
};

/** In turns, so that whatever else the machine does meets both; the first turn warms up. */
export async function compare({
	what,
	against,
	baseline,
	measured,
	rounds = 5,
	goal,
	unit = milliseconds,
}: Comparison): Promise<Row> {
	const before: number[] = [];
	const after: number[] = [];
	for (let round = 0; round <= rounds; round++) {
		const [one, other] = [await baseline(), await measured()];
		if (round === 0 && rounds > 1) continue;
		before.push(one);
		after.push(other);
		if (rounds === 1) break;
	}
	const ratios = after.map((value, at) => value / before[at]);
	return {
		what,
		against,
		baseline: unit(median(before)),
		measured: unit(median(after)),
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

export const isMet = ({ ratio, goal }: Row) => goal === undefined || ratio <= goal;

/** As a table in Markdown. */
export function table(rows: readonly Row[]): string {
	const lines = rows.map((row) =>
		[
			row.what,
			row.against,
			row.baseline,
			row.measured,
			row.ratio.toFixed(2),
			row.spread.map((value) => value.toFixed(2)).join(' to '),
			row.goal === undefined ? '' : `at most ${row.goal}${isMet(row) ? '' : ' (missed)'}`,
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
	`${cpus().length} cores (${cpus()[0].model.trim()}), Node.js ${process.versions.node}`;
