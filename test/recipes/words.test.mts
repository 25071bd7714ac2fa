// The words of a recipe are its user's: every sentence, label and choice that Words and forms offer is replaced by one with an
// apostrophe, a quote, German and Japanese letters, every setting gets blanks around it, and the recipe does what it did.
import { expect, test } from 'vitest';
import type { WorkflowDraft } from '../n8n-host/rest.mts';
import { BadDays } from './bad-days.mts';
import { days } from './days.mts';
import type { Kitchen } from './kitchen.mts';
import { startOwnN8n } from './own-n8n.mts';
import { isSetting } from './recipe.mts';

/** Stands behind each word of a user. It is in nothing else, so that taking it away gives the sentence as it is published. */
const MARK = `'"ß語`;
const marked = (words: string) => words.replaceAll(/\p{L}+/gu, (word) => `${word}${MARK}`);
const markedUnlessExpression = (words: string) => (words.startsWith('=') ? words : marked(words));
const unmarked = (text: string) => text.replaceAll(MARK, '');

interface Assignments {
	assignments?: { assignments: Array<{ name: string; value: unknown }> };
}

/** Leaves alone what an expression or a place for a value says. */
const inSentence = (sentence: string) =>
	sentence
		.split(/(\{\{.*?\}\}|\{\w+\})/s)
		.map((part, at) => (at % 2 === 1 ? part : marked(part)))
		.join('');

function inOtherWords(text: string): string {
	const draft = JSON.parse(text) as WorkflowDraft;
	for (const { name, type, parameters = {} } of draft.nodes) {
		if (type.endsWith('.set') && ['Words', 'Reply', 'Settings'].includes(name)) {
			const { assignments } = parameters as Assignments;
			for (const one of assignments?.assignments ?? []) {
				if (typeof one.value !== 'string') continue;
				// A value that is an expression as a whole has no words.
				one.value = isSetting(one.name) ? ` ${one.value} ` : inSentence(one.value);
			}
		}
		for (const field of ['formTitle', 'formDescription']) {
			const value = parameters[field];
			if (typeof value === 'string') parameters[field] = markedUnlessExpression(value);
		}
		const { values = [] } = (parameters.formFields ?? {}) as {
			values?: Array<{ fieldLabel: string; fieldOptions?: { values: { option: string }[] } }>;
		};
		for (const field of values) {
			field.fieldLabel = markedUnlessExpression(field.fieldLabel);
			for (const choice of field.fieldOptions?.values ?? []) {
				choice.option = markedUnlessExpression(choice.option);
			}
		}
	}
	return JSON.stringify(draft);
}

const { n8n, open } = await startOwnN8n();

/** Those whose words go to nobody but a caller, or that copy records without any. */
const SILENT = new Set<string>([
	'erasure-request',
	'nightly-sync',
	'nightly-sync-postgres',
	'posts-to-google-sheets',
	'crm-to-groups',
	'plan-and-revenue',
]);

/** Every text in a value, without the marks. */
function plain<T>(value: T): T {
	if (typeof value === 'string') return unmarked(value) as T;
	if (Array.isArray(value)) return value.map(plain) as T;
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)])) as T;
}

/** What is seen of it, in the words as they are published. */
function translated({ others, sandbox, mails, ...rest }: Kitchen): Kitchen {
	const { messages, received, issues, rows, marked } = others;
	const seen = plain({ messages, received, issues, rows });
	return {
		...rest,
		mails: plain(mails),
		others: { ...others, ...seen, marked },
		sandbox: { rows: (...query: Parameters<typeof sandbox.rows>) => plain(sandbox.rows(...query)) },
	} as unknown as Kitchen;
}

test.each(Object.entries(days))('%s does the same in other words', async (name, day) => {
	const { recipe = name, decision } = day;
	const kitchen = await open();
	const story = await BadDays.begin(
		n8n.rest,
		kitchen,
		recipe,
		{
			...day,
			...(decision && { decision: marked(decision) }),
			seen: (here) => day.seen(translated(here)),
		},
		'by hand',
		inOtherWords,
	);
	await story.run();
	expect(story.seen).toEqual(story.everything);
	const said = JSON.stringify(day.seen(kitchen));
	expect(said.includes(JSON.stringify(MARK).slice(1, -1))).toBe(!SILENT.has(name));
	await kitchen.clear();
});
