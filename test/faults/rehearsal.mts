// One operation under one fault: what was sent and when, what came of it, and what changed in the service. Time is
// virtual, so that a wait of minutes costs nothing; the requests are real.
import type { INodeExecutionData } from 'n8n-workflow';
import { setImmediate as turn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { vi } from 'vitest';
import { exampleValues, toParameters, type Values } from '../contract/examples.mts';
import type { PublishedOperation } from '../contract/nodes.mts';
import { idParameters } from '../contract/operation-runs.mts';
import { endpointOf } from '../contract/specification.mts';
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

/** What an operation is to a fault. */
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
	parameters?: Values;
	baseUrl?: string;
}

let played = 0;

/** Its own key, so that no pause of another rehearsal holds it back; and no two names of a group are the same. */
export function newKey(sandbox: Sandbox): string {
	const key = `fault-matrix-secret-${++played}-of-nobody`;
	sandbox.addKey(key);
	return key;
}

type Helper = (this: unknown, ...given: never[]) => Promise<unknown>;

/**
 * Does something under faults and in virtual time.
 * @param helpers n8n's, of which the one of that name sends the requests
 */
export async function stage<T>(
	sandbox: Sandbox,
	{ faults = [], hanging = 0 }: Play,
	helpers: object,
	name: 'httpRequestWithAuthentication' | 'request',
	work: () => Promise<T>,
): Promise<{ sent: Rehearsal['sent']; result?: T; error?: Error }> {
	const time = ownTime();
	vi.spyOn(Math, 'random').mockReturnValue(0.5);
	const sent: Rehearsal['sent'] = [];
	const underWay: Array<Promise<unknown>> = [];
	const senders = helpers as Record<string, Helper>;
	const send = senders[name];
	senders[name] = async function (...given) {
		const options = given[name === 'request' ? 0 : 1] as {
			method: string;
			url?: string;
			uri?: string;
		};
		const { pathname, search } = new URL((options.url ?? options.uri)!);
		sent.push({ method: options.method, path: pathname + search, at: time.now() });
		if (sent.length > hanging) {
			// A page that nobody needs any more comes to its end, too: on its way it would meet the next fault.
			const whole = Object.create(this as object, {
				getExecutionCancelSignal: { value: () => undefined },
			});
			const answer = time.during(async () => await send.apply(whole, given));
			underWay.push(answer);
			return await answer;
		}
		const answer = send.apply(this, given);
		const place = sent.length;
		await time.during(async () => {
			while (sandbox.requests.length < place) await turn();
		});
		return await answer;
	};
	sandbox.clearFaults();
	sandbox.requests.length = 0;
	for (const fault of faults) sandbox.fault(fault);
	try {
		const outcome = await work().then(
			(result) => ({ result }),
			(error: Error) => ({ error }),
		);
		// Pages asked for ahead may still arrive; they must not meet the next fault.
		await Promise.allSettled(underWay);
		return { sent, ...outcome };
	} finally {
		vi.restoreAllMocks();
		sandbox.clearFaults();
	}
}

/** Plays an operation with all its fields set. */
export async function rehearse(
	sandbox: Sandbox,
	one: PublishedOperation,
	things: Things,
	play: Play = {},
	key = newKey(sandbox),
): Promise<Rehearsal> {
	const logged: Logged[] = [];
	const node = new one.node.Node();
	const context = executeContext(node, {
		parameters: {
			resource: one.resource.value,
			operation: one.operation.option.value,
			...parametersOf(one, things),
			...play.parameters,
		},
		credentials: bearer(play.baseUrl ?? sandbox.baseUrl, key),
		logged,
	});
	const before = snapshot(sandbox);
	const { sent, result, error } = await stage(
		sandbox,
		play,
		context.helpers,
		'httpRequestWithAuthentication',
		async () => ((await node.execute!.call(context)) as INodeExecutionData[][])[0],
	);
	return {
		sent,
		items: result,
		error,
		changes: changes(before, snapshot(sandbox)),
		shown: shown({ items: result, error }, logged),
	};
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
export function shown({ items, error }: Partial<Rehearsal>, logged: readonly Logged[]): string {
	const stored = error && { ...error, message: error.message, stack: error.stack };
	return [
		JSON.stringify(items),
		JSON.stringify(stored),
		error && inspect(error, { depth: 20 }),
		JSON.stringify(logged),
	].join('\n');
}
