// Which label stands over which name: the right words over another name do something else than people read.
import type { INodeProperties, INodePropertyMode, INodePropertyOptions } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { fieldLabels, modeLabels, valueLabels } from './labels.mts';
import { nodes } from './nodes.mts';

interface Labelled {
	/** Under which the table may have it: within its operation, within its collection, anywhere. */
	names: string[];
	label: string;
	values: Labelled[];
	modes: Labelled[];
}

const plain = (name: string, label: string): Labelled => ({
	names: [name],
	label,
	values: [],
	modes: [],
});

/** Each field of a panel, with those inside of it. */
function labelledIn(fields: INodeProperties[], operation = '', outer = ''): Labelled[] {
	return fields.flatMap((field): Labelled[] => {
		const { name, displayName: label, type, displayOptions, options = [], modes = [] } = field;
		const show = displayOptions?.show;
		const within =
			operation || (show?.operation ? `${String(show.resource)}.${String(show.operation)}` : '');
		const names = [within, outer].filter(Boolean).map((place) => `${place}.${name}`);
		const values = type === 'options' || type === 'multiOptions' ? options : [];
		const labelled = {
			names: [...names, name],
			label,
			values: (values as INodePropertyOptions[]).map((one) => plain(String(one.value), one.name)),
			modes: (modes as INodePropertyMode[]).map((mode) => plain(mode.name, mode.displayName)),
		};
		if (type === 'collection') {
			return [labelled, ...labelledIn(options as INodeProperties[], within, name)];
		}
		return [labelled];
	});
}

const panels = nodes.map(({ name, description }) => ({
	name,
	found: labelledIn(description.properties.filter(({ type }) => type !== 'notice')),
}));

/** The key under which a table has it, or the plain name where it has none. */
const keyIn = (table: object, { names }: Labelled) =>
	names.find((name) => name in table) ?? names.at(-1)!;

const inWords = (name: string) =>
	name
		.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
		.split(/[ _]/)
		.map((word) => word.charAt(0).toUpperCase() + word.slice(1))
		.join(' ');

describe.each(panels)('$name', ({ found }) => {
	test.each(found)('calls $names.0 $label', ({ names, label }) => {
		const key = keyIn(fieldLabels, { names } as Labelled);
		const advice = `Write '${label}' under '${key}' in fieldLabels of test/contract/labels.mts, if it is right`;
		expect(label, advice).toBe(fieldLabels[key] ?? inWords(key));
	});

	// The fields that are offered to be cleared or returned are tested with their own lists.
	const menus = found.filter(
		({ names, values }) =>
			values.length > 0 && !/clearFields$|outputFields$/.test(String(names.at(-1))),
	);
	test.each(menus)('calls the values of $names.0 what they are', (menu) => {
		const labels = valueLabels[keyIn(valueLabels, menu)];
		for (const { names, label } of menu.values) {
			const [value] = names;
			expect({ [value]: label }).toEqual({ [value]: labels?.[value] ?? inWords(value) });
		}
	});

	const pickers = found.filter(({ modes }) => modes.length > 0);
	test.each(pickers)('calls each way to choose $names.0 what it is', ({ modes }) => {
		for (const { names, label } of modes) {
			expect({ [names[0]]: label }).toEqual({ [names[0]]: modeLabels[names[0]] });
		}
	});
});

test('writes down no label of what is gone', () => {
	const all = panels.flatMap(({ found }) => found);
	const used = (table: object, of: Labelled[]) => new Set(of.map((one) => keyIn(table, one)));
	const menus = all.filter(({ values }) => values.length > 0);
	const modes = all.flatMap((one) => one.modes);
	expect(Object.keys(fieldLabels).filter((key) => !used(fieldLabels, all).has(key))).toEqual([]);
	expect(Object.keys(valueLabels).filter((key) => !used(valueLabels, menus).has(key))).toEqual([]);
	expect(Object.keys(modeLabels).filter((key) => !used(modeLabels, modes).has(key))).toEqual([]);
});
