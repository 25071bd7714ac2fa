import { isNothing } from '../shared/left-over.js';
import { enteredIn, fieldsOf, labelOf, linesBeside } from '../shared/form.js';
import { filled } from '../shared/filled.js';
import { descriptionOf, textOfLines, titleOf } from '../shared/post-texts.js';

/** The texts of a post, of the comment that keeps the rest, and of the answer if something is missing. */
export function ideaOf(form, sent, words) {
	const { email: address, words: wish, others } = fieldsOf(form);
	const details = others.find(({ fieldType }) => fieldType === 'textarea');
	const [idea, more, email] = [wish, details, address].map((field) => enteredIn(sent, field));
	const comment = [filled(words.comment, { email })];
	const beside = linesBeside(sent, [wish, details, address]);
	const isFormWrong = !wish || !address;
	const isComplete = idea !== '' && !isNothing(email);
	return {
		title: titleOf(idea),
		description: descriptionOf(idea, more),
		email,
		comment: textOfLines([...comment, ...beside]),
		commentOnExisting: textOfLines([...comment, idea, more, ...beside]),
		isFormWrong,
		isComplete: isComplete && !isFormWrong,
		refused: filled(words.refused, {
			idea: labelOf(wish) || 'idea',
			email: labelOf(address) || 'email',
		}),
	};
}

const [words] = $input.all();

export default [{ json: ideaOf($('Form').params, $('Form').first().json, words.json) }];
