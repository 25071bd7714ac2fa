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
import { isInDoubt, ServiceFailure } from './service-failure';
import type { RateLimiter } from './rate-limiter';
import { type Path, pathOf } from './path';
import { quoted } from './redaction';
import { Budget, decide, type Patience } from './retry';
import { type Clock, type Method, type Transport, type TransportFailure } from './transport';

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

/** What may be said of a request beside its path. */
export interface More {
	query?: Readonly<Record<string, unknown>>;
	body?: DataRecord;
	/** What stands in the result as far as the answer does not say it. */
	defaults?: DataRecord;
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

interface Call extends More {
	method: Method;
	path: Path;
	/** What was spent on it; of a call under way. */
	budget?: Budget;
}

/** Its `waiting` ends the waits, but no request under way. */
type CallUnderWay = Call & { budget: Budget; waiting?: AbortSignal };

/** What an answer means where it is no problem. */
type Received = Exclude<Meaning, { problem: Problem }>;

const TIMEOUT_MS = 60_000;

/** From so long on, a wait for the rate limit looks like a step that hangs. */
export const LONG_WAIT_MS = 5_000;

/** Where all was refused for so long, and one call gives up, none of the others would fare better. */
const HOPELESS_AFTER_MS = 90_000;

/** What was to be deleted is gone, and a try before, whose answer was lost, may have done it. */
const GONE: Received = { data: undefined, raw: '', status: 404 };

/**
 * Speaks with the service over any transport: one place for requests, retries, rate limits and what answers mean. Each verb
 * takes a path, the kind of record there, and what else there is to say; a list is both.
 */
export class FeedbackClient {
	private readonly made = new Map<unknown, unknown>();
	/** The last write of each key. */
	private readonly writing = new Map<string, Promise<void>>();
	/** Ends all that is not sent yet; its reason is the problem they fail with. */
	private readonly halted = new AbortController();
	/** When the last answer came that was no refusal at the rate limit. */
	private answeredAt = Number.NEGATIVE_INFINITY;

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

	/** What is done once for each key. A client serves one execution of a node, and what was read is forgotten with it. */
	once<T>(key: unknown, make: () => T): T {
		if (!this.made.has(key)) this.made.set(key, make());
		return this.made.get(key) as T;
	}

	/** Reads one record. @throws ServiceFailure also when the answer holds none */
	async get(path: Path, kind: RecordKind): Promise<DataRecord> {
		const call: Call = { method: 'GET', path };
		return this.identified(kind, call, await this.send(call));
	}

	/**
	 * Reads what stands under a path where it is not documented whether that is one record or an array of them. An
	 * empty array is one record without fields, as PHP writes it.
	 * @throws ServiceFailure also when the answer is neither
	 */
	async getAny(path: Path, kind: RecordKind, { defaults }: More): Promise<DataRecord[]> {
		const call: Call = { method: 'GET', path };
		const { data, status } = await this.send(call);
		const values = Array.isArray(data) && data.length === 0 ? [{}] : [data].flat();
		if (!values.every(isDataRecord)) return this.failed(call, { kind: 'incomplete', status });
		return values.map((value) => readRecord(kind, { ...defaults, ...value })!);
	}

	/**
	 * Creates something, or does what else a POST stands for. Answers vary in /v1: the record, or its id with a message,
	 * or the status alone.
	 * @throws ServiceFailure also when the result lacks the id of something that can be looked up
	 */
	async post(path: Path, kind: RecordKind, more: More): Promise<DataRecord> {
		const call: Call = { method: 'POST', path, ...more };
		return this.identified(kind, call, await this.write(call));
	}

	/** Changes the last thing in the path; what comes out always has its id. @throws ServiceFailure */
	async put(path: Path, kind: RecordKind, more: More): Promise<DataRecord> {
		const { data } = await this.write({ method: 'PUT', path, ...more });
		return { ...named(kind, path), ...readRecord(kind, data) };
	}

