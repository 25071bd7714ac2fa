// What each operation sends, read from the log of the sandbox.
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { fieldsOf } from '../../nodes/shared/node/operation';
import { bearer } from '../unit/n8n-context.mts';
import { allFields, holderOf, showing, toParameters, type Values, typedInto } from './examples.mts';
import { operations, type PublishedOperation } from './nodes.mts';
import { wrongInRequest } from './openapi.mts';
import {
	everyExample,
	fewestExamples,
	filledIn,
	firstPage,
	idParameters,
	isFurther,
	readsList,
	neededExamples,
	query,
	run,
} from './operation-runs.mts';
import { ownWorkspace, sandbox } from './own-workspace.mts';
import { endpointOf, letThrough, refused } from './expectations.mts';

ownWorkspace();

const isOfPosts = ({ key }: PublishedOperation) => endpointOf(key).request === 'GET /v1/posts';

/** A status that a record says of itself is not believed of the list alone. */
const isCheckedHere = ({ key }: PublishedOperation) => key === 'changelogUpdate.getAll';

/** Of a field that the specification does not know. */
function aValueFor(field: INodeProperties): unknown {
	const { type, options, default: initial } = field;
	if (type === 'dateTime') return '2024-05-06 07:08:09';
	if (type === 'resourceLocator') return typedInto(field, '7');
	return type === 'options' ? (options as INodePropertyOptions[])[0].value : initial;
}

function overTheWire(one: PublishedOperation, values: Values): Values {
	const { own = [] } = endpointOf(one.key);
	return Object.fromEntries(Object.entries(values).filter(([name]) => !own.includes(name)));
}

describe.each(operations)('$key', (one) => {
	test('sends every field to its endpoint, as the specification says', async () => {
		const values = everyExample(one);
		await run(one, values, { mode: 'trigger' });
		const [sent, ...more] = sandbox.requests;
		// A list that does not say where it ends may be asked for its next page.
		const others = more.filter((next) => !isFurther(one, next));
		const pages = others.map((_, index) => ({ ...query(sent), page: String(index + 1) }));
		expect(others.map(query)).toEqual(readsList(one) ? pages : []);
		const [method, path] = endpointOf(one.key).request.split(' ');
		expect(`${sent.method} ${sent.path.split('?')[0]}`).toBe(`${method} ${filledIn(path)}`);
		const missing = `The sandbox may lack it: write it in a file of test/sandbox/, whose part stands in 'parts' of server.mts`;
		expect(sent.status, missing).toBeLessThan(300);
		if (readsList(one)) {
			const order = isOfPosts(one) ? { type: 'all', filter: 'all', sort: 'new' } : {};
			expect(query(sent)).toEqual({
				...order,
				...overTheWire(one, values),
				...firstPage(one, 50, isCheckedHere(one)),
			});
			expect(sent.body).toBeUndefined();
		} else {
			expect(query(sent)).toEqual({});
			expect(wrongInRequest(sent, [], true), 'docs/openapi.yaml has more').toEqual([]);
			expect(sent.body).toEqual(endpointOf(one.key).body ? values : undefined);
		}
	});

	test('evaluates the expression of each field, and of the credential, once for an item', async () => {
		const counts = new Map<string, number>();
		const counted = (name: string, value: unknown) => {
			counts.set(name, 0);
			return () => {
				counts.set(name, counts.get(name)! + 1);
				return value;
			};
		};
		const parameters = { ...idParameters(one), ...toParameters(one.operation, everyExample(one)) };
		const fields = fieldsOf(one.operation);
		for (const place of allFields({ ...one.operation, path: [], fields })) {
			const { field } = place;
			if (field.type === 'notice' || field.noDataExpression) continue;
			Object.assign(parameters, showing(field));
			const holder = holderOf(parameters, place);
			const given = holder[field.name] ?? aValueFor(field);
			holder[field.name] =
				field.type === 'resourceLocator'
					? { ...(given as object), value: counted(field.name, (given as Values).value) }
					: counted(field.name, given);
		}
		const credentials = bearer(
			counted('baseUrl', sandbox.baseUrl),
			counted('apiKey', sandbox.apiKey),
			{ postAddress: counted('postAddress', '') },
		);
		await run(one, {}, { parameters, credentials });
		expect(counts.size).toBeGreaterThan(2);
		expect([...counts].filter(([, count]) => count !== 1)).toEqual([]);
	});

	test('sends no field that is not set', async () => {
		await run(one, fewestExamples(one));
		const [sent] = sandbox.requests;
		const ordered = one.key === 'endUser.getAll' && endpointOf(one.key).defaults;
		const everything = isOfPosts(one) ? { type: 'all', filter: 'all', sort: 'new' } : ordered;
		if (readsList(one)) expect(query(sent)).toEqual({ ...everything, ...firstPage(one) });
		else expect(sent.body ?? {}).toEqual(fewestExamples(one));
	});
});

const byKey = new Map(operations.map((one) => [one.key, one]));

const shown = (fields: object) => JSON.stringify(fields).slice(0, 60);

describe('a documented limit', () => {
	test.each(refused.map((limit) => [limit[0], shown(limit[1]), limit] as const))(
		'%s refuses %s before sending anything',
		async (operation, _shown, [, fields, names]) => {
			const one = byKey.get(operation)!;
			await expect(run(one, { ...neededExamples(one), ...fields })).rejects.toThrow(names);
			expect(sandbox.requests).toEqual([]);
		},
	);

	test.each(letThrough.map((limit, at) => [limit[0], shown(limit[1]), limit[1], at] as const))(
		'%s lets %s through',
		async (operation, _shown, fields, at) => {
			const one = byKey.get(operation)!;
			const id = 'id' in everyExample(one) ? { id: `contract ${at}` } : {};
			const values = { ...neededExamples(one), ...id, ...fields };
			await run(one, values);
			expect(sandbox.requests).toMatchObject([{ body: values }]);
			expect(sandbox.requests[0].status).toBeLessThan(300);
		},
	);
});
