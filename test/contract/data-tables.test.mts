// How the recipes find their Data Tables, and rows in them, without n8n.
import { expect, test } from 'vitest';
import { all, columnsOf } from '../recipes/recipe.mts';
import { outputSchemas } from './output-schemas.mts';

interface Condition {
	keyName: string;
	keyValue?: string;
}

test.each(all)('$name finds rows of a Data Table by the column that an item names', ({ nodes }) => {
	for (const { name, parameters } of nodes.filter(({ type }) => type.endsWith('.dataTable'))) {
		const { conditions = [] } = (parameters?.filters ?? {}) as { conditions?: Condition[] };
		for (const { keyName, keyValue = '' } of conditions) {
			const [, named = keyName] = /^=\{\{ \$json\.(\w+) \}\}$/.exec(keyValue) ?? [];
			expect(named, name).toBe(keyName);
		}
	}
});

// n8n 2.41 creates no table if another one's name holds the name, and finds that one in its place.
test.each(all)('$name takes its Data Tables by their exact names', ({ nodes }) => {
	const tables = nodes.filter(({ type }) => type.endsWith('.dataTable'));
	for (const { name, parameters, onError } of tables) {
		if (parameters?.operation === 'create') expect(onError, name).toBe('continueRegularOutput');
		expect(JSON.stringify(parameters?.dataTableId ?? ''), name).not.toMatch(/Table'\)\.first\(\)/);
	}
});

test.each(all)(
	'$name goes on once, however many Data Tables there are',
	({ nodes, connections }) => {
		const lists = nodes.filter(
			({ parameters }) => parameters?.resource === 'table' && parameters.operation === 'list',
		);
		const byName = new Map(nodes.map((one) => [one.name, one]));
		for (const { name } of lists) {
			const [next] = connections[name].main!.flat();
			const { type, executeOnce } = byName.get(next!.node)!;
			expect(type.endsWith('.dataTable') && !executeOnce, next!.node).toBe(false);
		}
	},
);

/** Kept as texts, which the service may send as numbers or texts. */
const IDS = ['feedback_id', 'comment_id', 'user_id'];

/** Of each field of a post or comment, its type. */
const types = new Map(
	outputSchemas
		.filter(({ file }) => /\/(?:post|comment)\/getAll\.json$/.test(file))
		.flatMap(({ schema }) => Object.entries(schema.properties ?? {}))
		.map(([name, { type }]) => [name, IDS.includes(name) ? 'string' : type]),
);

interface Column {
	name: string;
	type: string;
}

test.each(all)('$name keeps the fields of posts and comments as what they are', ({ nodes }) => {
	const columns = nodes
		.map(({ parameters }) => (parameters?.columns as { column?: Column[] })?.column ?? [])
		.filter((table) => table.some(({ name }) => name === 'feedback_id'));
	const kept = columns.flat().filter(({ name }) => types.has(name));
	expect(kept.map(({ name, type }) => [name, type])).toEqual(
		kept.map(({ name }) => [name, types.get(name)]),
	);
});

interface Rows {
	dataTableId: { value: string };
	filters?: { conditions?: Condition[] };
	columns?: { value?: object };
}

test.each(all)('$name names columns that its Data Table has', ({ nodes }) => {
	const rowSteps = nodes.filter(
		({ type, parameters }) => type.endsWith('.dataTable') && parameters?.resource === 'row',
	);
	for (const { name, parameters } of rowSteps) {
		const { dataTableId, filters, columns } = parameters as unknown as Rows;
		// An ID that another step has found.
		if (/^=\{\{ (?:\$json|\$\('Table IDs'\)\.first\(\)\.json)\.\w+ \}\}$/.test(dataTableId.value))
			continue;
		const has = columnsOf(nodes, dataTableId.value);
		expect(has, name).toBeDefined();
		const named = [
			...(filters?.conditions ?? []).map(({ keyName }) => keyName),
			...Object.keys(columns?.value ?? {}),
		];
		expect(has, name).toEqual(expect.arrayContaining(named));
	}
});
