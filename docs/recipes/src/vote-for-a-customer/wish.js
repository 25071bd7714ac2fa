import { isNothing } from '../shared/left-over.js';
import { enteredIn, fieldsOf, labelOf, linesBeside } from '../shared/form.js';
import { filled } from '../shared/filled.js';
import { textOfLines, titleOf } from '../shared/post-texts.js';
import { ticketAddress } from '../shared/ticket-address.js';

/** The texts of a post and of the comment that keeps the rest. */
export function wishOf(form, sent, words) {
	const { email: address, words: wish, others } = fieldsOf(form);
	const ticketField = others.find(({ fieldType }) => ['text', 'number'].includes(fieldType));
	const [email, said, ticket] = [address, wish, ticketField].map((one) => enteredIn(sent, one));
	const sentence = ticket ? words.comment : words['comment without ticket'];
	return {
		email,
		words: said,
		title: titleOf(said),
		description: said,
		ticket,
		comment: textOfLines([
			filled(sentence, { ticket, email }),
			ticket && ticketAddress(words, ticket),
			said,
			...linesBeside(sent, [address, wish, ticketField]),
		]),
		isComplete: said !== '' && !isNothing(email),
		refused: filled(words.refused, {
			words: labelOf(wish) || 'words',
			email: labelOf(address) || 'email',
		}),
	};
}

const [words] = $input.all();

export default [{ json: wishOf($('Request').params, $('Request').first().json, words.json) }];
