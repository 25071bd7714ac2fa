import { readAnswer, type Meaning } from '../service/envelope';
import { type List, type Page, readPage } from '../service/pages';
import { type Problem, saysEmpty } from '../service/problems';
import {
	type DataRecord,
	idOf,
	isDataRecord,
	readRecord,
	type RecordKind,
} from '../service/records';
import { isInDoubt, ServiceFailure } from './failures';
import type { RateLimiter } from './rate-limiter';
import { type Path, pathOf } from './path';
import { quoted } from './redaction';
import {
	type Budget,
	fullBudget,
	isWorthAnotherTry,
	LEAST_LEFT_MS,
	mayWait,
	type Patience,
	repeatableMethod,
	retryDelay,
} from './retry';
import { type Clock, type Method, type Transport, TransportFailure } from './transport';

export interface ClientOptions {
	/** Root of the service, as `normalizeBaseUrl` gives it. */
	baseUrl: string;
	transport: Transport;
	clock: Clock;
	patience: Patience;
	/** The rate limiter of a namespace, shared with everyone who uses the same workspace; asked for each time it is used. */
	rateLimiter(namespace: 'v1' | 'v2'): RateLimiter;
	/** Ends waiting, retrying and paging at once. */
	signal?: AbortSignal;
	/** Called once, with the milliseconds, when a request begins a long wait for the rate limit. */
	onLongWait?(ms: number): void;
	/** Must not stand in any error, should the service echo it. */
	apiKey: string;
	/** Milliseconds for one request; no answer by then counts as a connection lost. */
	timeoutMs?: number;
	/** From 0 to 1, for the jitter of retries. */
	random?(): number;
}

export interface Call {
	method: Method;
	path: Path;
	query?: Readonly<Record<string, unknown>>;
	body?: DataRecord;
	/** Whether sending it twice has the effect of sending it once, also on people; by default what the method promises. */
	repeatable?: boolean;
	/**
	 * What it changes, beside the first thing in the path. Writes with the same key keep the order they were asked in,
	 * and all others run in parallel.
	 */
	conflictKey?: string;
	/** Ends this call alone, when nobody needs its answer any more. */
	signal?: AbortSignal;
}

/** What may be said of the page of a list that is asked for. */
export interface PageTerms extends Pick<Call, 'signal'> {
	/** Where it is asked for, when the list belongs to a thing. */
	path?: Path;
}

/** What an answer means where it is no problem. */
type Received = Exclude<Meaning, { problem: Problem }>;

const TIMEOUT_MS = 60_000;

/** From so long on, a wait for the rate limit looks like a step that hangs. */
const LONG_WAIT_MS = 5_000;

/** Where all was refused for so long, and one call gives up, none of the others would fare better. */
const HOPELESS_AFTER_MS = 90_000;

/** A try that brought no data: what the problem is, and how long to wait before another one. */
interface FailedTry {
	problem: Problem;
	delayMs: number;
}

/** What was to be deleted is gone, and a try before, whose answer was lost, may have done it. */
const GONE: Received = { data: undefined, raw: '', status: 404 };

/** Speaks with the service over any transport: one place for requests, retries, rate limits and what answers mean. */
export class FeedbackClient {
	private readonly writing = new Map<string, Promise<Received>>();
	/** Ends all that is not sent yet; its reason is the problem they fail with. */
	private readonly halted = new AbortController();
	private hasWaitedLong = false;

	constructor(private readonly options: ClientOptions) {}

	/** Root of the service. */
	get baseUrl(): string {
		return this.options.baseUrl;
	}

	/** Texts of others as an error may show them: cut, and without the key. */
	quote<T>(said: T): T {
		return quoted(said, this.options.apiKey);
	}

	/** Sends nothing more; what is on its way comes to its end. */
	stop(): void {
		this.halted.abort({ kind: 'cancelled' } satisfies Problem);
	}

	/** Reads one record. @throws ServiceFailure also when the answer holds none */
	async get(path: Path, kind: RecordKind): Promise<DataRecord> {
		const call: Call = { method: 'GET', path };
		const { data, status } = await this.send(call);
		return withId(kind, data) ?? this.failed(call, { kind: 'incomplete', status });
	}

