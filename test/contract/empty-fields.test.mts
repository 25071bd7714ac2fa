// What becomes of a picker that is left unselected, of each way to choose in it, and of what an AI agent leaves empty. What
// becomes of an expression that gives nothing is tried in every field with the other odd values.
import { describe, expect, test } from 'vitest';
import { newKey } from '../faults/rehearsal.mts';
import type { Setup } from '../unit/n8n-context.mts';
import type { Field } from '../../nodes/shared/node/field';
import { allFields, holderOf, toParameters } from './examples.mts';
import { operations, type PublishedOperation } from './nodes.mts';
import {
	fewestExamples,
	isUpdate,
	neededExamples,
	run as runOperation,
} from './operation-runs.mts';
import { ownWorkspace, sandbox } from './own-workspace.mts';

ownWorkspace();

/** What the editor stores of a picker that was added to a collection and left as it is: without `__rl`. */
const unselected = { mode: 'list', value: '' };

interface Placed extends PublishedOperation {
	field: Field;
	collection?: string;
	what: string;
}

/** Each field of all operations that is meant. */
const fieldsLike = (isMeant: (place: Omit<Placed, 'what'>) => boolean | undefined): Placed[] =>
	operations.flatMap((one) =>
		allFields(one.operation)
			.map((place) => ({ ...one, ...place, what: `${one.key}: ${place.field.displayName}` }))
			.filter(isMeant),
	);
const isPicker = ({ field }: Pick<Placed, 'field'>) => field.type === 'resourceLocator';

const optional = fieldsLike((one) => isPicker(one) && !one.field.required);
const inEachMode = (places: Placed[]) =>
	places.flatMap((one) =>
		one.field.modes!.map(({ name: mode, displayName }) => ({
			...one,
			mode,
			what: `${one.what} ${displayName}`,
		})),
	);
const choices = inEachMode(optional).filter(({ mode }) => mode !== 'list');

/** Runs the operation with what it needs, and this in the field. */
async function run(one: Placed, stored: unknown, setup: Partial<Setup> = {}) {
	const parameters = toParameters(one.operation, fewestExamples(one));
	holderOf(parameters, one)[one.field.name] = stored;
	return await runOperation(one, {}, { ...setup, parameters });
}

const sentFor = (name: string) =>
	sandbox.requests.map(
		({ body, path }) =>
			(body as Record<string, unknown> | undefined)?.[name] ??
			new URL(path, sandbox.baseUrl).searchParams.get(name),
	);

test.each(optional)('$what is left out when nothing is selected', async (one) => {
	await run(one, unselected);
	expect(sandbox.requests.filter(({ status }) => status > 299)).toEqual([]);
	const everything = ['filter', 'type'].includes(one.field.name) ? ['all', null] : [null];
	for (const sent of sentFor(one.field.name)) expect(everything).toContain(sent);
});

describe.each(choices)('$what', (one) => {
	const isUpdate = one.collection === 'updateFields';
	const isKeyInBody = one.mode === 'key' && one.collection !== 'filters';
	const stored = (value: unknown) => ({ __rl: true, mode: one.mode, value });

	test.each([
		['an expression that gives nothing', () => undefined],
		['no expression', ''],
	])(
		'with %s is refused, is left out of a body, or is unchanged in an update',
		async (_what, value) => {
			const result = run(one, stored(value), { items: [{}] });
			const isUnchanged = isKeyInBody || (isUpdate && (value === '' || !one.field.isDecisive));
			if (isUnchanged) await result;
			else {
				const list = "set it to 'From List' and leave it empty";
				const advice = one.collection ? 'remove the field' : list;
				await expect(result).rejects.toMatchObject({
					message: `'${one.field.displayName}' is empty in item 0`,
					description: `Check the expression in this field, or ${advice}. This item was not sent.`,
				});
			}
			expect(sandbox.requests.length).toBe(isUnchanged ? 1 : 0);
			expect(sentFor(one.field.name).filter((sent) => sent !== null)).toEqual([]);
		},
	);

	test('is left out where an AI agent leaves it empty', async () => {
		await run(
			one,
			stored(() => ''),
			{ asTool: true },
		);
		expect(sandbox.requests.length).toBeGreaterThan(0);
	});
});

const CHOOSE =
	'Choose an entry, or check that the item has what the expression in this field asks for.';

const needed = inEachMode(fieldsLike((one) => isPicker(one) && one.field.required));

test.each(needed)('$what is called empty when its expression gives nothing', async (one) => {
	const result = run(one, { __rl: true, mode: one.mode, value: () => undefined });
	await expect(result).rejects.toMatchObject({
		message: `'${one.field.displayName}' is empty in item 0`,
		description: `${CHOOSE} This item was not sent.`,
	});
	expect(sandbox.requests).toEqual([]);
});

const menus = fieldsLike(({ field, collection }) => field.type === 'options' && !collection);

test.each(menus)('$what, a menu, is to be set to a value when it is empty', async (one) => {
	const result = run(one, () => '');
	const advice = one.field.required
		? CHOOSE
		: 'Check the expression in this field, or set it to a fixed value.';
	const description = `${advice} This item was not sent.`;
	await expect(result).rejects.toMatchObject({ description });
});

const filters = fieldsLike((one) => one.collection === 'filters' && !isPicker(one));

test.each(filters)(
	'$what is no filter when it is added and left empty, or left empty by an AI agent',
	async (one) => {
		// A menu is never empty.
		if (one.field.type !== 'options') await run(one, '');
		await run(one, () => '', { asTool: true });
		expect(sandbox.requests.length).toBeGreaterThan(0);
		for (const { status } of sandbox.requests) expect(status).toBeLessThan(300);
	},
);

const collections = operations.flatMap((one) =>
	one.operation.fields
		.filter(({ type }) => type === 'collection')
		.map((field) => ({ ...one, field, what: `${one.key}: ${field.displayName}` })),
);

test.each(collections)(
	'$what may be an empty list, as builders and models write it, or nothing',
	async (one) => {
		for (const empty of [[], null, '']) {
			sandbox.requests.length = 0;
			const parameters = {
				...toParameters(one.operation, { ...neededExamples(one), id: newKey(sandbox) }),
				[one.field.name]: empty,
			};
			const running = runOperation(one, {}, { parameters, writtenByHand: true });
			if (isUpdate(one)) await expect(running).rejects.toThrow('would change nothing');
			else await running;
			expect(sandbox.requests.length > 0).toBe(!isUpdate(one));
		}
	},
);
