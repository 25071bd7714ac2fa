import type { IPollFunctions } from 'n8n-workflow';

/** What n8n's default engine gives a poll, and its durable one the poll of a registration; a scheduled one has less. */
const DEFAULT_BUDGET_MS = 300_000;

/** Milliseconds a poll may take; n8n before 2.38 does not say. */
export function pollBudgetMs(context: IPollFunctions): number {
	return typeof context.getPollBudgetMs === 'function'
		? context.getPollBudgetMs()
		: DEFAULT_BUDGET_MS;
}

/**
 * Whether the memory is a copy that n8n keeps only once a scheduled poll has ended well, as with its durable cursors.
 * What it saves by itself notices changes, and bears a mark for them.
 */
export const isStaged = (memory: object) => !('__dataChanged' in memory);

/** Whether n8n polls because it registers the workflow: with durable cursors it throws away what that poll remembers. */
export const isRegistration = (context: IPollFunctions) =>
	pollBudgetMs(context) === DEFAULT_BUDGET_MS;

/**
 * What lives as long as a registration, in this process alone: n8n's default engine keeps one context for all its polls,
 * its durable one makes a new one for each.
 */
export function perRegistration<T>(make: () => T): (registration: object) => T {
	const all = new WeakMap<object, T>();
	return (registration) => {
		const known = all.get(registration) ?? make();
		all.set(registration, known);
		return known;
	};
}

/** Registrations that have polled before. */
const polledBefore = new WeakSet<IPollFunctions>();
/** Registrations whose first poll has ended well. */
const begun = new WeakSet<IPollFunctions>();

/** Whether it is the first poll of this registration. Asked once a poll. */
export function isFirstPoll(context: IPollFunctions): boolean {
	const isFirst = !polledBefore.has(context);
	polledBefore.add(context);
	return isFirst;
}

/** Whether someone has just switched the workflow on, and no poll has ended well since. */
export function isActivation(context: IPollFunctions): boolean {
	const mode = context.getActivationMode();
	return (mode === 'activate' || mode === 'create') && !begun.has(context);
}

/** The poll has ended well. */
export function markBegun(context: IPollFunctions): void {
	begun.add(context);
}

/**
 * Whether a throw now would silence the trigger for good: n8n polls once while it registers a workflow, and gives a
 * workflow up when that fails a few times, although it is shown as active. With memory there is something to go on
 * from, and the next scheduled poll reports the failure. Without, someone has just switched the workflow on.
 */
export function silencesForGood(
	context: IPollFunctions,
	{ isFirst, hasMemory }: { isFirst: boolean; hasMemory: boolean },
): boolean {
	const mode = context.getActivationMode();
	const isAtStart =
		mode === 'init' ||
		mode === 'leadershipChange' ||
		(mode === 'update' && isRegistration(context));
	return isFirst && isAtStart && hasMemory;
}
