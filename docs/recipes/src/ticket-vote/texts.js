import { filled } from '../shared/filled.js';
import { descriptionOf, textOfLines, titleOf } from '../shared/post-texts.js';
import { ticketAddress } from '../shared/ticket-address.js';

/**
 * The texts of the post, and of the comment that keeps all of them.
 * @param {Json} request
 */
export function textsOf({ ticket, title, details, email }, words) {
	const source = filled(words.comment, { ticket, email });
	const comment = textOfLines([source, ticketAddress(words, ticket), title, details]);
	return {
		title: titleOf(title),
		description: descriptionOf(title, details),
		comment,
		// The service may change blanks: the same words are found in one line.
		line: comment.replace(/\s+/g, ' ').trim(),
	};
}

const request = $('Check').first().json;
const [{ json }] = $input.all();
const details = json.plain || request.details;

export default [{ json: textsOf({ ...request, details }, $('Words').first().json) }];