	/**
	 * Deletes permanently; what the service answers is not needed. Where an answer was lost and the next try found nothing,
	 * `notFound` says so: the first try may have deleted it, or it never existed.
	 * @throws ServiceFailure
	 */
	async delete(path: Path, kind: RecordKind, more: More = {}): Promise<DataRecord> {
		const { status } = await this.write({ method: 'DELETE', path, ...more });
		return {
			deleted: true,
			...(status === 404 && { notFound: true }),
			...named(kind, path, more.defaults),
		};
	}

	/**
	 * Reads one page of a list; pages start at 0. A refusal may be how the service says that it is empty.
	 * @throws ServiceFailure also when the answer is no page of it
	 */
	async page(
		list: List,
		page: number,
		{ path = pathOf(list), query, signal }: More & { path?: Path } = {},
	): Promise<Page> {
		const asked = { ...list.everything, ...query, page };
		const call: Call = { method: 'GET', path, query: asked, signal };
		const reading = this.send(call).then(({ data, raw, status }) => {
			const read = readPage(list, data, raw);
			return typeof read === 'string' ? this.failed(call, { kind: read, status }) : read;
		});
		return await reading.catch((refusal: unknown) => {
			const isEmpty = refusal instanceof ServiceFailure && saysEmpty(refusal.problem, page);
			if (!isEmpty || namespaceOf(call) !== 'v1') throw refusal;
			return { records: [], hasMore: false, size: 0, refusal };
		});
	}

	/** What was answered, as a record that has an ID, unless it could not be looked up by it. */
	private identified(kind: RecordKind, call: Call, { data, status }: Received): DataRecord {
		const record = readRecord(kind, { ...call.defaults, ...(isDataRecord(data) && data) }) ?? {};
		if (kind.isUnlisted || idOf(kind, record) !== undefined) return record;
		return this.failed(call, { kind: 'incomplete', status });
	}

	private async write(call: Call): Promise<Received> {
		const [thing] = call.path.things;
		if (!thing && call.conflictKey === undefined) return await this.send(call);
		const key = JSON.stringify([thing, call.conflictKey]);
		const mine = Promise.resolve(this.writing.get(key)).then(async () => await this.send(call));
		// Whoever asked for it may stop all others when it fails.
		const over = mine.then(nothing, async () => await this.options.clock.sleep(0));
		this.writing.set(key, over);
		return await mine;
	}

	private async send(asked: Call): Promise<Received> {
		const { clock, patience, random = Math.random } = this.options;
		const signal = either(this.options.signal, asked.signal);
		const waiting = either(signal, this.halted.signal);
		const budget = new Budget(patience, clock.now());
		const call = { ...asked, signal, waiting, budget };
		const repeatable = isRepeatable(call);
		for (;;) {
			const rateLimiter = this.options.rateLimiter(namespaceOf(call));
			const unsent = await this.standInLine(rateLimiter, call);
			if (unsent) return this.giveUp(call, unsent);
			const answer = await this.attempt(call);
			if ('data' in answer) {
				rateLimiter.leave();
				return answer;
			}
			const { problem } = answer;
			const isAtLimit = problem.kind === 'rateLimited';
			const { delayMs, isWorthIt } = decide(problem, budget, repeatable, random());
			// Also when giving up: whoever comes next must not ask before the service said so.
			rateLimiter.leave(isAtLimit ? delayMs : undefined);
			if (problem.kind === 'notFound' && call.method === 'DELETE' && budget.isInDoubt) return GONE;
			budget.isInDoubt ||= isInDoubt(problem);
			if (!isWorthIt || waiting?.aborted) return this.giveUp(call, problem);
			if (isAtLimit) continue; // The rate limiter makes all wait.
			await clock.sleep(delayMs, waiting);
			budget.waited(delayMs);
		}
	}

	/** Waits until a request may be sent. @returns why it may not be sent any more */
	private async standInLine(
		rateLimiter: RateLimiter,
		{ budget, waiting }: CallUnderWay,
	): Promise<Problem | undefined> {
		const { clock, onLongWait } = this.options;
		const [heldMs, waitMs] = [rateLimiter.heldMs(), rateLimiter.waitMs()];
		if (!budget.mayWait(heldMs)) return { ...AT_LIMIT, retryAfterMs: heldMs };
		// How long the wait for an answer takes, nobody knows.
		const isLong = waitMs > LONG_WAIT_MS && waitMs < Number.POSITIVE_INFINITY;
		if (isLong) this.once(LONG_WAIT_MS, () => onLongWait?.(waitMs));
		const since = clock.now();
		const hasTurn = await rateLimiter.enter(this, waiting, budget.refusals > 0);
		if (!hasTurn) return (this.halted.signal.reason as Problem | undefined) ?? AT_LIMIT;
		budget.waited(budget.refusals > 0 ? clock.now() - since : heldMs);
		if (!budget.isSpent) return undefined;
		rateLimiter.leave(0);
		return AT_LIMIT;
	}

