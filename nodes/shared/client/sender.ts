import { decisive, type Meaning, readAnswer } from '../service/envelope';
import type { Problem } from '../service/problems';
import type { DataRecord } from '../service/records';
import type { Path } from './path';
import type { RateLimiter } from './rate-limiter';
import { quoted } from './redaction';
import { Budget, decide, type Patience } from './retry';
import { isInDoubt, ServiceFailure } from './service-failure';
import type { Clock, Method, Transport, TransportFailure } from './transport';

export interface SenderOptions {
	/** Root of the service, as `normalizeBaseUrl` gives it. */
	baseUrl: string;
	/** Names base URL and credential, without holding the key. */
	scope: string;
	transport: Transport;
	clock: Clock;
	patience: Patience;
	/** The rate limiter of a namespace, shared by all users of the scope. Called for each use. */
	rateLimiter(namespace: 'v1' | 'v2'): RateLimiter;
	/** Stops waits, retries and paging at once. */
	signal?: AbortSignal;
	/** Removed from all errors, in case the service echoes it. */
	apiKey: string;
	/** Milliseconds for one request. No answer by then counts as a lost connection. */
	timeoutMs?: number;
	/** From 0 to 1, for the jitter of retries. */
	random?(): number;
}

/** Options of a request. */
export interface RequestOptions {
	query?: Readonly<Record<string, unknown>>;
	body?: DataRecord;
	/** Fields of the result that the answer may lack. */
	defaults?: DataRecord;
	/** IDs that the request names. They win over the answer, since the next step acts on them. */
	ids?: DataRecord;
	/** Whether a second request does no harm, also to people. Default: what the method promises. */
	repeatable?: boolean;
	/** Whether a number too long for JavaScript stays a number, without its last digits, in place of text. */
	areNumbersKept?: boolean;
	/** Stops this call alone. */
	signal?: AbortSignal;
}

/** A request to send until it is answered. */
export interface Call extends RequestOptions {
	method: Method;
	path: Path;
	/** Tries and time spent, once it has started. */
	budget?: Budget;
}

/** `waiting` stops waits, but no request under way. */
type CallUnderWay = Call & { budget: Budget; waiting?: AbortSignal; text?: string };

/** A good answer. */
export type Received = Exclude<Meaning, { problem: Problem }>;

/** A problem, and what follows from it. */
interface Refused extends ReturnType<typeof decide> {
	problem: Problem;
}

const TIMEOUT_MS = 60_000;

/** After this time without any answer, a call that gives up stops all others. */
const HOPELESS_AFTER_MS = 90_000;

/** The record is gone. An earlier try without an answer may have deleted it. */
const GONE: Received = { data: undefined, raw: '', status: 404 };

/** Sends calls, in line with all others of the scope, and again where that is safe. */
export class Sender {
	/** Stops all unsent requests. Its reason is the problem they fail with. */
	private readonly halted = new AbortController();
	/** Time of the last answer with a status, other than a refusal at the rate limit. */
	private answeredAt = Number.NEGATIVE_INFINITY;
	/** When the first call that gave up began. */
	private failingSince?: number;

	constructor(private readonly options: SenderOptions) {}

	/** Prepares foreign texts for an error: cut, and without the key. */
	quote<T>(data: T): T {
		return quoted(data, this.options.apiKey);
	}

	/** Sends nothing more. Requests under way finish. */
	stop(): void {
		this.halted.abort({ kind: 'cancelled' } satisfies Problem);
	}

	/** @throws ServiceFailure after the last try */
	async send(asked: Call): Promise<Received> {
		const { clock, patience } = this.options;
		const signal = either(this.options.signal, asked.signal);
		const waiting = either(signal, this.halted.signal);
		const budget = new Budget(patience, clock.now());
		const text = asked.body && JSON.stringify(asked.body);
		const call: CallUnderWay = { ...asked, signal, waiting, budget, text };
		for (;;) {
			const outcome = await this.sendInTurn(call);
			if ('data' in outcome) return outcome;
			const { problem, delayMs, isWorthIt } = outcome;
			if (problem.kind === 'notFound' && call.method === 'DELETE' && budget.isInDoubt) return GONE;
			budget.isInDoubt ||= isInDoubt(problem);
			if (!isWorthIt || waiting?.aborted) return this.giveUp(call, problem);
			if (problem.kind === 'rateLimited') continue; // The rate limiter makes all wait.
			await clock.sleep(delayMs, waiting);
			budget.waited(delayMs);
		}
	}

	/** Waits until the request may be sent, and sends it. Gives up if the wait takes too long. */
	private async sendInTurn(call: CallUnderWay): Promise<Received | Refused> {
		const { clock, random = Math.random } = this.options;
		const { budget, waiting } = call;
		const rateLimiter = this.options.rateLimiter(namespaceOf(call));
		const heldMs = rateLimiter.heldMs();
		if (!budget.mayWait(heldMs)) return this.giveUp(call, { ...AT_LIMIT, retryAfterMs: heldMs });
		const since = clock.now();
		const wasRefused = budget.refusals > 0;
		const turn = { who: this, signal: waiting, wasRefused };
		const outcome = await rateLimiter.run<(Received | Refused) & { pauseMs?: number }>(
			turn,
			async () => {
				budget.waited(wasRefused ? clock.now() - since : heldMs);
				if (budget.isSpent) return { problem: AT_LIMIT, ...GIVE_UP, pauseMs: 0 };
				const answer = await this.attempt(call);
				if ('data' in answer) return answer;
				const { problem } = answer;
				const next = decide(problem, budget, isRepeatable(call), random());
				// Also when giving up: nobody may send before the time that the service names.
				const pause = problem.kind === 'rateLimited' && { pauseMs: next.delayMs };
				return { problem, ...next, ...pause };
			},
		);
		const { reason = AT_LIMIT } = this.halted.signal as { reason?: Problem };
		return outcome ?? this.giveUp(call, reason);
	}

