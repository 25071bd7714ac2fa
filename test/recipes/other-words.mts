// The words of a recipe are its user's: every sentence, label and choice that Words and forms offer is replaced by one with an
// apostrophe, a quote, German and Japanese letters, and every setting gets blanks around it.
import type { WorkflowDraft } from '../n8n-host/rest.mts';
import type { Kitchen } from './kitchen.mts';
import { isSetting } from './recipe.mts';

/** Stands behind each word of a user. It is in nothing else, so that taking it away gives the sentence as it is published. */
export const MARK = `'"ß語`;
export const marked = (words: string) => words.replaceAll(/\p{L}+/gu, (word) => `${word}${MARK}`);
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

export function inOtherWords(text: string): string {
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

/** Every text in a value, without the marks. */
function plain<T>(value: T): T {
	if (typeof value === 'string') return unmarked(value) as T;
	if (Array.isArray(value)) return value.map(plain) as T;
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)])) as T;
}

/** What is seen of it, in the words as they are published. */
export function translated({ others, sandbox, mails, ...rest }: Kitchen): Kitchen {
	const { messages, received, issues, rows, marked } = others;
	const seen = plain({ messages, received, issues, rows });
	return {
		...rest,
		mails: plain(mails),
		others: { ...others, ...seen, marked },
		sandbox: { rows: (...query: Parameters<typeof sandbox.rows>) => plain(sandbox.rows(...query)) },
	} as unknown as Kitchen;
}
