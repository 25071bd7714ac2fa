import { hasTooManyTags, isHtml } from '../shared/html.js';
import { visible } from '../shared/left-over.js';

/** What mail programs mark: lines of others begin with >, and a signature follows two dashes and a blank. */
export function ownWordsOf(text) {
	const lines = text.split('\n');
	const end = lines.findIndex((line) => /^-- \r?$/.test(line));
	const own = end < 0 ? lines : lines.slice(0, end);
	return own.filter((line) => !/^>(?:[\s>]|$)/.test(line)).join('\n');
}

/** A mail as a call of a support desk. */
export function partsOfMail(mail) {
	const from = String(mail.from ?? '');
	const [name, rest] = from.split('<');
	const html = visible(mail.textHtml ?? '');
	return {
		reference: visible(mail.metadata?.['message-id'] ?? ''),
		title: visible(mail.subject ?? ''),
		text: html || visible(ownWordsOf(String(mail.textPlain ?? ''))),
		email: visible(rest === undefined ? from : rest.split('>')[0]),
		name: visible(rest === undefined ? '' : name.replaceAll('"', '')),
		wrong: '',
	};
}

/** What is wrong with the size of a text, as Words says it. */
function sizeFaultOf(text, words) {
	if (text.length > Number(words.Longest)) {
		return words['too long'].replaceAll('{number}', text.length);
	}
	return isHtml(text) && hasTooManyTags(text) ? words['too many tags'] : '';
}

/** The parts of a conversation, and how it goes on: it is refused, or its text is HTML or plain. */
export function conversationOf(parts, words) {
	const wrong = parts.wrong || sizeFaultOf(parts.text, words);
	const kind = isHtml(parts.text) ? 'html' : 'text';
	return { ...parts, characters: parts.text.length, wrong, kind: wrong ? 'refused' : kind };
}
