import { type INodeType, type INodeTypeDescription } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { executeContext } from './n8n-context.mts';

const inner = { displayName: 'Inner', name: 'inner', type: 'number', default: 0 };

const menu = [
	{ name: 'A', value: 'a' },
	{ name: 'B', value: 'b' },
];

class Probe implements INodeType {
	description = {
		name: 'probe',
		defaults: { name: 'Probe' },
		version: 1,
		properties: [
			{ name: 'hidden', type: 'string', default: '', displayOptions: { show: { choice: ['b'] } } },
			{ displayName: 'More', name: 'more', type: 'collection', default: {}, options: [inner] },
			{ name: 'choice', type: 'options', default: 'a', options: menu },
			{ name: 'several', type: 'multiOptions', default: [], options: menu },
			{
				name: 'picked',
				type: 'resourceLocator',
				default: { mode: 'id', value: '' },
				modes: [{ name: 'id' }],
			},
		],
	} as unknown as INodeTypeDescription;
}

test.each([
	[{ hidden: 'set' }, "No field takes 'hidden' here"],
	[{ unknown: 1 }, "No field takes 'unknown' here"],
	[{ more: { unknown: 1 } }, "No field takes 'unknown' here"],
	[{ choice: 'c' }, `'choice' does not offer "c"`],
	[{ several: ['a', 'c'] }, `'several' does not offer "c"`],
	[{ picked: { __rl: true, mode: 'url', value: '1' } }, `'picked' does not offer "url"`],
])('%j is refused, since no field and no menu of the node has it', (parameters, says) => {
	expect(() => executeContext(new Probe(), { parameters })).toThrow(says);
});
