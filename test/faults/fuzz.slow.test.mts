// Whatever the service answers: a step gives items, or fails in words that hold no
// secret. Nothing else may come of it. The service is played in memory, so that many thousand cases take seconds.
import fc from 'fast-check';
import {
	type IExecuteFunctions,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import { inspect } from 'node:util';
import { expect, test } from 'vitest';
import { allFields, type Values } from '../contract/examples.mts';
import { operations, type PublishedOperation } from '../contract/nodes.mts';
import { failure, keyed, said, success } from '../unit/answers.mts';
import { bearer, byId, executeContext, type Logged } from '../unit/n8n-context.mts';
import { ownTime, ownTimeInEachTest, time } from '../unit/own-time.mts';
import { shareOf } from './share.mts';

const CASES = 10_000;
const RUNS = Math.ceil(shareOf(CASES) / operations.length);

const key = 'fuzz/s3cret+key';
const secrets = [
	key,
	encodeURIComponent(key),
	Buffer.from(`${key}:`).toString('base64').replace(/=+$/, ''),
	Buffer.from(key).toString('base64').replace(/=+$/, ''),
	encodeURIComponent(key).toLowerCase(),
	key.replaceAll('/', '\\/'),
];

ownTimeInEachTest();

const echo = fc.constantFrom(...secrets, `Authorization: Bearer ${key}`);
const text = fc.oneof({ weight: 8, arbitrary: fc.string() }, { weight: 1, arbitrary: echo });
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
	value: fc.oneof(
		{ depthSize: 'small', withCrossShrink: true },
		fc.oneof(text, fc.jsonValue({ maxDepth: 1 }), fc.bigInt().map(String), fc.boolean()),
		fc.array(tie('value'), { maxLength: 4 }),
		fc.dictionary(text, tie('value'), { maxKeys: 4 }),
	),
}));

/** Answers as the service gives them, to be spoiled. */
function goodAnswers({ operation }: PublishedOperation): unknown[] {
	const { kind } = operation.output;
	const names = Object.keys(kind.fields);
	const record = { ...Object.fromEntries(names.map((name) => [name, '1'])), [kind.id]: '7' };
	return [
		success(record),
		success({ items: { 7: record, 8: { ...record, [kind.id]: 8 } }, has_more: false, page: 0 }),
		success({ items: [record], has_more: true }),
		success([record]),
		success({ [kind.id]: 7, message: 'Done' }),
		failure({ key: 'validation_error', errors: [{ field: 'title', message: 'is odd' }] }),
		keyed('rate_limit'),
		keyed('internal_error'),
		failure({ code: 'upgrade_required', message: 'No', feature_name: 'X', cta: { text: 'Y' } }),
		said('In the words of v1'),
	];
}

/** One place of a value replaced by something else, or taken away. */
function spoiled(whole: unknown, steps: readonly number[], put: unknown): unknown {
	if (steps.length === 0 || typeof whole !== 'object' || whole === null) return put;
	const entries = Object.entries(whole);
	if (entries.length === 0) return put;
	const at = steps[0] % entries.length;
	const [name, inner] = entries[at];
	const changed = spoiled(inner, steps.slice(1), put);
	const rest = entries.map((entry, index) => (index === at ? [name, changed] : entry));
	const kept = changed === undefined ? rest.filter((_, index) => index !== at) : rest;
	return Array.isArray(whole) ? kept.map(([, one]) => one) : Object.fromEntries(kept);
}

function bodies(one: PublishedOperation): fc.Arbitrary<unknown> {
	const mutated = fc
		.tuple(
			fc.constantFrom(...goodAnswers(one)),
			fc.array(fc.nat(20), { maxLength: 5 }),
			fc.oneof(value, fc.constant(undefined)),
		)
		.map(([good, steps, put]) => spoiled(good, steps, put));
	return fc.oneof(
		{ weight: 6, arbitrary: mutated.map((given) => JSON.stringify(given) ?? '') },
		{ weight: 2, arbitrary: value.map((given) => JSON.stringify(given)) },
		{ weight: 1, arbitrary: text },
		{
			weight: 1,
			arbitrary: fc
				.tuple(mutated, fc.nat(200))
				.map(([given, length]) => (JSON.stringify(given) ?? '').slice(0, length)),
		},
		// What n8n's helper may make of an answer, whatever it was asked for.
		{ weight: 1, arbitrary: fc.oneof(mutated, fc.constantFrom(undefined, null, 0)) },
	);
}

