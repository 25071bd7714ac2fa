import type { Settings } from './settings.mts';

export const filterParameters = [
	'type',
	'filter',
	'status',
	'category',
	'owner',
	'search',
	'segment',
	'date_start',
	'date_end',
];

/** Services that the specification would allow, or that are known to be, as sets of switches. */
export const moods: Readonly<Record<string, Partial<Settings>>> = {
	documented: {},
	/** Different in whatever nobody has confirmed. */
	second: {
		pageBase: 1,
		hasMore: false,
		ignoredParameters: filterParameters,
		postOrder: 'trend',
		mapsAsArrays: true,
		emptyMapAsArray: true,
		idsAsText: true,
	},
};

/** Whole test files run in another mood by this variable of the environment. */
export function moodOfTheRun(): Partial<Settings> {
	return moodNamed(process.env.SANDBOX_MOOD ?? 'documented');
}

export function moodNamed(name: string): Partial<Settings> {
	if (!Object.hasOwn(moods, name)) {
		throw new Error(`No mood is called ${name}: there are ${Object.keys(moods).join(', ')}`);
	}
	return moods[name];
}
