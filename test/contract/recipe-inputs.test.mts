// What people, programs and spreadsheets put in, through the first step of each recipe that reads it: nothing is dropped, merged or
// turned into "[object Object]" without a word. The steps run without n8n; test/recipes plays the whole recipes.
import { describe, expect, test } from 'vitest';
import { all } from '../recipes/recipe.mts';
import { runStep, type Seen } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

/**
 * What a field holds: a text, one that may be missing, an ID, a list of texts, or what the service answered. The service means what it
 * says, so that a title None is one. A cell of a table may be empty, but is refused if a program has left something else in it.
 */
type Kind = 'text' | 'text?' | 'cell?' | 'id' | 'list' | 'said';

interface First {
	step: string;
	fields: Record<string, Kind>;
	/** What the step sees of these values. Without it, an item with them. */
	seen?: (values: Json, recipe: (typeof all)[number]) => Seen;
}

const recipeOf = (name: string) => all.find((one) => one.name === name)!;

/** The body of a call, checked by the words of the recipe. */
const called = (values: Json, recipe: (typeof all)[number]): Seen => ({
	items: runStep(recipe, 'Words', { items: [{}] }),
	steps: () => [{ body: values }],
});

/** A message of Slack, which is read by another step. */
const posted = ({ text }: Json): Seen => ({
	items: [{}],
	steps: (name) => [name === 'Link' ? { permalink: 'https://slack.example.com/p1' } : { text }],
});

const first: Record<string, First> = {
	'ticket-vote': {
		step: 'Check',
		fields: { ticket: 'id', title: 'text', details: 'text?', email: 'text' },
		seen: called,
	},
	'support-conversations': {
		step: 'Check',
		fields: { reference: 'id', title: 'text?', text: 'text', email: 'text?', name: 'text?' },
		seen: called,
	},
	'slack-to-post': { step: 'Plain Text', fields: { text: 'said' }, seen: posted },
	'error-workflow': {
		step: 'First',
		fields: { workflow: 'said', reason: 'said' },
		seen: (values) => {
			const row = { id: 1, createdAt: '2026-01-01T00:00:00.000Z', sent: false, url: '' };
			return { items: [row], steps: (name) => [name === 'Cause' ? values : row] };
		},
	},
	jira: {
		step: 'Check',
		fields: { key: 'text', labels: 'list', resolution: 'text' },
		seen: called,
	},
	'plan-and-revenue': {
		step: 'Check Customers',
		fields: { plan: 'cell?' },
		seen: ({ plan }, recipe) => ({
			items: [{ email: 'ada@customer.example', mrr: 1, plan }],
			steps: (name) => runStep(recipe, name, { items: [{}] }),
		}),
	},
	'import-from-another-tool': {
		step: 'Rows',
		fields: { title: 'text', description: 'cell?' },
		// A row without a title takes the first words of its description.
		seen: ({ title, description }, recipe) => ({
			items: [title === FINE ? { title, description } : { title, votes: 1 }],
			steps: (name) => runStep(recipe, name, { items: [{}] }),
		}),
	},
};

/** Copies of the service's records, sums that the node makes, and values that go whole to a node, which checks them. */
const COPIES = [
	'ai-triage',
	'close-the-loop',
	'news-to-chat',
	'slack-approval',
	'weekly-digest',
	'crm-to-groups',
	'erasure-request',
	'github',
	'nightly-sync',
	'nightly-sync-postgres',
	'posts-to-google-sheets',
	'feedback-report',
	'wishes-by-revenue',
	'release-notes',
];

const LONG = 'Very long '.repeat(500).trim();

/** What it says, or that it says nothing: an unset template, a formula that has no value. */
const values: Array<[what: string, value: unknown, says: string]> = [
	['a text', 'Acme wants an export', 'Acme wants an export'],
	['a number', 163_529, '163529'],
	['an object', { name: 'Acme' }, 'Acme'],
	['a list', ['Acme', 'Umbrella'], 'Umbrella'],
	['a list of objects', [{ name: 'Acme' }], 'Acme'],
	['true', true, 'true'],
	['an ID as Excel saves it', '1.63529E+11', '1.63529E+11'],
	['characters without width', 'Ac\u200Bme\u2060 wa\u00ADnts', 'Acme wants'],
	['marks of direction', '\u202EAcme\u2066 \u200Ewants', 'Acme wants'],
	['characters of tags', 'Acme\u{E0041}\u{E007F} wants', 'Acme wants'],
	['5,000 characters', LONG, LONG],
	...[
		null,
		'null',
		'None',
		'undefined',
		'#N/A',
		'#REF!',
		'#NAME?',
		'#DIV/0!',
		'#BEZUG!',
		'#NV',
	].map((value): [string, unknown, string] => [`${value}`, value, '']),
	['an object as text', '[object Object]', ''],
	['a template', '{{ticket.title}}', ''],
	['templates', '{{ticket.first}} {{{ticket.last}}}', ''],
	[
		'words between templates',
		'{{name}} is empty, use {{first}}',
		'{{name}} is empty, use {{first}}',
	],
	['a word with a mark', '#help!', '#help!'],
	['a number with a mark', '#1!', '#1!'],
	['blanks', ' \n\t ', ''],
	['only characters without width', '\u200B\u2060', ''],
	['only marks of direction', '\u202E', ''],
];

