// In which ways each picker takes a thing, what it asks for in words, and what it refuses while somebody types.
import type { INodePropertyMode } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { allFields } from './examples.mts';
import { operations } from './nodes.mts';
import { lists } from './expectations.mts';

const BY_ID = ['list', 'id'];

/** By the last part of the path that lists them: how one is called, and the ways to name it. */
const things: Readonly<Record<string, { called: string; ways: readonly string[] }>> = {
	posts: { called: 'a post', ways: BY_ID },
	comments: { called: 'a comment', ways: BY_ID },
	updates: { called: 'a changelog update', ways: BY_ID },
	documents: { called: 'a document', ways: BY_ID },
	users: { called: 'an end-user', ways: [...BY_ID, 'data_mail', 'data_id'] },
	groups: { called: 'a group', ways: [...BY_ID, 'data_id'] },
};

/** What a workspace defines itself, by the name of the field. */
const calledKey: Readonly<Record<string, string>> = {
	type: 'a type',
	document_type: 'a type',
	status: 'a status',
	filter: 'a status',
	segment: 'a segment',
};

/** What may be typed, and what not. */
const typed: Readonly<Record<string, { fits: readonly string[]; refused: readonly string[] }>> = {
	id: { fits: ['12', ' 12 ', 'a-1'], refused: ['', ' ', '1 2', 'posts/12', '12/'] },
	data_mail: {
		fits: ['ada@example.com', ' ada+x@example.com '],
		refused: ['', 'ada', '@', 'a b@c'],
	},
};

const pickers = operations.flatMap(({ key, operation }) =>
	allFields(operation)
		.filter(({ field }) => field.type === 'resourceLocator')
		.map(({ field }) => ({ what: `${key}: ${field.displayName}`, field })),
);

describe.each(pickers)('$what', ({ field: { name, modes = [] } }) => {
	const thing = things[lists[name]?.split('/').at(-1) ?? ''];

	test('names one in all the ways that there are, the list first', () => {
		const ways = name === 'segment' ? BY_ID : ['list', 'key'];
		expect(modes.map((mode) => mode.name)).toEqual(thing?.ways ?? ways);
	});

	test('gives an example that it takes of each way but the list', () => {
		for (const mode of modes.slice(1)) {
			const [, example = ''] = /^e\.g\. (.+)/.exec(mode.placeholder ?? '') ?? [];
			expect(
				example && takes(mode, example),
				`Write 'e.g. ' and an example that the mode ${mode.name} takes, not '${mode.placeholder}'`,
			).toBe(true);
		}
	});

	test('says what to select', () => {
		expect(modes[0].placeholder).toBe(`Select ${thing?.called ?? calledKey[name]}...`);
	});

	test('refuses what cannot be meant, and nothing else', () => {
		for (const mode of modes) {
			const { fits = ['x y/z'], refused = [] } = typed[mode.name] ?? {};
			expect(fits.filter((text) => !takes(mode, text))).toEqual([]);
			expect(refused.filter((text) => takes(mode, text))).toEqual([]);
		}
	});
});

/** As n8n checks it: the whole text has to match. */
function takes({ validation = [] }: INodePropertyMode, text: string): boolean {
	return validation.every((rule) => {
		const { regex } = (rule as unknown as { properties: { regex: string } }).properties;
		return new RegExp(`^${regex}$`).test(text);
	});
}
