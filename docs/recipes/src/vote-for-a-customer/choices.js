import { visible } from '../shared/left-over.js';
import { filled } from '../shared/filled.js';

/** A text in one line of at most 100 characters. */
function lineOf(text) {
	const line = visible(`${text ?? ''}`.slice(0, 5000)).replace(/\s+/g, ' ');
	return line.replace(/^(.{99}).{2,}$/u, '$1…');
}

/** The posts to choose from, each in one line that ends with its ID, and a new one last. */
export function choicesOf(posts, words) {
	const choices = posts.map(({ feedback_id, title, status, total_sum }) => {
		const values = { title: lineOf(title), status: lineOf(status), votes: total_sum ?? 0 };
		return { feedback_id, choice: `${filled(words.choice, values)} #${feedback_id}` };
	});
	return [...choices, { feedback_id: null, choice: words['new one'] }];
}

/** The page of the form that asks for one of them. */
export const pageOf = (choices, fieldLabel) => [
	{
		fieldLabel,
		fieldType: 'dropdown',
		fieldOptions: { values: choices.map(({ choice }) => ({ option: choice })) },
		requiredField: true,
	},
];

const words = $('Words').first().json;
const posts = $input.all().map(({ json }) => json);
const choices = choicesOf(
	posts.filter(({ feedback_id }) => feedback_id !== undefined),
	words,
);

export default [{ json: { choices, page: pageOf(choices, words.which) } }];
