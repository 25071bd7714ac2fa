// Texts of strangers, in every Code step and expression of every recipe. Four times the text may take five times the CPU: one
// message by anybody must not hold n8n up, and none may be lost because a step cannot take it.
import { describe, expect, test } from 'vitest';
import type { WorkflowDraft } from '../n8n-host/rest.mts';
import { codeOf, evaluated, expressionsOf, runCode, type Seen } from '../recipes/steps.mts';
import { all } from '../recipes/recipe.mts';

const SMALL = 5_000;
const LARGE = 4 * SMALL;
const MANY = 3_000;

/** Below it, collecting garbage takes more CPU than the step. What grows by the square takes seconds. */
const LITTLE_MS = 150;
const TRIES = 4;
const HOPELESS_MS = 1_000;

const filled = (unit: string) => (length: number) =>
	unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const texts: Readonly<Record<string, (length: number) => string>> = {
	'blanks before the end': (length) => `${filled(' ')(length)}x`,
	'lines before the end': (length) => `${filled('\n')(length)}x`,
	letters: filled('a'),
	digits: (length) => `${filled('1')(length)}x`,
	'numbers and dashes': (length) => `${filled('1-')(length)}/x`,
	brackets: filled('[{("<'),
	'closing brackets': filled('}])>'),
	'open templates': filled('{{'),
	quotes: filled('"\'`'),
	emoji: filled('🦉'),
	'marks of direction': filled('\u202e\u2066'),
	'at signs': filled('a@'),
	entities: filled('&amp;'),
	'dashes before the end': (length) => `${filled('- :')(length)}x`,
	commas: filled(','),
	'links of Slack': filled('<https://a|'),
	'tags of an editor': (length) => `<p>${filled('<b> ')(length)}x`,
	'attributes of a link': (length) => `<p><a ${filled('href="" ')(length)}x`,
	'attributes of a picture': (length) => `<p><img ${filled('src="" ')(length)}x`,
	'attributes of a film': (length) => `<p><video ${filled('src="" ')(length)}x`,
	'documents without an end': filled('<style><head><video><title>'),
	'blanks of HTML': (length) => `<p>${filled('&nbsp;')(length)}x`,
	// What replace reads in the text that it puts in.
	'signs of a replacement': filled(`$&$\`$'$$"$"$1`),
};

/** Names in a recipe's own texts that would lead to other texts than the one that grows, or are no texts. */
const NESTED: Readonly<Record<string, (text: string) => unknown>> = {
	'Ticket address': (text) => `${text}{ticket}`,
	error: (message) => ({ message, description: message }),
	execution: (message) => ({ error: { message }, lastNodeExecuted: message, url: message }),
	workflow: (name) => ({ id: name, name }),
	data: () => ({ approved: true }),
	output: (text) => ({ type: text, reason: text, duplicate_of: 1 }),
	labels: (text) => [`feedback-${text}`, text],
	issues: () => [],
	reactions: (name) => [{ name }],
	blocks: (text) => [
		{ type: 'section', text: { type: 'mrkdwn', text } },
		{ type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ text }] }] },
	],
	attachments: (text) => [{ fallback: text, text, pretext: text, is_share: true }],
	metadata: (text) => ({ [`ticket-${text}`]: text, issue_done: text }),
	feedback_id: () => 7,
	'posts field': () => 'line',
	line: (text) => `#7 ${text}`,
	createdAt: () => '2026-01-01T00:00:00.000Z',
	sent: () => true,
	turn: () => 1,
	id: () => 1,
	email: (text) => `${text}@example.com`,
	emails: (text) => [text],
	voters: (text) => [text],
	comments: (comment) => [{ key: comment, comment }],
	lines: (line) => [{ key: line, line }],
	strangers: (text) => [text],
	csvText: (text) => {
		const cell = `"${text.replaceAll('"', '""')}"`;
		const unquoted = text.replaceAll('"', '');
		return `title,description,author email,voters,${unquoted}\n${cell},${cell},${cell},${cell}\n${unquoted}`;
	},
};

/** Behind these a step reads nothing of an item: that it failed, or is known. */
const GOES_ON = { refused: '', wrong: '', hidden: '', key: '', error: undefined, late: '' };

/** The columns that Words names lead to the cells of a row. */
const COLUMNS = /columns?$/;

function settingsOf({ nodes }: WorkflowDraft): Array<[name: string, value: string]> {
	const words = nodes.find(({ name }) => name === 'Words')?.parameters?.assignments as
		| { assignments: Array<{ name: string; value: string }> }
		| undefined;
	return (words?.assignments ?? [])
		.filter(({ name }) => COLUMNS.test(name))
		.map(({ name, value }) => [name, value]);
}

