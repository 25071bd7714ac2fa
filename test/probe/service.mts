// How the probe speaks with a service: one request at a time, and what comes back read as the connector reads it.
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, readAnswer, type Meaning } from '../../nodes/shared/service/envelope';
import { type List, type Page, readPage } from '../../nodes/shared/service/pages';
import type { Problem } from '../../nodes/shared/service/problems';
import { type DataRecord, idOf, isDataRecord } from '../../nodes/shared/service/records';
import type { FeedbackClient } from '../../nodes/shared/client/client';
import { PROMPT } from '../../nodes/shared/client/retry';
import type { Method } from '../../nodes/shared/client/transport';
import { undiciClient, undiciTransport } from '../unit/client/undici-transport.mts';
import { CannotTell, Unanswered } from './findings.mts';

export interface Exchange {
	status: number;
	reading: Meaning;
	/** How an error is written: where its message stands, and whether it has a key. */
	errorForm: string;
}

export interface ListPage extends Page {
	/** Each record's id as text; records without one are left out. */
	ids: string[];
	/** Where the records stand and how, such as `items, by id`. */
	form: string;
	/** How the ids are written. */
	idForm: 'numbers' | 'text' | 'beyond 2^53' | 'missing';
	/** How an empty map is written, on a page without records. */
	empty?: '{}' | '[]';
}

export type Query = Readonly<Record<string, string | number>>;

const TRIES_AT_LIMIT = 4;
const LONGEST_WAIT_MS = 60_000;
/** A header about limits is worth telling where its value is a plain number. */
const LIMIT_HEADER = /rate-?limit/i;

export class Service {
	/** What the answers said of limits, by namespace and header. */
	readonly limits = new Map<string, string>();
	requests = 0;
	private readonly asked = new Map<string, Promise<Exchange>>();

	constructor(
		readonly baseUrl: string,
		private readonly key: string,
		private readonly timeoutMs: number,
	) {}

	/** Each address is asked for once, however many questions need it. */
	async get(path: string, query: Query = {}): Promise<Exchange> {
		const search = new URLSearchParams(
			Object.entries(query).map(([name, value]) => [name, String(value)]),
		);
		const address = search.size > 0 ? `${path}?${search}` : path;
		const known = this.asked.get(address) ?? this.send('GET', address);
		this.asked.set(address, known);
		return await known;
	}

	async send(
		method: Method,
		address: string,
		body?: object,
		key: string = this.key,
	): Promise<Exchange> {
		for (let tries = 1; ; tries++) {
			const exchange = await this.exchange(method, address, body, key);
			const problem = problemOf(exchange);
			if (problem?.kind !== 'rateLimited' || tries === TRIES_AT_LIMIT) return exchange;
			await pause(Math.min(problem.retryAfterMs ?? 2_000 * 2 ** tries, LONGEST_WAIT_MS));
		}
	}

	/**
	 * One page as the connector reads it.
	 * @throws Unanswered when it is not one
	 */
	async page(list: List, query: Query = {}, path: string = list.path): Promise<ListPage> {
		const exchange = await this.get(path, { ...list.everything, ...query });
		const { reading } = exchange;
		if ('problem' in reading) throw new Unanswered(reading.problem);
		const { data, raw } = reading;
		// Reading makes numbers of ids in place, and how they came is still to be told.
		const page = readPage(list, structuredClone(data), raw);
		if (typeof page === 'string') throw new Unanswered({ kind: page, status: exchange.status });
		const ids = page.records.flatMap((record) => idOf(list.record, record) ?? []);
		return { ...page, ids, ...formOf(list, data) };
	}

	/** The connector itself, for what is best told by letting it do its work. */
	connector(): FeedbackClient {
		const { baseUrl, key: apiKey, timeoutMs } = this;
		return undiciClient({ baseUrl, apiKey }, undefined, { timeoutMs, patience: PROMPT });
	}

	/** A page with so many records at least, or else nothing can be told by it. */
	async fullPage(list: List, atLeast: number, query: Query = { per_page: 100 }): Promise<ListPage> {
		const page = await this.page(list, query);
		if (page.records.length >= atLeast) return page;
		throw new CannotTell(
			`needs ${atLeast} ${list.record.noun}s, there ${page.records.length === 1 ? 'is' : 'are'} ${page.records.length}`,
		);
	}

	private async exchange(
		method: Method,
		address: string,
		body: object | undefined,
		key: string,
	): Promise<Exchange> {
		this.requests++;
		try {
			const answer = await undiciTransport(key)({
				method,
				url: this.baseUrl + address,
				...(body && { body: JSON.stringify(body) }),
				timeoutMs: this.timeoutMs,
			});
			this.noteLimits(address, answer);
			const reading = readAnswer(answer, Date.now());
			return { status: answer.status, reading, errorForm: errorForm(answer.body) };
		} catch (error) {
			const { code } = error as { code?: string };
			const problem: Problem = { kind: 'connectionLost', key: code };
			return { status: 0, reading: { problem }, errorForm: 'no answer' };
		}
	}

	private noteLimits(address: string, { headers }: Answer): void {
		for (const [name, value] of Object.entries(headers)) {
			if (LIMIT_HEADER.test(name) && /^\d+$/.test(String(value))) {
				this.limits.set(`${address.slice(1, 3)} ${name}`, String(value));
			}
		}
	}
}

export function problemOf({ reading }: Exchange): Problem | undefined {
	return 'problem' in reading ? reading.problem : undefined;
}

function formOf(list: List, data: unknown): Pick<ListPage, 'form' | 'idForm' | 'empty'> {
	for (const name of list.containers) {
		const value = name === '' ? data : isDataRecord(data) ? data[name] : undefined;
		if (!Array.isArray(value) && !isDataRecord(value)) continue;
		const isArray = Array.isArray(value);
		const isEmpty = Object.keys(value).length === 0;
		return {
			form: `${name || 'data itself'}, ${isArray ? 'an array' : 'by id'}`,
			idForm: idForm(Object.values(value).map((row: DataRecord) => row[list.record.id])),
			empty: isEmpty ? (isArray ? '[]' : '{}') : undefined,
		};
	}
	return { form: 'no list', idForm: 'missing' };
}

/** A number beyond 2^53 is read as its digits, as the connector does it. */
function idForm(ids: unknown[]): ListPage['idForm'] {
	if (ids.some((id) => typeof id !== 'number' && typeof id !== 'string')) return 'missing';
	if (ids.some((id) => /^\d{16,}$/.test(String(id)))) return 'beyond 2^53';
	return ids.every((id) => typeof id === 'number') ? 'numbers' : 'text';
}

function errorForm(body: string): string {
	let envelope: unknown;
	try {
		envelope = JSON.parse(body);
	} catch {
		return 'not JSON';
	}
	if (!isDataRecord(envelope) || envelope.status !== 'error') return 'no error';
	const data: DataRecord = isDataRecord(envelope.data) ? envelope.data : {};
	const parts = [
		data.key !== undefined && 'data.key',
		data.code !== undefined && 'data.code',
		data.message !== undefined && 'data.message',
		data.errors !== undefined && 'data.errors',
		envelope.message !== undefined && 'message',
	].filter(Boolean);
	return parts.join(' and ') || 'no message';
}
