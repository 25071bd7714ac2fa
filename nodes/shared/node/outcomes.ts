/** What became of one item of a step that was stopped. */
export type Outcome = 'succeeded' | 'unknown' | 'notSucceeded';

/**
 * What became of every item, in one sentence: "Items 0 to 4 and 6 succeeded, 7 is unknown, 5 and 8 to 9 did
 * not." Items are counted from 0, as n8n counts them.
 */
export function toSentence(outcomes: readonly Outcome[]): string {
	const succeeded = withOutcome(outcomes, 'succeeded');
	const unknown = withOutcome(outcomes, 'unknown');
	const not = withOutcome(outcomes, 'notSucceeded');
	if (not.length === outcomes.length) return 'No item succeeded.';
	const clauses = [
		clause(succeeded, 'succeeded', 'succeeded'),
		clause(unknown, 'is unknown', 'are unknown'),
		succeeded.length > 0
			? clause(not, 'did not', 'did not')
			: clause(not, 'did not succeed', 'did not succeed'),
	].filter((text) => text !== '');
	const [first] = [succeeded, unknown].filter((items) => items.length > 0);
	return `${first.length > 1 ? 'Items' : 'Item'} ${clauses.join(', ')}.`;
}

function withOutcome(outcomes: readonly Outcome[], wanted: Outcome): number[] {
	return outcomes.flatMap((outcome, item) => (outcome === wanted ? [item] : []));
}

function clause(items: readonly number[], one: string, several: string): string {
	if (items.length === 0) return '';
	return `${ranges(items)} ${items.length > 1 ? several : one}`;
}

/** 0, 1, 2, 5 -> "0 to 2 and 5". */
function ranges(items: readonly number[]): string {
	const runs: Array<{ from: number; to: number }> = [];
	for (const item of items) {
		const last = runs.at(-1);
		if (last?.to === item - 1) last.to = item;
		else runs.push({ from: item, to: item });
	}
	const texts = runs.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
	const end = texts.pop();
	return texts.length > 0 ? `${texts.join(', ')} and ${end}` : `${end}`;
}