/** What every text, list and object has is no field. */
const METHODS = new Set(
	[String, Array, Object, Number, Promise].flatMap(({ prototype }) =>
		Object.getOwnPropertyNames(prototype),
	),
);

/** An item with the text in each field that a step of the recipe names. */
function itemOf(recipe: WorkflowDraft, text: string): Record<string, unknown> {
	const settings = settingsOf(recipe);
	const read = recipe.nodes.flatMap((node) => [
		codeOf(node) ?? '',
		...expressionsOf(node).map(([, one]) => one),
	]);
	const named = read.flatMap((one) => [
		...one.matchAll(/[.']([A-Za-z_][\w ]*)/g),
		...[...one.matchAll(/\{([^{}]*)\}\)? =/g)].flatMap(([, names]) => [
			...names.matchAll(/([A-Za-z_]\w*)/g),
		]),
	]);
	const cells = settings.flatMap(([, value]) => value.split(',').map((name) => name.trim()));
	const names = new Set(
		[...named.map(([, name]) => name), ...cells].filter((name) => !METHODS.has(name)),
	);
	const item = Object.fromEntries(
		[...names].map((name) => [name, NESTED[name] ? NESTED[name](text) : text]),
	);
	const said = {
		title: text,
		description: text,
		comment: text,
		Idea: text,
		Details: text,
		Email: text,
	};
	return { ...item, ...said, ...Object.fromEntries(settings), original: said };
}

const cpu = (run: () => unknown): number => {
	const before = process.threadCpuUsage();
	try {
		run();
	} catch {
		// A step may refuse such a text.
	}
	const { user, system } = process.threadCpuUsage(before);
	return (user + system) / 1000;
};

type Step = [what: string, run: (seen: Seen) => unknown];

function stepsOf({ nodes }: WorkflowDraft): Step[] {
	return nodes.flatMap((node): Step[] => {
		const code = codeOf(node);
		const steps = expressionsOf(node).map(
			([where, text]): Step => [`${node.name}${where}`, (seen) => evaluated(text, seen)],
		);
		// Its names of parts are those of the parts themselves.
		const given = (seen: Seen): Seen =>
			node.name === 'Check'
				? { ...seen, items: [{}], steps: () => [{ ...seen.items[0], body: seen.items[0] }] }
				: seen;
		return code ? [[node.name, (seen) => runCode(code, given(seen))], ...steps] : steps;
	});
}

/** The steps whose work grows faster than what they read does, and how much. */
function grownIn(steps: Step[], small: Seen[], large: Seen[]): Record<string, number> {
	const grown: Record<string, number> = {};
	for (const [what, run] of steps) {
		const spent = (seen: Seen[]) => seen.reduce((sum, one) => sum + cpu(() => run(one)), 0);
		const least = { small: Infinity, large: Infinity };
		for (let tries = 0; tries < TRIES; tries++) {
			least.large = Math.min(least.large, spent(large));
			if (least.large < LITTLE_MS) break;
			least.small = Math.min(least.small, spent(small));
			if (least.large <= 5 * least.small || least.large > HOPELESS_MS) break;
		}
		if (least.large >= LITTLE_MS && least.large > 5 * least.small) {
			grown[what] = Math.round(least.large / least.small);
		}
	}
	return grown;
}

describe.each(all)('$name', (recipe) => {
	const nodes = recipe.nodes;
	const seenOf = (text: string): Seen[] => {
		const item = itemOf(recipe, text);
		return [{ ...item, ...GOES_ON }, item].map((one) => ({ items: [one], nodes }));
	};
	const steps = stepsOf(recipe);

	test('plain words come through each step', () => {
		const failing = steps.filter(([, run]) => {
			try {
				run(seenOf('words')[1]);
				return false;
			} catch {
				return true;
			}
		});
		expect(failing.map(([what]) => what)).toEqual([]);
	});

	test.each(Object.entries(texts))('work grows as the text does: %s', (_what, make) => {
		expect(grownIn(steps, seenOf(make(SMALL)), seenOf(make(LARGE)))).toEqual({});
	});

	test('work grows as the number of items does, with 1 KB each', () => {
		const many = (count: number): Seen[] => {
			const items = Array.from({ length: count }, (_, at) => {
				const item = itemOf(recipe, `${at} ${'word '.repeat(200)}`);
				const ids = { feedback_id: at, comment_id: at, id: at };
				return { ...item, ...ids, ...GOES_ON };
			});
			return [{ items, nodes }];
		};
		expect(grownIn(steps, many(MANY / 4), many(MANY))).toEqual({});
	});
});
