// n8n runs all workflows on one thread: no answer of a service and no credential may hold it up, or fill its memory.
import fc from 'fast-check';
import type { IExecuteFunctions } from 'n8n-workflow';
import { setImmediate as turn } from 'node:timers/promises';
import { beforeAll, afterEach, expect, test, vi } from 'vitest';
import { operations } from '../contract/nodes.mts';
import { bearer, byId, type Credentials, executeContext } from '../unit/n8n-context.mts';
import { ownTime } from '../unit/own-time.mts';
import { shareOf } from './share.mts';

/** Of CPU, between two turns of the event loop. A person notices a pause of this length. */
const LONGEST_STANDSTILL_MS = 200;
const MOST_HEAP = 300 * 1024 * 1024;
const CASES = shareOf(400);
const MEGABYTE = 1024 * 1024;

const key = 'standstill/s3cret+key';
const played = operations.filter(({ key: name }) =>
	['post.getAll', 'post.get', 'post.create', 'document.get', 'npsResponse.getAll'].includes(name),
);

const operationNamed = (name: string) => played.find((one) => one.key === name)!;

/** What is repeated until the answer has its size, between a beginning and an end. */
const shapes: ReadonlyArray<[begin: string, unit: string, end: string]> = [
	[
		'{"status":"success","data":{"items":{"0":{}',
		',"ID":{"feedback_id":"ID","title":"A title"}',
		'},"has_more":false}}',
	],
	[
		'{"status":"success","data":{"items":{"0":{}',
		`,"ID":{"feedback_id":"ID","description":"${'A long text. '.repeat(100)}"}`,
		'},"has_more":false}}',
	],
	['{"status":"success","data":[{}', ',{"promoter_id":ID,"vote":9,"user":{"user_id":ID}}', ']}'],
	['{"status":"success","data":{"feedback_id":1,"description":"', 'text ', '"}}'],
	['{"status":"success","data":{"feedback_id":1,"description":"', '\\u0041\\n', '"}}'],
	['{"status":"success","data":{"feedback_id":1,"x":[0', ',12345678901234567890', ']}}'],
	['{"status":"success","data":{"feedback_id":1,"x":"', key, '"}}'],
	['{"status":"success","data":', '[', ''],
	['{"status":"success","data":', '{"a":', ''],
	['{"status":"error","message":"', `${encodeURIComponent(key)} &amp;lt;b&#x67;`, '"}'],
	[
		'{"status":"error","data":{"key":"validation_error","errors":[{}',
		',{"field":"title","message":"<b>is odd"}',
		']}}',
	],
	['<html>', '<p>&nbsp;', '</html>'],
	['', ' ', ''],
	['{"status":"success","data":{"items":{', '"', ''],
	['', '\\', ''],
];

const answers = fc.record({
	shape: fc.constantFrom(...shapes),
	size: fc.oneof(fc.integer({ min: 0, max: 9 * MEGABYTE }), fc.constant(8 * MEGABYTE - 1000)),
	chunk: fc.constantFrom(1024, 64 * 1024, MEGABYTE),
	statusCode: fc.oneof(
		{ weight: 3, arbitrary: fc.constant(200) },
		fc.constantFrom(201, 400, 401, 404, 429, 500),
	),
	cutAfter: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.nat(9 * MEGABYTE)),
});

const units = [...'/. @%:-\\[1', 'a.', '&#x2f;', 'https://'];
/** Where a long text may stand in a credential. */
const places: Readonly<Record<string, (text: string) => Credentials>> = {
	'end of the Base URL': (text) => bearer(`https://feedback.example${text}`, key),
	'Base URL': (text) => bearer(text, key),
	'API Key': (text) => bearer('https://feedback.example', `key${text}`),
};
const credentials = fc.record({
	place: fc.constantFrom(...Object.keys(places)),
	unit: fc.constantFrom(...units),
	length: fc.integer({ min: 0, max: MEGABYTE }),
});

let started = Date.UTC(2024, 4, 6);
afterEach(() => vi.restoreAllMocks());
beforeAll(async () => {
	// The first run loads and compiles what the others use.
	for (const one of played) await run(one, bearer('https://feedback.example', key), emptyList);
});

async function* emptyList() {
	yield Buffer.from('{"status":"success","data":{"items":{},"has_more":false}}');
}

async function run(
	{ node, operation, resource }: (typeof played)[number],
	given: Credentials,
	chunks: () => AsyncGenerator<Buffer>,
	statusCode = 200,
): Promise<void> {
	ownTime((started += 10_000_000));
	const needed: Record<string, unknown> = { title: 'A title', type: byId('idea') };
	const required = operation.fields.filter(({ required: isNeeded }) => isNeeded);
	const context: IExecuteFunctions = executeContext(new node.Node(), {
		parameters: {
			resource: resource.value,
			operation: operation.option.value,
			...Object.fromEntries(required.map(({ name }) => [name, needed[name] ?? byId('7')])),
		},
		credentials: given,
		writtenByHand: true,
	});
	const send = async () => {
		const body = Object.assign(chunks(), { destroy: () => undefined });
		return { statusCode, headers: {}, body } as never;
	};
	context.helpers.httpRequestWithAuthentication = send;
	// Whether it gives items or fails is not the question here.
	await Promise.allSettled([new node.Node().execute!.call(context)]);
}

/** The most CPU that this thread uses between two turns, in milliseconds, and the most memory, while something is done. */
async function watched(work: () => Promise<void>): Promise<{ standstill: number; heap: number }> {
	const most = { standstill: 0, heap: 0 };
	const cpuMs = () => {
		const { user, system } = process.threadCpuUsage();
		return (user + system) / 1000;
	};
	let isOver = false;
	await turn();
	let last = cpuMs();
	const finished = work().finally(() => (isOver = true));
	while (!isOver) {
		await turn();
		const now = cpuMs();
		most.standstill = Math.max(most.standstill, now - last);
		last = now;
		most.heap = Math.max(most.heap, process.memoryUsage().heapUsed);
	}
	await finished;
	return most;
}

test(`no answer holds n8n up or fills its memory (${CASES} answers)`, async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...played.map((one) => one.key)),
			answers,
			async (name, { shape: [begin, unit, end], size, chunk, statusCode, cutAfter }) => {
				let id = 0;
				const units = Math.ceil(size / unit.length);
				const whole = /ID/.test(unit)
					? begin +
						Array.from({ length: units }, () => unit.replaceAll('ID', `${++id}`)).join('') +
						end
					: begin + unit.repeat(units) + end;
				const bytes = Buffer.from(whole.slice(0, cutAfter));
				async function* chunks() {
					for (let at = 0; at < bytes.length; at += chunk) {
						await turn();
						yield bytes.subarray(at, at + chunk);
					}
				}
				const most = await watched(
					async () =>
						await run(
							operationNamed(name),
							bearer('https://feedback.example', key),
							chunks,
							statusCode,
						),
				);
				expect(most.standstill).toBeLessThan(LONGEST_STANDSTILL_MS);
				expect(most.heap).toBeLessThan(MOST_HEAP);
			},
		),
		{ numRuns: CASES, endOnFailure: true },
	);
});

test(`no credential holds n8n up (${CASES} credentials)`, async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.constantFrom(...played.map((one) => one.key)),
			credentials,
			async (name, { place, unit, length }) => {
				const given = places[place](unit.repeat(length / unit.length));
				const most = await watched(async () => await run(operationNamed(name), given, emptyList));
				expect(most.standstill).toBeLessThan(LONGEST_STANDSTILL_MS);
			},
		),
		{ numRuns: CASES, endOnFailure: true },
	);
});
