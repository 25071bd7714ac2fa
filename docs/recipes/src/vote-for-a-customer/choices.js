// The posts to choose from, each in one line that ends with its ID, and a new one last.
const words = $('Words').first().json;
const hidden = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
const line = (text) => {
	const letters = [...`${text ?? ''}`.slice(0, 5000).replace(hidden, '').replace(/\s+/g, ' ').trim()];
	return letters.length > 100 ? `${letters.slice(0, 99).join('')}…` : letters.join('');
};
const posts = $input.all().map(({ json }) => json).filter((post) => post.feedback_id !== undefined);
const choices = posts.map(({ feedback_id, title, status, total_sum }) => {
	const values = { title: line(title), status: line(status), votes: total_sum ?? 0 };
	const shown = words.choice.replace(/\{(\w+)\}/g, (place, name) => `${values[name] ?? place}`);
	return { feedback_id, choice: `${shown} #${feedback_id}` };
});
choices.push({ feedback_id: null, choice: words['new one'] });
const fieldOptions = { values: choices.map(({ choice }) => ({ option: choice })) };
const page = [{ fieldLabel: words.which, fieldType: 'dropdown', fieldOptions, requiredField: true }];
export default [{ json: { choices, page } }];
