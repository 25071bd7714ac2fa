import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { BRIEF } from '../shared/client/retry';
import { toNodeError } from '../shared/node/failure';
import { clock } from '../shared/node/transport';
import { isActivation, isFirstPoll, markBegun, pollBudgetMs, silencesForGood } from './engine';
import { toItem } from './items';
import { Looks } from './looks';
import { Memory, thisProcess } from './memory';
import { plan, type Read } from './news';
import { oldestFirst } from './page';
import { Reading } from './reading';
import { sample } from './sample';
import { readSettings, type Settings } from './settings';
import { sweepDue } from './sweep';
import { EventFailure, type Hindrance, isEndOfTime, takeTurns } from './turns';
import { worksOf } from './works';

/** A poll ends long before n8n gives it up, and soon enough that the start of a workflow does not hang on it. */
const LONGEST_POLL_MS = 28_000;
const SHARE_OF_BUDGET = 0.8;

const REQUEST_TIMEOUT_MS = 10_000;
const TERMS = { patience: BRIEF, timeoutMs: REQUEST_TIMEOUT_MS };

/**
 * One poll of the trigger: settings, then pages, then news, then memory. What was read before something went wrong is
 * kept; a poll that throws has got nowhere, and has changed nothing.
 * @returns null when there is no news
 * @throws NodeApiError | NodeOperationError
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const isManual = context.getMode() === 'manual';
	const isFirst = !isManual && isFirstPoll(context);
	try {
		if (isManual) return [await sample(context, TERMS)];
		const items = await pollOnce(context);
		markBegun(context);
		return items.length > 0 ? [items] : null;
	} catch (thrown) {
		const { cause: error, event } =
			thrown instanceof EventFailure ? thrown : { cause: thrown, event: undefined };
		const failure = toNodeError(error, { node: context.getNode(), event: event?.option.name });
		const hasMemory = isFirst && !new Memory(context).isEmpty;
		if (!silencesForGood(context, { isFirst, hasMemory })) throw failure;
		context.logger.warn(
			`The first poll after a start failed, the next one tries again: ${failure.message}`,
		);
		return null;
	}
}

async function pollOnce(context: IPollFunctions): Promise<INodeExecutionData[]> {
	const budgetMs = Math.min(LONGEST_POLL_MS, SHARE_OF_BUDGET * pollBudgetMs(context));
	const end = clock.now() + budgetMs;
	const timeUp = new AbortController();
	const done = new AbortController();
	void clock.sleep(budgetMs, done.signal).then(() => timeUp.abort(new TimeUp()));
	try {
		const settings = await readSettings(context, {
			...TERMS,
			signal: timeUp.signal,
			timeoutMs: Math.min(REQUEST_TIMEOUT_MS, budgetMs),
		});
		const reads = begin(context, settings);
		const hindrance = await takeTurns(worksOf(context, settings.feedback, reads), end);
		return handOver(context, settings, reads, hindrance);
	} finally {
		done.abort(DONE);
	}
}

/** Made once, since it ends each poll, and nobody takes notice of it. */
const DONE = new Error('The poll is over');

/** Reads, as a reason to end, like a service that did not answer in time. */
class TimeUp extends Error {
	readonly name = 'TimeoutError';
}

/** What is read for each event, by the memory as it is now. */
function begin(context: IPollFunctions, { feedback, watched, beginAnew }: Settings): Read[] {
	const memory = new Memory(context);
	const isAnew = beginAnew && isActivation(context);
	const recalled = watched.map((one) => {
		const cursor = isAnew ? undefined : memory.recall(one);
		if (!cursor && memory.isGarbled(one.event)) {
			context.logger.warn(
				`What was stored of '${one.event.option.name}' cannot be read: it starts anew, without what is there already`,
			);
		}
		return { one, cursor };
	});
	// Each list is swept once, for all events that have nothing else to read of it.
	const depths = new Map<string, number>();
	for (const { one, cursor } of recalled) {
		if (cursor?.owed.length !== 0) continue;
		depths.set(one.source, Math.max(cursor.depth, depths.get(one.source) ?? 0));
	}
	const sweeps = new Map(
		[...depths].map(([source, depth]) => [source, sweepDue(context, source, depth)]),
	);
	return recalled.map(({ one, cursor }) => {
		const sweep = cursor?.owed.length === 0 ? sweeps.get(one.source) : undefined;
		const reading = new Reading(one, cursor, sweep);
		return one.rule.comments ? { reading, looks: new Looks(feedback, reading) } : { reading };
	});
}

/** From here to the end nothing waits, so that no other poll can come in between. */
function handOver(
	context: IPollFunctions,
	{ watched, simplify: short, redeliver, beginAnew }: Settings,
	reads: readonly Read[],
	hindrance: Hindrance | undefined,
): INodeExecutionData[] {
	const memory = new Memory(context);
	// Asked once more: another poll may have ended well meanwhile, and what it stored counts.
	const isAnew = beginAnew && isActivation(context);
	const plans = reads.flatMap((read) => {
		const { reading } = read;
		const { event, rule } = reading.watched;
		const cursor = isAnew ? undefined : memory.recall(reading.watched);
		reading.end();
		if (reading.pages.size === 0 || reading.isUndecided) return [];
		const planned = plan(read, cursor, redeliver ? thisProcess : undefined);
		const isChange = memory.isChangedBy(event, planned.next);
		return [{ ...planned, event, rule, isBaseline: !cursor, isChange }];
	});
	const items = plans
		.flatMap(({ news, event, rule, next }) => news.map((one) => ({ one, event, rule, next })))
		.sort((a, b) => oldestFirst(a.one, b.one))
		.map(({ one, event, rule, next }) => toItem({ event, rule }, one, short, next.names));
	const isProgress = plans.some(({ isChange }) => isChange);
	if (hindrance && !isProgress && !isEndedInTime(hindrance, reads)) {
		throw new EventFailure(hindrance.error, hindrance.event);
	}
	if (hindrance && !isEndOfTime(hindrance.error)) {
		const { name } = hindrance.event.option;
		const { message } = toNodeError(hindrance.error, { node: context.getNode(), event: name });
		context.logger.warn(
			`'${name}' could not be read to the end, the next poll goes on from there: ${message}`,
		);
	}
	memory.store(
		plans,
		watched.map(({ event }) => event),
	);
	return items;
}

/** Whether time or the limit ran out where nothing is owed: the next poll looks again, and nobody has to know. */
function isEndedInTime({ error }: Hindrance, reads: readonly Read[]): boolean {
	const begun = reads.filter(({ reading }) => reading.pages.size > 0);
	const isLeft = ({ reading, looks }: Read) => reading.rests().length > 0 || looks?.isLeft === true;
	return isEndOfTime(error) && begun.length > 0 && !begun.some(isLeft);
}