	private async attempt({ budget, ...call }: CallUnderWay): Promise<Meaning> {
		const { baseUrl, clock, transport, timeoutMs = TIMEOUT_MS } = this.options;
		const start = clock.now();
		budget.tries++;
		const meaning = await transport({
			method: call.method,
			url: baseUrl + call.path.text + queryString(call.query),
			...(call.body && { body: JSON.stringify(call.body) }),
			timeoutMs: Math.min(timeoutMs, budget.leftMs),
			signal: call.signal,
		})
			.then(readAnswer)
			.catch((error: TransportFailure): Meaning => ({ problem: noAnswer(error) }));
		const isAtLimit = 'problem' in meaning && meaning.problem.kind === 'rateLimited';
		if (isAtLimit) budget.refusals++;
		else this.answeredAt = clock.now();
		budget.leftMs -= clock.now() - start;
		return meaning;
	}

	private giveUp(call: CallUnderWay, problem: Problem): never {
		const { begun } = call.budget;
		if (call.signal?.aborted) return this.failed(call, ended(call.signal));
		const isHopeless =
			this.options.clock.now() - begun >= HOPELESS_AFTER_MS && this.answeredAt < begun;
		if (isHopeless) this.halted.abort(problem);
		return this.failed(call, problem);
	}

	private failed(call: Call, problem: Problem): never {
		const { method, path, body, budget } = call;
		const { kind, ...said } = problem;
		const identifier = typeof body?.id === 'string' ? body.id : undefined;
		// What the request names comes first, since it is short.
		const quotes = this.quote({ asked: { path, identifier, user: userIn(body) }, said });
		const host = hostOf(this.options.baseUrl);
		throw new ServiceFailure(
			{ ...quotes.said, kind },
			{ method, repeatable: isRepeatable(call), host, ...quotes.asked },
			budget?.tries,
			budget?.waitedMs,
			budget?.isInDoubt,
		);
	}
}

const nothing = () => undefined;

const AT_LIMIT: Problem = { kind: 'rateLimited', status: 429 };

const namespaceOf = ({ path }: Call) => (path.text.startsWith('/v2/') ? 'v2' : 'v1');

/** Reads, full updates and deletes may be repeated; what a POST does depends on the endpoint. */
function isRepeatable({ method, repeatable = method !== 'POST' }: Call): boolean {
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

/** The id of the last thing in a path, as a record of its kind. */
function named(kind: RecordKind, path: Path, defaults: DataRecord = {}): DataRecord {
	return readRecord(kind, { [kind.id]: path.things.at(-1)?.id, ...defaults }) ?? {};
}

/** Whatever else was thrown, nobody knows whether the request was sent. */
function noAnswer({ code, message, isUnsent = false }: Partial<TransportFailure>): Problem {
	return { kind: isUnsent ? 'unreachable' : 'connectionLost', key: code, message };
}

/** Time that ran out reads like a service that did not answer; only a person or n8n cancels. */
function ended({ reason }: AbortSignal): Problem {
	const { name } = (reason ?? {}) as { name?: unknown };
	return name === 'TimeoutError'
		? { kind: 'connectionLost', key: 'ETIMEDOUT' }
		: { kind: 'cancelled' };
}

function queryString(query: Readonly<Record<string, unknown>> = {}): string {
	// Half of a character, as a text that was cut may end in, cannot be encoded.
	const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());
	return Object.entries(query)
		.filter(([, value]) => value !== undefined && value !== '')
		.map(([name, value], at) => `${at === 0 ? '?' : '&'}${encoded(name)}=${encoded(value)}`)
		.join('');
}
