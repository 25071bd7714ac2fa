/** What became of one item of a step that was stopped. */
export type Outcome = 'Succeeded' | 'Unknown' | 'Not succeeded';

/** "Succeeded: 0 to 4, 6. Unknown: 7. Not succeeded: 5, 8 to 9." Items are counted from 0, as n8n counts them. */
export function toSentence(outcomes: readonly Outcome[]): string {
	const runs: Record<Outcome, Array<[from: number, to: number]>> = {
		Succeeded: [],
		Unknown: [],
		'Not succeeded': [],
	};
	for (const [item, outcome] of outcomes.entries()) {
		const last = runs[outcome].at(-1);
		if (last?.[1] === item - 1) last[1] = item;
		else runs[outcome].push([item, item]);
	}
	const texts = Object.entries(runs).map(([outcome, ranges]) => {
		const items = ranges.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`));
		return items.length > 0 ? `${outcome}: ${items.join(', ')}.` : '';
	});
	return `Items by their number. ${texts.filter((text) => text !== '').join(' ')}`;
}