	/**
	 * Reads what stands under a path where it is not documented whether that is one record or an array of them. An
	 * empty array is one record without fields, as PHP writes it.
	 * @param defaults what stands in each result as far as the answer does not say it
	 * @throws ServiceFailure also when the answer is neither
	 */
	async getAny(path: Path, kind: RecordKind, defaults: DataRecord = {}): Promise<DataRecord[]> {
		const call: Call = { method: 'GET', path };
		const { data, status } = await this.send(call);
		const values =
			Array.isArray(data) && data.length > 0 ? data : [Array.isArray(data) ? {} : data];
		return values.map((value) => {
			const record = isDataRecord(value) ? readRecord(kind, { ...defaults, ...value }) : undefined;
			return record ?? this.failed(call, { kind: 'incomplete', status });
		});
	}

	/**
	 * Creates something, or does what else a POST stands for. Answers vary in /v1: the record, or its id with a message,
	 * or the status alone.
	 * @param defaults what stands in the result as far as the answer does not say it
	 * @throws ServiceFailure also when the result has no id, unless it may lack one
	 */
	async post(
		{ mayLackId = false, ...call }: Omit<Call, 'method'> & { mayLackId?: boolean },
		kind: RecordKind,
		defaults: DataRecord = {},
	): Promise<DataRecord> {
		const sent: Call = { ...call, method: 'POST' };
		const { data, status } = await this.write(sent);
		const record = { ...defaults, ...(isDataRecord(data) && data) };
		const read = mayLackId ? readRecord(kind, record) : withId(kind, record);
		return read ?? this.failed(sent, { kind: 'incomplete', status });
	}

	/** Changes the last thing in the path; what comes out always has its id. @throws ServiceFailure */
	async put(
		path: Path,
		body: DataRecord,
		kind: RecordKind,
		more: Pick<Call, 'repeatable'> = {},
	): Promise<DataRecord> {
		const { data } = await this.write({ method: 'PUT', path, body, ...more });
		return { ...named(kind, path), ...readRecord(kind, data) };
	}

	/**
	 * Deletes permanently; what the service answers is not needed. Where an answer was lost and the next try found nothing,
	 * `notFound` says so: the first try may have deleted it, or it never existed.
	 * @param defaults what stands in the result beside the id
	 * @throws ServiceFailure
	 */
	async remove(
		path: Path,
		kind: RecordKind,
		defaults: DataRecord = {},
		more: Pick<Call, 'conflictKey'> = {},
	): Promise<DataRecord> {
		const { status } = await this.write({ method: 'DELETE', path, ...more });
		return {
			deleted: true,
			...(status === 404 && { notFound: true }),
			...named(kind, path, defaults),
		};
	}

	/**
	 * Reads one page of a list; pages start at 0. A refusal may be how the service says that it is empty.
	 * @throws ServiceFailure also when the answer is no page of it
	 */
	async page(
		list: List,
		page: number,
		query: Readonly<Record<string, unknown>>,
		{ path = pathOf(list), signal }: PageTerms = {},
	): Promise<Page> {
		const call: Call = {
			method: 'GET',
			path,
			query: { ...list.everything, ...query, page },
			signal,
		};
		const answer = await this.send(call).catch((refusal: unknown) => {
			const isEmpty = refusal instanceof ServiceFailure && saysEmpty(refusal.problem, page);
			if (!isEmpty || namespaceOf(call) !== 'v1') throw refusal;
			return { refusal };
		});
		if ('refusal' in answer) return { records: [], hasMore: false, size: 0, ...answer };
		const { data, raw, status } = answer;
		const read = readPage(list, data, raw);
		return typeof read === 'string' ? this.failed(call, { kind: read, status }) : read;
	}

