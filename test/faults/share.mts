// By day a tenth of the cases, other ones in each run; FAULTS=all plays all, as each night does.

const isWhole = process.env.FAULTS === 'all';
const SHARE = isWhole ? 1 : 10;
const seed = Math.floor(Math.random() * SHARE);

export const shareOf = (count: number): number => Math.ceil(count / SHARE);

/** Whether this fault is played here: of each fault and in each place a few are. */
export const isPlayed = (place: number, fault: number): boolean =>
	(place * 7 + fault + seed) % SHARE === 0;
