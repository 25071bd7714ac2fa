// What an update changes, clears and leaves alone.
import { describe, expect, test } from 'vitest';
import { allFields, fieldsNamed, placedAs, toParameters, type Values } from './examples.mts';
import { operations } from './nodes.mts';
import { documented, everyExample, isUpdate, run } from './operation-runs.mts';
import { ownWorkspace, sandbox } from './own-workspace.mts';
import { endpointOf } from './expectations.mts';

ownWorkspace();

describe.each(operations.filter(isUpdate))('$key', (one) => {
	const clearable = endpointOf(one.key).clearable!;
	const get = operations.find(({ key }) => key === one.key.replace('update', 'get'))!;
	const types = documented(one);
	const changed = Object.keys(types);

	/** One field without content, where it stands in the body. */
	const emptyBody = (name: string, among = types): Values | undefined => {
		for (const [key, { type, properties }] of Object.entries(among)) {
			if (key === name) return { [key]: type === 'object' ? {} : '' };
			const inner = properties && emptyBody(name, properties);
			if (inner) return { [key]: inner };
		}
		return undefined;
	};

	const blankOf = (type: string, blank: string) => (type === 'json' && !blank ? '{}' : blank);

	/** Every field of the update added, and nothing in it, as an AI agent or the panel leaves it. */
	const nothing = (blank: string) =>
		Object.fromEntries(
			allFields(one.operation)
				.filter(({ collection }) => collection === 'updateFields')
				.map(({ field }) => [field.name, placedAs(field, blankOf(field.type, blank))]),
		);

	const clear = async (names: unknown, values: Values = {}) =>
		await run(one, values, { parameters: { clearFields: names } });

	test.each([
		['no field is added', {}],
		['every field is empty', nothing('')],
		['every field is blank', nothing('  ')],
	])('refuses an update that changes nothing: %s', async (_how, updateFields) => {
		const failure = run(one, {}, { parameters: { updateFields } });
		await expect(failure).rejects.toMatchObject({
			message: "'Update Fields' would change nothing",
			description:
				"Set at least one field, or choose one in 'Clear Fields' to empty it. This item was not sent.",
		});
		expect(sandbox.requests).toEqual([]);
	});

	test('changes one field, and leaves empty ones as they are', async () => {
		for (const name of changed) {
			sandbox.requests.length = 0;
			const example = { [name]: everyExample(one)[name] };
			const { updateFields } = toParameters(one.operation, example) as { updateFields: Values };
			await run(one, {}, { parameters: { updateFields: { ...nothing(''), ...updateFields } } });
			expect(sandbox.requests.map(({ body }) => body)).toEqual([example]);
			const [{ json }] = await run(get, {}, { parameters: { simplify: false } });
			expect(json).toMatchObject(example);
		}
	});

	test('clears what Clear Fields names, and nothing else', async () => {
		for (const name of clearable) {
			sandbox.requests.length = 0;
			await run(one, {}, { parameters: { clearFields: [name], updateFields: nothing('') } });
			expect(sandbox.requests).toMatchObject([{ body: emptyBody(name) }]);
			expect(Object.keys(sandbox.requests[0].body as object)).toHaveLength(1);
			expect(sandbox.requests[0].status).toBeLessThan(300);
		}
	});

	test('refuses a field that is set and cleared at once', async () => {
		for (const name of clearable) {
			const { displayName } = fieldsNamed(one.operation, name)[0];
			const failure = clear([name], everyExample(one));
			await expect(failure).rejects.toThrow(
				`'${displayName}' is set and also chosen in 'Clear Fields'`,
			);
		}
		expect(sandbox.requests).toEqual([]);
	});
});
