// One operation under one fault: what was sent and when, what came of it, and what changed in the service. Time is
// virtual, so that a wait of minutes costs nothing; the requests are real.
import type { INodeExecutionData } from 'n8n-workflow';
import { setImmediate as turn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { vi } from 'vitest';
import { exampleValues, toParameters, type Values } from '../contract/examples.mts';
import type { PublishedOperation } from '../contract/nodes.mts';
import { idParameters } from '../contract/operation-runs.mts';
import { endpointOf } from '../contract/expectations.mts';
import { addThings, type Things } from '../contract/workspace.mts';
import type { Fault, Sandbox } from '../sandbox/server.mts';
import { bearer, executeContext, type Logged } from '../unit/n8n-context.mts';
import { ownTime } from '../unit/own-time.mts';
import { changes, type Changes, snapshot } from './state.mts';

/**
 * `queue` and `record` take any answer for a good one, `unassign` is answered without a body, and `announce` is an
 * update that reaches people, by e-mail or as an announcement.
 */
export type Role =
	| 'create'
	| 'queue'
	| 'list'
	| 'read'
	| 'record'
	| 'update'
	| 'announce'
	| 'delete'
	| 'unassign'
	| 'assign';

const PARTICULAR: Readonly<Record<string, Role>> = {
	'queueItem.create': 'queue',
	'postMetadata.get': 'record',
	'groupMember.remove': 'unassign',
	'changelogUpdate.update': 'announce',
	// POSTs that leave the service the same when they are sent twice.
	'vote.upsert': 'assign',
	'groupMember.add': 'assign',
};

export function roleOf({ key }: PublishedOperation): Role {
	const { request, isFolded } = endpointOf(key);
	const [method] = request.split(' ');
	if (isFolded || /\.getAll/.test(key)) return 'list';
	if (key in PARTICULAR) return PARTICULAR[key];
	const roles: Record<string, Role> = { GET: 'read', PUT: 'update', DELETE: 'delete' };
	return roles[method] ?? 'create';
}

export interface Rehearsal {
	sent: Array<{ method: string; path: string; at: number }>;
	/** Absent when the step failed. */
	items?: INodeExecutionData[];
	error?: Error;
	changes: Changes;
	/** Everything that a person, a log or the stored execution could show of it. */
	shown: string;
}

export interface Play {
	faults?: readonly Fault[];
	/** Requests, by their place, that never get an answer. */
	hanging?: number;
	baseUrl?: string;
}

let played = 0;

/** Its own key, so that no pause of another rehearsal holds it back; and no two names of a group are the same. */
export function newKey(sandbox: Sandbox): string {
	const key = `fault-matrix-secret-${++played}-of-nobody`;
	sandbox.addKey(key);
	return key;
}

/** An operation with options of the node's own, if any are set. */
export interface Played extends PublishedOperation {
	chosen?(sandbox: Sandbox): Values;
}

/** Plays an operation with all its fields set, under faults and in virtual time. */
export async function rehearse(
	sandbox: Sandbox,
	one: Played,
	things: Things,
	{ faults = [], hanging = 0, baseUrl = sandbox.baseUrl }: Play = {},
	key = newKey(sandbox),
): Promise<Rehearsal> {
	const logged: Logged[] = [];
	const node = new one.node.Node();
	const context = executeContext(node, {
		parameters: {
			resource: one.resource.value,
			operation: one.operation.option.value,
			...parametersOf(one, things),
			...one.chosen?.(sandbox),
		},
		credentials: bearer(baseUrl, key),
		logged,
	});
	const before = snapshot(sandbox);
	const time = ownTime();
	vi.spyOn(Math, 'random').mockReturnValue(0.5);
	const sent: Rehearsal['sent'] = [];
	const underWay: Array<Promise<unknown>> = [];
	const { helpers } = context;
	const send = helpers.httpRequestWithAuthentication;
	helpers.httpRequestWithAuthentication = async function (...given) {
		const { pathname, search } = new URL(given[1].url);
		sent.push({ method: given[1].method!, path: pathname + search, at: time.now() });
		if (sent.length > hanging) {
			// A page that nobody needs any more comes to its end, too: on its way it would meet the next fault.
			const whole = Object.create(this as object, {
				getExecutionCancelSignal: { value: () => undefined },
			}) as typeof this;
			const answer = time.during(async () => (await send.apply(whole, given)) as never);
			underWay.push(answer);
			return await answer;
		}
		const answer = send.apply(this, given);
		const place = sent.length;
		await time.during(async () => {
			while (sandbox.requests.length < place) await turn();
		});
		return (await answer) as never;
	};
	sandbox.clearFaults();
	sandbox.requests.length = 0;
	for (const fault of faults) sandbox.fault(fault);
	try {
		const outcome = await (node.execute!.call(context) as Promise<INodeExecutionData[][]>).then(
			([items]) => ({ items }),
			(error: Error) => ({ error }),
		);
		// Pages asked for ahead may still arrive; they must not meet the next fault.
		await Promise.allSettled(underWay);
		return {
			sent,
			...outcome,
			changes: changes(before, snapshot(sandbox)),
			shown: shown(outcome, logged),
		};
	} finally {
		vi.restoreAllMocks();
		sandbox.clearFaults();
	}
}

/** Fresh things where an operation changes or removes them, so that a change is seen as one. */
export async function thingsFor(
	sandbox: Sandbox,
	one: PublishedOperation,
	former: Things | undefined,
): Promise<Things> {
	const changing = ['update', 'announce', 'delete', 'unassign', 'assign'].includes(roleOf(one));
	if (former && !changing) return former;
	const things = await addThings(sandbox);
	// Someone who is no member yet can be made one.
	if (one.key !== 'groupMember.add') return things;
	const [user_id] = sandbox.createUsers(1);
	return { ...things, userId: user_id, user_id };
}

function parametersOf(one: PublishedOperation, things: Things): Values {
	const { operation, key } = one;
	const { body = {} } = endpointOf(key);
	const values = exampleValues(key, body, things);
	const unique = 'id' in values ? { id: `matrix-${played}` } : {};
	return {
		...(/\.getAll/.test(key) && { returnAll: true }),
		...idParameters(one, things),
		...toParameters(operation, { ...values, ...unique }),
	};
}

/** Stored executions keep the own properties of an error; a log may print the rest. */
function shown({ items, error }: Partial<Rehearsal>, logged: readonly Logged[]): string {
	const stored = error && { ...error, message: error.message, stack: error.stack };
	return [
		JSON.stringify(items),
		JSON.stringify(stored),
		error && inspect(error, { depth: 20 }),
		JSON.stringify(logged),
	].join('\n');
}