	private async attempt({ budget, text, ...call }: CallUnderWay): Promise<Meaning> {
		const { baseUrl, clock, transport, timeoutMs = TIMEOUT_MS } = this.options;
		const start = clock.now();
		budget.tries++;
		const meaning = await transport({
			method: call.method,
			url: baseUrl + call.path.text + queryString(call.query),
			...(text !== undefined && { body: text }),
			timeoutMs: Math.min(timeoutMs, budget.leftMs),
			signal: call.signal,
		})
			.then(readAnswer)
			.catch((error: TransportFailure): Meaning => ({ problem: noAnswer(error) }));
		const problem = 'problem' in meaning ? meaning.problem : undefined;
		if (problem?.kind === 'rateLimited') budget.refusals++;
		else if (!problem || problem.status !== undefined) this.answeredAt = clock.now();
		budget.leftMs -= clock.now() - start;
		return meaning;
	}

	private giveUp(call: CallUnderWay, problem: Problem): never {
		if (call.signal?.aborted) return this.fail(call, ended(call.signal));
		const { begun } = call.budget;
		this.failingSince ??= begun;
		const since = Math.max(this.failingSince, this.answeredAt);
		const isLong = this.options.clock.now() - since >= HOPELESS_AFTER_MS;
		if (isLong && this.answeredAt < begun) this.halted.abort(problem);
		return this.fail(call, problem);
	}

	/** Fails a call, with the words of the service but without the key. */
	fail(call: Call, problem: Problem): never {
		const { method, path, body, budget } = call;
		const identifier = typeof body?.id === 'string' ? body.id : undefined;
		const { text, things } = path;
		const ids = things.map(({ id }) => id);
		// The short texts of the request come first, so that they are never cut.
		const quotes = this.quote({ ids, text, asked: { identifier, user: userIn(body) }, problem });
		const quotedThings = things.map(({ segment }, at) => ({ segment, id: quotes.ids[at] }));
		const host = hostOf(this.options.baseUrl);
		throw new ServiceFailure(
			{ ...quotes.problem, ...decisive(problem) },
			{
				method,
				repeatable: isRepeatable(call),
				host,
				...quotes.asked,
				path: { text: LIST_PATH.test(text) ? text : quotes.text, things: quotedThings },
			},
			budget?.tries,
			budget?.waitedMs,
			budget?.isInDoubt,
		);
	}
}

/** The path of a list, without any ID. */
const LIST_PATH = /^\/v\d\/[a-z]+$/;

const AT_LIMIT: Problem = { kind: 'rateLimited', status: 429 };

const GIVE_UP = { delayMs: 0, isWorthIt: false };

/** The namespace, whose rate limit a call counts for. */
export const namespaceOf = ({ path }: Call) => (path.text.startsWith('/v2/') ? 'v2' : 'v1');

/** Reads, full updates and deletes are safe to repeat. For a POST it depends on the endpoint. */
function isRepeatable({ method, repeatable = method !== 'POST' }: Call): boolean {
	return repeatable;
}

/** The end-user in a body: `user` of a post, `user_id` otherwise. */
function userIn({ user_id, user }: DataRecord = {}): string | undefined {
	const id = user_id ?? user;
	return typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
}

/** Always with the port. */
function hostOf(baseUrl: string): string {
	const { protocol, hostname, port } = new URL(baseUrl);
	return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}

/** A signal that aborts when one of two does. */
export function either(first?: AbortSignal, second?: AbortSignal): AbortSignal | undefined {
	return first && second ? AbortSignal.any([first, second]) : (first ?? second);
}

/** Unless an error says otherwise, the request may have been sent. */
function noAnswer({ code, message, isUnsent = false }: Partial<TransportFailure>): Problem {
	return { kind: isUnsent ? 'unreachable' : 'connectionLost', key: code, message };
}

/** The end of the time counts as no answer. Only a person or n8n cancels. */
function ended({ reason }: AbortSignal): Problem {
	const { name } = (reason ?? {}) as { name?: unknown };
	return name === 'TimeoutError'
		? { kind: 'connectionLost', key: 'ETIMEDOUT' }
		: { kind: 'cancelled' };
}

function queryString(query: Readonly<Record<string, unknown>> = {}): string {
	// A text that was cut may end in half a character, which cannot be encoded.
	const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());
	return Object.entries(query)
		.filter(([, value]) => value !== undefined && value !== '')
		.map(([name, value], at) => `${at === 0 ? '?' : '&'}${encoded(name)}=${encoded(value)}`)
		.join('');
}
