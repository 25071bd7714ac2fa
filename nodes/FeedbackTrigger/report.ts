// Reports failures to n8n: one error for all that are due, and the log for the others.
import { ServiceFailure } from '../shared/client/service-failure';
import { andMore, plain } from '../shared/node/explanations';
import { toNodeError } from '../shared/node/failure';
import { type Failed, type Failures, isEndOfTime, ListFailure } from './failures';
import type { Poll } from './n8n-poll';
import type { Reading } from './reading/reading';
import { namesOf } from './settings';

/** Maximum number of IDs in a message. */
const MOST_NAMED = 10;

/** Logs a list that starts although the trigger ran before, and failures that do not fail the poll. */
export function log(
	poll: Poll,
	{ diff, plan, failure, refusals }: Reading,
	wasKnown: boolean,
): void {
	const { list, cursor, rotation } = diff;
	const names = namesOf(list);
	const said = (cause: ServiceFailure) => toError(poll, new ListFailure([{ cause, list }])).message;
	const isBegun = !cursor && plan.read.size > 0;
	if (isBegun && (wasKnown || poll.isPublishedAgain))
		poll.warn(
			`${names} starts and ignores existing items. It is new, was renamed, reads another workspace or other posts, or its stored data cannot be read.`,
		);
	if (failure && !isEndOfTime(failure))
		poll.warn(`${names} could not be read completely: ${said(failure)}`);
	if (plan.isStuck && !rotation.isStuckLogged) {
		rotation.isStuckLogged = true;
		poll.warn(
			`${names} sees only the first page: the service answers every page with the same records.`,
		);
	}
	for (const refusal of refusals.map(said))
		poll.warn(
			`Not requested again, as the service does not say whether it was deleted: ${refusal}`,
		);
}

/**
 * Fails a poll that could read nothing, and a first activation in which a list could not be read. `Failures` decides otherwise.
 * @throws ListFailure
 */
export function throwIfDue(
	readings: readonly Reading[],
	failures: Failures,
	isFirst: boolean,
): void {
	// A page that fails may have no turn for many polls, and none once the list is shorter.
	const isLeft = ({ diff, plan }: Reading) => diff.rotation.turns.isAnyFailing(plan.depth);
	for (const one of readings) if (!one.failure && !isLeft(one)) failures.end(one.diff.list.key);
	const failed: Array<Failed & { what: string; times?: number }> = [];
	for (const { diff, failure: cause, comments } of readings) {
		const { list } = diff;
		if (cause) failed.push({ what: list.key, list, cause });
		if (comments.failure) failed.push({ what: `${list.key} comments`, list, ...comments.failure });
	}
	for (const { what, times } of failed) failures.count(what, times);
	const hasRead = ({ plan }: Reading) => plan.read.size > 0;
	const isAll = !readings.some(hasRead);
	// At the rate limit, other workflows may use it up.
	const isAtOnce = isAll && readings.some(({ failure }) => failure?.problem.kind !== 'rateLimited');
	const isIncomplete = isFirst && !readings.every(hasRead);
	const due = failures.due(failed.map(({ what }) => what));
	const said = failed.filter(({ what }) => isAtOnce || isIncomplete || due.includes(what));
	failures.said(due);
	if (said.length > 0) throw new ListFailure(said, !isAll);
}

/** What was thrown, as one error for n8n. */
export function toError({ node }: Poll, thrown: unknown) {
	if (!(thrown instanceof ListFailure)) return toNodeError(thrown, { node });
	const [error, ...others] = thrown.failed.map((one) => errorOf(node, one));
	error.message = [error, ...others].map(({ message }) => message).join('; ');
	// With durable cursors n8n 2.41.1 pauses the whole node for half an hour after a failure that looks permanent.
	// `failure` is an option of its own errors since n8n-io/n8n#36531; older versions ignore it.
	return thrown.isPartial
		? Object.assign(error, { failure: { cause: 'temporarily-unavailable' } })
		: error;
}

/** With the names of the events that the failure stops, and the IDs of the records if it is of some. */
function errorOf(node: Poll['node'], { cause, list, posts }: Failed) {
	const { text = list.key, things = [] } = cause instanceof ServiceFailure ? cause.call.path : {};
	const id = things.at(0)?.id ?? text.split('/').at(3);
	const ids = posts ?? (id === undefined ? [] : [id]);
	const isOfComments = text.endsWith('/comments');
	const events = list.events.filter(
		({ event }) => ids.length === 0 || (isOfComments ? event.isOfComments : event.recordPath),
	);
	const error = toNodeError(cause, { node, event: namesOf({ events }) });
	if (ids.length === 0) return error;
	const { noun } = list.list.record;
	const shown = ids.slice(0, MOST_NAMED).join(', ');
	const more = andMore(ids.length - MOST_NAMED);
	error.message += plain(` (${noun}${ids.length > 1 ? 's' : ''} ${shown})${more}`);
	return error;
}
