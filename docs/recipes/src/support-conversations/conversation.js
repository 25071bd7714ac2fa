import { hashOf } from '../shared/hash.js';
import { hasTooManyTags, isHtml } from '../shared/html.js';
import { visible } from '../shared/left-over.js';

/** What mail programs mark: lines of others begin with >, and a signature follows two dashes and a blank. */
export function ownWordsOf(text) {
	const lines = text.split('\n');
	const end = lines.findIndex((line) => /^-- \r?$/.test(line));
	const own = end < 0 ? lines : lines.slice(0, end);
	return own.filter((line) => !/^>(?:[\s>]|$)/.test(line)).join('\n');
}

/** The name and the address of the first sender, such as Ada <ada@acme.example>. A name may hold brackets itself. */
function senderOf(from) {
	const [bracket, email] = /<([^<>@]*@[^<>]*)>/.exec(from) ?? ['', from];
	const name = bracket ? from.slice(0, from.indexOf(bracket)) : '';
	const quoted = name.trim().replace(/^"([^]*)"$/, '$1');
	return { name: visible(quoted.replace(/\\(.)/g, '$1')), email: visible(email) };
}

/** A mail as a call of a support desk. */
export function partsOfMail(mail) {
	const { from = '', subject = '', date = '', textPlain = '' } = mail;
	const html = visible(mail.textHtml ?? '');
	const text = html || visible(ownWordsOf(String(textPlain)));
	// Some mails have no ID. Then the mail itself says which one it is.
	const own = hashOf(JSON.stringify([from, date, subject, text]));
	return {
		reference: visible(mail.metadata?.['message-id'] ?? '') || `mail-${own}`,
		title: visible(subject),
		text,
		email: from,
		name: '',
		wrong: '',
		isHtml: html !== '',
	};
}

/** What is wrong with the size of a text, as Words says it. */
function sizeFaultOf(text, isMarkup, words) {
	if (text.length > Number(words.Longest)) {
		return words['too long'].replaceAll('{number}', text.length);
	}
	return isMarkup && hasTooManyTags(text) ? words['too many tags'] : '';
}

/** Else the words of two cells of a table become one, and its rows one line. */
const withGaps = (html) =>
	html.replace(/<\/t[dh]>/gi, ' $&').replace(/<\/t[dh]>(?=\s*<\/tr>)/gi, '<br>$&');

/** The parts of a conversation, and how it goes on: it is refused, or its text is HTML or plain. */
export function conversationOf(parts, words) {
	// A picture alone is HTML too, where a mail says so.
	const isMarkup = parts.isHtml || isHtml(parts.text);
	const wrong = parts.wrong || sizeFaultOf(parts.text, isMarkup, words);
	const kind = isMarkup ? 'html' : 'text';
	const sender = senderOf(parts.email);
	return {
		...parts,
		email: sender.email,
		name: parts.name || sender.name,
		text: isMarkup ? withGaps(parts.text) : parts.text,
		characters: parts.text.length,
		wrong,
		kind: wrong ? 'refused' : kind,
	};
}
