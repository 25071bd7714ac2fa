import { visible } from '../shared/left-over.js';

/** No words: people, pictures, and buttons. */
const SILENT = ['user', 'usergroup', 'broadcast', 'image', 'actions', 'context_actions'];

/** Bold words, and code, where an asterisk is one. */
const BOLD =
	/```[^`]*```|`[^`\n]*`|(?<![\p{L}\p{N}*])\*(?![\s*])([^*\n]*[^*\s])\*(?![\p{L}\p{N}*])/gu;

const labelled = (address, label) =>
	!label || address.replace(/^mailto:/, '') === label ? label || address : `${label} (${address})`;

const asText = (value) =>
	['string', 'number'].includes(typeof value) ? String(value) : value ? JSON.stringify(value) : '';

/** Slack's markup as text, and bold words as Markdown. */
export const plain = (value) =>
	visible(
		asText(value)
			.replace(BOLD, (all, words) => (words ? `**${words}**` : all))
			.replace(/<[@!](?:date[^<>|]*\|([^<>]*)|[^<>]*)>/g, (_all, date) => date ?? '')
			.replace(/<#[^<>|]*(?:\|([^<>]*))?>/g, (_all, name) => (name ? `#${name}` : ''))
			.replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (_all, address, label) => labelled(address, label))
			.replaceAll('&lt;', '<')
			.replaceAll('&gt;', '>')
			.replaceAll('&amp;', '&'),
	);

function textOf({ text, style }) {
	const words = text.trim();
	return style?.bold && words ? text.replace(words, () => `**${words}**`) : text;
}

/** All texts in blocks, from their top. */
export function textsOf(value) {
	if (Array.isArray(value)) return value.flatMap(textsOf);
	if (typeof value !== 'object' || value === null || SILENT.includes(value.type)) return [];
	if (value.type === 'rich_text_section') return [textsOf(value.elements ?? []).join('')];
	if (value.type === 'emoji') return [`:${value.name}:`];
	if (value.type === 'link' && value.url) return [labelled(value.url, value.text)];
	if (typeof value.text === 'string') return [textOf(value)];
	const { title, text, fields, elements, rows, blocks } = value;
	return [title, text, fields, elements, rows, blocks].flatMap(textsOf);
}

const listOf = (value) => [value ?? []].flat().map(Object);

export function textsOfAttachment(attachment) {
	const { pretext, title, title_link, text, fields, blocks, message_blocks } = attachment;
	const heading = title_link ? labelled(plain(title_link), plain(title)) : plain(title);
	const words = [
		...[text, ...listOf(fields).flatMap((field) => [field.title, field.value])],
		...textsOf(blocks ?? message_blocks),
	];
	const all = [plain(pretext), heading, ...words.map(plain)].filter(Boolean);
	return all.length > 0 ? all : [plain(attachment.fallback)];
}

/** The subject and the words of a mail that was sent to a channel. */
export const textsOfMail = ({ subject, title, plain_text, preview_plain_text }) =>
	[subject ?? title, plain_text ?? preview_plain_text].map(visible);

/** A line by its letters: markup, bullets and numbers of lists may differ. */
const keyOf = (line) => line.replace(/^\d+\. /, '').replace(/[^\p{L}\p{N}]+/gu, '') || line;
const linesOf = (text) => text.split('\n').map((line) => keyOf(line.trim()));

/** What a message says. What an app says stands in blocks or attachments, and its text may announce it or repeat it. */
export function wordsOf({ text, bot_id, blocks, attachments, files }) {
	const written = /^This content can't be displayed\.?$/.test(plain(text)) ? '' : plain(text);
	const said = new Set(linesOf(written));
	const unlessSaid = (texts) =>
		texts.flatMap(linesOf).every((line) => said.has(line)) ? [] : texts;
	// The words of a person stand in rich text once more.
	const isOther = ({ type }) => !written || bot_id || type !== 'rich_text';
	const isPreview = ({ from_url, is_share, is_msg_unfurl }) =>
		from_url && !is_share && !is_msg_unfurl;
	return [
		written,
		...listOf(blocks)
			.filter(isOther)
			.flatMap((block) => unlessSaid(textsOf(block).map(plain))),
		...listOf(attachments)
			.filter((one) => !isPreview(one))
			.flatMap((one) => unlessSaid(textsOfAttachment(one))),
		...listOf(files)
			.filter(({ filetype }) => filetype === 'email')
			.flatMap(textsOfMail),
	]
		.filter(Boolean)
		.join('\n')
		.trim();
}
