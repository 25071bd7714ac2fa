// A bench compares: what is measured with what it is measured against, in turns in the same run.
import { cpus, totalmem } from 'node:os';

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
	/** The largest ratio allowed. */
	goal?: number;
}

interface Sides<T> {
	what: string;
	against: string;
	baseline(): Promise<T>;
	measured(): Promise<T>;
	rounds?: number;
	/** Whether the first turn is left out. */
	warmsUp?: boolean;
}

export interface Comparison extends Sides<number> {
	goal?: number;
	unit?: (value: number) => string;
}

/** What some work took. */
export interface Usage {
	cpuMs: number;
	timeMs: number;
}

export const milliseconds = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
export const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
export const kilobytes = (bytes: number) => `${(bytes / 2 ** 10).toFixed(0)} KB`;

export async function compare({ goal, unit, ...sides }: Comparison): Promise<Row> {
	return toRow(sides, await inTurns(sides), { goal, unit });
}

/** One row for the CPU and one for the time. */
export async function compareUsage({
	goals = {},
	...sides
}: Sides<Usage> & { goals?: { cpu?: number; time?: number } }): Promise<Row[]> {
	const turns = await inTurns(sides);
	return (['cpu', 'time'] as const).map((kind) => {
		const { what, against } = sides;
		const pairs = turns.map(([one, other]): [number, number] => [
			one[`${kind}Ms`],
			other[`${kind}Ms`],
		]);
		const name = kind === 'cpu' ? 'CPU' : 'time';
		return toRow({ what: `${what}: ${name}`, against }, pairs, { goal: goals[kind] });
	});
}

/** In turns, so that whatever else the machine does meets both; the first turn warms up. */
async function inTurns<T>({
	baseline,
	measured,
	rounds = 5,
	warmsUp = true,
}: Sides<T>): Promise<Array<[T, T]>> {
	const pairs: Array<[T, T]> = [];
	for (let round = warmsUp ? 0 : 1; round <= rounds; round++) {
		const pair: [T, T] = [await baseline(), await measured()];
		if (round > 0) pairs.push(pair);
	}
	return pairs;
}

/** Says what came of it, since all of them take long. @param pairs of what the baseline took and what ours took */
export function toRow(
	{ what, against }: { what: string; against: string },
	pairs: ReadonlyArray<readonly [number, number]>,
	{ goal, unit = milliseconds }: { goal?: number; unit?: (value: number) => string } = {},
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
	`${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB of memory`;
