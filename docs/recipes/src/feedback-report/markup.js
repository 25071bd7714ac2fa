/** n8n's HTML step fills in by replace, which would read a $ before a quote or an ampersand. */
const ENTITIES = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
	$: '&#36;',
};

/** Longer texts have no place in a row, and mail programs cut a long page. */
const LONGEST = 1_000;

/** A text that a browser shows as it is. */
export const html = (value) =>
	`${value ?? ''}`.slice(0, LONGEST).replace(/[&<>"'$]/g, (one) => ENTITIES[one]);

const RIGHT = 'text-align:right;white-space:nowrap;';

/** A cell of markup. */
export const cell = (content, style = '') =>
	`<td style="padding:4px;border-bottom:1px solid #ddd;overflow-wrap:anywhere;${style}">${content}</td>`;
export const name = (text) => cell(html(text), 'white-space:nowrap;');
export const number = (value) => cell(html(value), RIGHT);

export const row = (...cells) => `<tr>${cells.join('')}</tr>`;

/** Names of columns: those above texts, then those above numbers. */
export function heads(texts, numbers) {
	const head = (side) => (text) => `<th style="padding:4px;text-align:${side}">${html(text)}</th>`;
	return row(...texts.map(head('left')), ...numbers.map(head('right')));
}

export const table = (head, rows) =>
	`<table cellspacing="0" style="border-collapse:collapse;width:100%">${head}${rows.join('')}</table>`;

const LINE = 'font-size:1px;line-height:14px';

/** A bar whose parts have the shares of their counts. The rest is empty. */
export function bar(parts, whole) {
	const share = (count) => (whole > 0 ? (100 * count) / whole : 0);
	const rest = 100 - parts.reduce((sum, { count }) => sum + share(count), 0);
	const cells = parts
		.filter(({ count }) => count > 0)
		.map(
			({ count, color }) =>
				`<td width="${share(count).toFixed(1)}%" style="background:${color};${LINE}">&nbsp;</td>`,
		);
	if (rest > 0.05) cells.push(`<td width="${rest.toFixed(1)}%" style="${LINE}">&nbsp;</td>`);
	return `<table role="presentation" cellspacing="0" cellpadding="0" width="100%" style="border-collapse:collapse;table-layout:fixed;min-width:60px">${row(...cells)}</table>`;
}

/** The same as text. */
export function blocks(count, whole) {
	const full = whole > 0 ? Math.round((10 * count) / whole) : 0;
	return '▇'.repeat(full) + '░'.repeat(10 - full);
}

export const section = (heading, body) => `<h2>${html(heading)}</h2>${body}`;
export const sentence = (text) => `<p>${html(text)}</p>`;