const statuses = fc.oneof(
	{ weight: 4, arbitrary: fc.constant(200) },
	fc.constantFrom(201, 204, 302, 400, 401, 403, 404, 409, 422, 429, 500, 502, 503),
	fc.integer({ min: 100, max: 999 }),
);
const headers = fc.oneof(
	fc.constant(undefined),
	fc.record(
		{ 'retry-after': fc.oneof(text, fc.nat(), value), location: fc.oneof(text, value), date: text },
		{ requiredKeys: [] },
	),
);
const thrown = fc.oneof(
	fc
		.constantFrom('ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'ERR_INVALID_CHAR')
		.map((code) => Object.assign(new Error(`${code} Bearer ${key}`), { code })),
	text.map((message) => new Error(message)),
	value.map((given) => ({ cause: given, message: key })),
);

type Answer = { statusCode: number; headers: unknown; body: unknown } | { thrown: unknown };
const answers = (one: PublishedOperation): fc.Arbitrary<Answer> =>
	fc.oneof(
		{
			weight: 9,
			arbitrary: fc.record({ statusCode: statuses, headers, body: bodies(one) }),
		},
		{ weight: 1, arbitrary: thrown.map((error) => ({ thrown: error })) },
	);

async function play(
	one: PublishedOperation,
	parameters: Values,
	answer: () => Answer,
): Promise<void> {
	const logged: Logged[] = [];
	const node = new one.node.Node();
	for (const continueOnFail of [false, true]) {
		const context: IExecuteFunctions = executeContext(node, {
			parameters: {
				resource: one.resource.value,
				operation: one.operation.option.value,
				...parameters,
			},
			credentials: bearer('https://feedback.example', key),
			continueOnFail,
			logged,
			writtenByHand: true,
		});
		context.helpers.httpRequestWithAuthentication = async () => {
			const said = answer();
			if ('thrown' in said) throw said.thrown;
			return said as never;
		};
		// Each case starts afresh: no pause of the one before holds it back.
		ownTime(time.now() + 10_000_000);
		const outcome = await node.execute!.call(context).then(
			(output) => ({ items: (output as INodeExecutionData[][])[0] }),
			(error: unknown) => ({ error }),
		);
		if ('items' in outcome) expectItems(outcome.items);
		else expectWords(outcome.error);
		if (continueOnFail) expect(outcome).toHaveProperty('items');
	}
	expect(logged).toEqual([]);
}

function expectItems(items: readonly INodeExecutionData[]): void {
	for (const { json, pairedItem } of items) {
		expect(json).toEqual(expect.any(Object));
		expect(pairedItem).toEqual({ item: 0 });
		const { error } = json as { error?: { message?: unknown } };
		if (error?.message === undefined || Object.keys(json).length > 1) continue;
		expect(String(error.message)).toMatch(/\S/);
		expectHidden(JSON.stringify(json));
	}
}

function expectWords(error: unknown): void {
	expect([NodeApiError, NodeOperationError]).toContain((error as object | null)?.constructor);
	const { message, description } = error as NodeApiError;
	expect(message).toMatch(/\S/);
	expect(message).not.toMatch(/undefined|\[object Object\]|is not a function|Cannot read/);
	const parts = [message, description, JSON.stringify({ ...(error as object) }), inspect(error)];
	expectHidden(parts.join('\n'));
}

function expectHidden(shown: string): void {
	for (const secret of secrets) expect(shown).not.toContain(secret);
	expect(shown).not.toMatch(/authorization/i);
}

test.each(operations)(`$key, ${RUNS} answers`, async (one) => {
	const all = one.operation.fields.some(({ name }) => name === 'returnAll');
	const given: Values = all ? { returnAll: true } : {};
	for (const { field, collection } of allFields(one.operation)) {
		if (collection || !field.required) continue;
		given[field.name] = field.type === 'resourceLocator' ? byId('7') : field.default || '7';
	}
	await fc.assert(
		fc.asyncProperty(answers(one), async (answer) => await play(one, given, () => answer)),
		{ numRuns: RUNS },
	);
});
