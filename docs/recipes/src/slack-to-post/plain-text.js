// Slack's markup becomes plain text. What an app says stands in blocks or attachments, and its text may only announce it.
const { text, bot_id, blocks, attachments } = $('Not Yet Saved').first().json;
const hidden = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;
const link = (address, label) => !label || address.replace(/^mailto:/, '') === label ? label || address : label + ' (' + address + ')';
const plain = (value) => (['string', 'number'].includes(typeof value) ? String(value) : value ? JSON.stringify(value) : '')
	.replace(/<[@!](?:date[^<>|]*\|([^<>]*)|[^<>]*)>/g, (all, date) => date ?? '')
	.replace(/<#[^<>|]*(?:\|([^<>]*))?>/g, (all, name) => name ? '#' + name : '')
	.replace(/<([^<>|]*)(?:\|([^<>]*))?>/g, (all, address, label) => link(address, label))
	.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
	.replace(hidden, '').trim();
// All texts in blocks, from their top.
const textsOf = (value) => {
	if (Array.isArray(value)) return value.flatMap(textsOf);
	if (typeof value !== 'object' || value === null) return [];
	if (['user', 'usergroup', 'broadcast', 'image'].includes(value.type)) return [];
	if (value.type === 'rich_text_section') return [(value.elements ?? []).flatMap(textsOf).join('')];
	if (value.url && value.type === 'link') return [link(value.url, value.text)];
	if (typeof value.text === 'string') return [value.text];
	return [value.title, value.text, value.fields, value.elements, value.rows, value.blocks].flatMap(textsOf);
};
const ofAttachment = (one) => {
	const { pretext, title, title_link, text, fields, blocks, message_blocks, fallback } = Object(one);
	const texts = [pretext, title_link ? link(plain(title_link), plain(title)) : title, text, ...[fields ?? []].flat().flatMap((field) => [Object(field).title, Object(field).value])].map(plain);
	const all = [...texts, ...textsOf(blocks ?? message_blocks).map(plain)].filter(Boolean);
	return all.length > 0 ? all : [plain(fallback)];
};
const written = /^This content can't be displayed\.?$/.test(plain(text)) ? '' : plain(text);
// The words of a person stand in rich text once more.
const inBlocks = textsOf([blocks ?? []].flat().filter((one) => !written || bot_id || Object(one).type !== 'rich_text')).map(plain);
const isPreview = ({ from_url, is_share, is_msg_unfurl }) => from_url && !is_share && !is_msg_unfurl;
const inAttachments = [attachments ?? []].flat().filter((one) => !isPreview(Object(one))).flatMap(ofAttachment);
const lines = new Set([written, ...written.split('\n')]);
const all = [written, ...[...inBlocks, ...inAttachments].filter((one) => !lines.has(one))].filter(Boolean).join('\n').trim();
export default [{ json: { text: all, permalink: $('Link').first().json.permalink } }];