const HIDDEN =
	/[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;
const FINE = 'Fine words';

/** The items that came out, or what the step says against it. */
function through(name: string, values: Json): { items: Json[]; refusal: string } {
	const recipe = recipeOf(name);
	const { step, seen = (given: Json) => ({ items: [given] }) } = first[name];
	try {
		const items = runStep(recipe, step, seen(values, recipe));
		return {
			items,
			refusal: items.map(({ wrong, refused }) => (wrong ?? refused ?? '') as string).join(''),
		};
	} catch (error) {
		return { items: [], refusal: (error as Error).message };
	}
}

/** What is read further on: the item as it came is kept beside it. */
const read = (items: Json[], field: string) =>
	items.map(({ [field]: value }) =>
		typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value),
	)[0] ?? '';

const rows = Object.entries(first).flatMap(([name, { fields }]) =>
	Object.entries(fields).map(([field, kind]) => ({ name, field, kind })),
);

/** test/contract/form-rows tries what is entered into these. */
const FORMS = ['feedback-form', 'vote-for-a-customer'];

test('each recipe that takes what a person wrote is in the table', () => {
	const elsewhere = [...COPIES, ...FORMS];
	expect(all.map(({ name }) => name).filter((name) => !elsewhere.includes(name))).toEqual(
		Object.keys(first).toSorted(),
	);
});

describe.each(rows)('$name: $field', (row) => {
	const { name, field, kind } = row;
	const { fields } = first[name];
	const fine = Object.fromEntries(
		Object.entries(fields).map(([other, kind]) => [other, kind === 'list' ? [FINE] : FINE]),
	);

	test.each(values)('%s', (_what, value, meant) => {
		const says = meant;
		const { items, refusal } = through(name, { ...fine, [field]: value });
		// What was refused is named as it is.
		const accepted = items.filter(({ refused }) => !refused);
		expect(
			JSON.stringify(accepted.map((item) => ({ ...item, original: undefined }))),
		).not.toContain(kind === 'said' && value === '[object Object]' ? '\0' : '[object ');
		const label =
			name === 'import-from-another-tool' ? field.replace(/^./, (one) => one.toUpperCase()) : field;
		if (refusal) {
			expect(refusal).toContain(`'${label}'`);
		}
		const isText = ['string', 'number'].includes(typeof value);
		if (kind === 'said') {
			expect(refusal).toBe('');
			const kept = JSON.stringify(items);
			const visible = isText ? `${value as string}`.replaceAll(new RegExp(HIDDEN, 'gu'), '') : says;
			for (const word of visible.trim().split(/\s+/)) expect(kept).toContain(word.slice(0, 100));
			expect(read(items, field)).not.toMatch(HIDDEN);
			return;
		}
		const isList = Array.isArray(value) && typeof value[0] === 'string';
		const isLeft = isText && says === '' && /^(?:#|\[object )/.test(String(value));
		const isRefused =
			kind === 'cell?'
				? isLeft || (says !== '' && !isText)
				: kind === 'list'
					? !isList
					: says === ''
						? !kind.endsWith('?')
						: !isText || (kind === 'id' && says.includes('E+'));
		expect(Boolean(refusal), refusal).toBe(isRefused);
		if (isRefused) return;
		if (kind === 'list') expect(items[0][field]).toEqual(value);
		// A long title is shortened, and whole in the description.
		else if (read(items, field).endsWith('…')) expect(items[0].description).toBe(says);
		else expect(read(items[0].data ? [items[0].data as Json] : items, field)).toBe(says);
	});
});

test('Check takes what the note of Jira gives to copy', () => {
	const [note] = recipeOf('jira').nodes.filter(({ type }) => type.endsWith('.stickyNote'));
	const [, body] = /`(\{"key".*\})`/.exec(String(note.parameters!.content))!;
	// Jira puts a list in place of one expression, and texts in place of the others.
	const sent = body
		.replace('{{issue.labels.asJsonStringArray}}', '["feedback-12"]')
		.replaceAll(/\{\{[\w.]+\}\}/g, 'Done');
	const { items } = through('jira', JSON.parse(sent) as Json);
	expect(items).toEqual([{ key: 'Done', labels: ['feedback-12'], resolution: 'Done', wrong: '' }]);
});