	private async write(call: Call): Promise<Received> {
		const send = async () => await this.send(call);
		const [thing] = call.path.things;
		if (!thing && call.conflictKey === undefined) return await send();
		const key = JSON.stringify([thing, call.conflictKey]);
		// Whoever asked for the one before may stop all others when it fails.
		const afterFailure = async () => {
			await this.options.clock.sleep(0);
			return await send();
		};
		const mine = this.writing.get(key)?.then(send, afterFailure) ?? send();
		this.writing.set(key, mine);
		try {
			return await mine;
		} finally {
			if (this.writing.get(key) === mine) this.writing.delete(key);
		}
	}

	private async send(call: Call): Promise<Received> {
		const { clock, patience } = this.options;
		const signal = either(this.options.signal, call.signal);
		const budget = fullBudget();
		for (;;) {
			const tried = await this.tryOnce(call, budget, signal);
			if ('data' in tried) return tried;
			const { problem, delayMs } = tried;
			const isGone = problem.kind === 'notFound' && call.method === 'DELETE' && budget.isInDoubt;
			if (isGone) return GONE;
			const isWorthIt = isWorthAnotherTry(problem, delayMs, budget, patience, isRepeatable(call));
			const goesOn = isWorthIt && !this.halted.signal.aborted;
			if (goesOn || signal?.aborted) budget.isInDoubt ||= isInDoubt(problem);
			if (signal?.aborted) return this.failed(call, ended(signal), budget);
			if (!goesOn) return this.giveUp(call, problem, budget);
			// At the limit the rate limiter makes all wait.
			if (problem.kind === 'rateLimited') continue;
			await clock.sleep(delayMs, either(signal, this.halted.signal));
			spend(budget, delayMs);
		}
	}

	/** Stands in line, and sends it once its turn has come. */
	private async tryOnce(
		call: Call,
		budget: Budget,
		signal: AbortSignal | undefined,
	): Promise<Received | FailedTry> {
		const { clock, patience, random = Math.random } = this.options;
		const rateLimiter = this.options.rateLimiter(namespaceOf(call));
		const heldMs = rateLimiter.heldMs();
		if (!mayWait(heldMs, budget, patience)) {
			return { problem: { ...AT_LIMIT, retryAfterMs: heldMs }, delayMs: heldMs };
		}
		this.sayLongWait(rateLimiter.waitMs());
		const since = clock.now();
		const send = async (refused: (ms: number) => void) => {
			spend(budget, budget.refusals > 0 ? clock.now() - since : heldMs);
			if (budget.leftMs < LEAST_LEFT_MS) return undefined;
			const answer = await this.attempt(call, budget, signal);
			if ('data' in answer) return answer;
			const { problem } = answer;
			const isRefused = problem.kind === 'rateLimited';
			if (isRefused) budget.refusals++;
			const times = isRefused ? budget.refusals : budget.tries - budget.refusals;
			const delayMs = retryDelay(problem, times, random());
			// Also when giving up: whoever comes next must not ask before the service said so.
			if (isRefused) refused(delayMs);
			return { problem, delayMs };
		};
		const waiting = either(signal, this.halted.signal);
		const sent = await rateLimiter.run(send, waiting, this, budget.refusals > 0);
		const halted = this.halted.signal.reason as Problem | undefined;
		return sent ?? { problem: halted ?? AT_LIMIT, delayMs: Number.POSITIVE_INFINITY };
	}

	private giveUp(call: Call, problem: Problem, budget: Budget): never {
		const { hopelessMs } = this.options.rateLimiter(namespaceOf(call));
		if (problem.kind === 'rateLimited' && hopelessMs >= HOPELESS_AFTER_MS) {
			this.halted.abort(problem);
		}
		return this.failed(call, problem, budget);
	}

	/** Says so the first time that it is long; how long the wait for an answer takes, nobody knows. */
	private sayLongWait(ms: number): void {
		if (this.hasWaitedLong || ms <= LONG_WAIT_MS || ms === Number.POSITIVE_INFINITY) return;
		this.hasWaitedLong = true;
		this.options.onLongWait?.(ms);
	}

