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

/** The name and the address of the first sender, such as Ada <ada@acme.example>. A name in quotes may hold anything. */
function senderOf(from) {
	const bare = from.replace(/"(?:\\.|[^"\\])*"/g, (quoted) => '"'.repeat(quoted.length));
	const start = Math.max(bare.search(/<[^<>@]*@[^<>]*>/), 0);
	const parts = bare.slice(start).split(/[\s<>()",:;]+/);
	const email = parts.find((part) => /.@./.test(part)) ?? '';
	const name = from.slice(0, start).trim();
	const said = name.replace(/^"([^]*)"$/, '$1').replace(/\\(.)/g, '$1');
	return { name: visible(said), email: visible(email) };
}

/** A mail as a call of a support desk. */
export function partsOfMail(mail) {
	const { from = '', subject = '', date = '', textPlain = '' } = mail;
	const html = visible(mail.textHtml ?? '');
	const plain = visible(ownWordsOf(String(textPlain)));
	const text = html || plain;
	// Some mails have no ID. Then the mail itself says which one it is.
	const own = hashOf(JSON.stringify([from, date, subject, text]));
	return {
		reference: visible(mail.metadata?.['message-id'] ?? '') || `mail-${own}`,
		title: visible(subject),
		text,
		// Where nothing is left of the HTML, such as that of a mail that was sent on.
		plain,
		email: String(from).includes('@') ? from : '',
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

/** Nobody reads these, and they may be longer than all words. */
const withoutStyles = (html) =>
	html.replace(/<(style|script)\b(?:[^<]|<(?!\/?\1\b))*<\/\1>|<img\b[^<>]*>/gi, '');

/** Else the words of two cells of a table become one, and its rows one line. */
const withGaps = (html) =>
	html.replace(/<\/t[dh]>/gi, ' $&').replace(/<\/t[dh]>(?=\s*<\/tr>)/gi, '<br>$&');

/** The parts of a conversation, and how it goes on: it is refused, or its text is HTML or plain. */
export function conversationOf(parts, words) {
	// A mail says what it is, also of a picture alone.
	const isMarkup = parts.isHtml ?? isHtml(parts.text);
	const text = isMarkup ? withoutStyles(parts.text) : parts.text;
	const wrong = parts.wrong || sizeFaultOf(text, isMarkup, words);
	const kind = isMarkup ? 'html' : 'text';
	const sender = senderOf(parts.email);
	return {
		...parts,
		// The service says of a call what is wrong with it.
		email: sender.email || visible(parts.email),
		name: parts.name || sender.name,
		text: isMarkup ? withGaps(text) : text,
		characters: text.length,
		wrong,
		kind: wrong ? 'refused' : kind,
	};
}