	private async attempt(
		call: Call,
		budget: Budget,
		signal: AbortSignal | undefined,
	): Promise<Meaning> {
		const { baseUrl, clock, transport, timeoutMs = TIMEOUT_MS } = this.options;
		const start = clock.now();
		budget.tries++;
		try {
			const answer = await transport({
				method: call.method,
				url: baseUrl + call.path.text + queryString(call.query),
				...(call.body && { body: JSON.stringify(call.body) }),
				timeoutMs: Math.min(timeoutMs, budget.leftMs),
				signal,
			});
			return readAnswer(answer, clock.now());
		} catch (error) {
			return { problem: noAnswer(error) };
		} finally {
			budget.leftMs -= clock.now() - start;
		}
	}

	private failed(call: Call, problem: Problem, spent: Budget = ONE_TRY): never {
		const { method, path, body } = call;
		const { kind, ...said } = problem;
		const identifier = typeof body?.id === 'string' ? body.id : undefined;
		// What the request names comes first, since it is short.
		const quotes = this.quote({
			ids: path.things.map(({ id }) => id),
			sent: { identifier, user: userIn(body) },
			said,
		});
		throw new ServiceFailure(
			{ ...quotes.said, kind },
			{
				method,
				path: {
					...path,
					things: path.things.map((thing, n) => ({ ...thing, id: quotes.ids[n] })),
				},
				repeatable: isRepeatable(call),
				...quotes.sent,
				host: hostOf(this.options.baseUrl),
			},
			spent.tries,
			spent.waitedMs,
			spent.isInDoubt,
		);
	}
}

/** For an answer that came, but turned out to be none. */
const ONE_TRY: Budget = { ...fullBudget(), tries: 1 };

const AT_LIMIT: Problem = { kind: 'rateLimited', status: 429 };

const namespaceOf = ({ path }: Call) => (path.text.startsWith('/v2/') ? 'v2' : 'v1');

function spend(budget: Budget, ms: number): void {
	budget.waitedMs += ms;
	budget.leftMs -= ms;
}

function isRepeatable({ method, repeatable = repeatableMethod(method) }: Call): boolean {
	return repeatable;
}

/** The end-user a body names: `user` of a post, `user_id` of all else. */
function userIn({ user_id, user }: DataRecord = {}): string | undefined {
	const id = user_id ?? user;
	return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
}

/** With the port also where the scheme implies it. */
function hostOf(baseUrl: string): string {
	const { protocol, hostname, port } = new URL(baseUrl);
	return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** The signal that ends as soon as one of two does. */
export function either(one?: AbortSignal, other?: AbortSignal): AbortSignal | undefined {
	return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}

/** A record that has an ID. */
function withId(kind: RecordKind, data: unknown): DataRecord | undefined {
	const record = readRecord(kind, data);
	return record && idOf(kind, record) !== undefined ? record : undefined;
}

/** The id of the last thing in a path, as a record of its kind. */
function named(kind: RecordKind, path: Path, defaults: DataRecord = {}): DataRecord {
	return readRecord(kind, { [kind.id]: path.things.at(-1)?.id, ...defaults }) ?? {};
}

/** Of what the transport did not expect either. */
const UNKNOWN = { code: undefined, isUnsent: false };

function noAnswer(error: unknown): Problem {
	const { code, isUnsent } = error instanceof TransportFailure ? error : UNKNOWN;
	return {
		kind: isUnsent ? 'unreachable' : 'connectionLost',
		key: code,
		message: error instanceof Error ? error.message : String(error),
	};
}

/** Time that ran out reads like a service that did not answer; only a person or n8n cancels. */
function ended(signal: AbortSignal | undefined): Problem {
	const { name } = (signal?.reason ?? {}) as { name?: unknown };
	return name === 'TimeoutError'
		? { kind: 'connectionLost', key: 'ETIMEDOUT' }
		: { kind: 'cancelled' };
}

function queryString(query: Readonly<Record<string, unknown>> = {}): string {
	// Half of a character, as a text that was cut may end in, cannot be encoded.
	const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());
	const pairs = Object.entries(query)
		.filter(([, value]) => value !== undefined && value !== '')
		.map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
	return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}
