// One item for each row, with the same fields for the columns of each tool. A row that cannot be read says why in refused.
import { emptyBy, textBy } from './cells.js';
import { rowsOfCsv } from './csv.js';
import { dateBy } from './dates.js';
import { hashOf } from '../shared/hash.js';
import { hiddenBy } from './hidden.js';
import { bodyOf, htmlOf, markdownOf, withoutTags, withSigns } from './html.js';
import { isFilled } from './lists.js';
import { FIELDS, headerOf, placesOf, raggedIn, tableOf, tableOfItems } from './table.js';

const words = $('Words').first().json;
const line = (text) => text.replace(/\s+/g, ' ').trim();
const isEmpty = emptyBy(words);
const textOf = textBy(isEmpty);
const dateOf = dateBy(words['Date format'].trim());
const hidden = hiddenBy(words, isEmpty);

/** A title made of a longer text ends with …, and the whole text is the description. */
function titled(title, texts) {
	const from = line(withSigns(title || withoutTags(texts.join('\n'))));
	if (from === '') throw new Error("'Title' is empty.");
	const isLong = [...from].length > (title ? 200 : 80);
	return {
		title: isLong ? from.replace(/^(.{79}).*$/su, '$1…') : from,
		texts: title && isLong ? [title, ...texts] : texts,
	};
}

/** The first text of a field that is filled. Columns with other ones are lost. */
function firstOf(texts, places, lost) {
	const at = texts.findIndex(Boolean);
	for (const [other, text] of texts.entries())
		if (text !== '' && text !== texts[at]) lost.add(places[other]);
	return { text: texts[at] ?? '', place: places[at] };
}

function postOf({ cells }, places, lost) {
	const textsOf = (field) => places[field].map((at) => textOf(field, cells[at]));
	const all = Object.fromEntries(FIELDS.map((field) => [field, textsOf(field)]));
	const first = (field) => firstOf(all[field], places[field], lost);
	// What a person wrote is kept, whichever of the columns it stands in.
	const { title, texts } = titled(
		first('Title').text,
		[...new Set(all.Description)].filter(Boolean).map(bodyOf),
	);
	const html = htmlOf(texts);
	const created = first('Created');
	const others = ['Status', 'Type', 'Author', 'Voter', 'Votes', 'Address'];
	return {
		// Of nothing but what stands in the file, or the next version would import each row again.
		key: hashOf(JSON.stringify(all)),
		title,
		description: html ? '' : texts.map(markdownOf).join('\n\n'),
		html,
		created: dateOf(cells[created.place], created.text),
		...Object.fromEntries(
			others.map((field) => [field.toLowerCase(), withSigns(first(field).text)]),
		),
		refused: '',
	};
}

/** What is read of each row, and which columns are not. */
function read({ columns, above, rows }) {
	const places = placesOf(columns, words);
	const lost = new Set();
	const raggedness = raggedIn({ columns, rows });
	const columnsThatHide = hidden.columnsThatHideBy(columns, rows);
	const shown = ({ cells }) =>
		line(
			String(
				['Title', 'Description']
					.flatMap((field) => places[field])
					.map((at) => cells[at])
					.find((cell) => typeof cell === 'string' && isFilled(cell)) ?? '',
			),
		);
	const rowOf = (row, at) => {
		const unread = { row: row.row, key: hashOf(JSON.stringify(row.cells)), title: shown(row) };
		const hiding = columnsThatHide(row.cells);
		if (hiding.length > 0) return { ...unread, hidden: hiding.join(', ') };
		try {
			const refused = raggedness(row, at);
			return refused ? { ...unread, refused } : { row: row.row, ...postOf(row, places, lost) };
		} catch (error) {
			return { ...unread, refused: error.message };
		}
	};
	const [first, ...others] = rows.map(rowOf);
	const used = new Set(Object.values(places).flat());
	const isRead = (column, at) => (used.has(at) ? !lost.has(at) : hidden.isRule(column));
	const leftOut = [...above, ...columns.filter((column, at) => !isRead(column, at))]
		.filter(isFilled)
		.join(', ');
	return [{ ...first, leftOut }, ...others];
}

/** Why nothing of a file can be read, if it cannot. */
function wrongIn({ columns, rows }) {
	const names = columns.map((name) => (/[,;]/.test(name) ? `"${name}"` : name)).join(', ');
	const begin = String(columns[0]);
	const places = placesOf(columns, words);
	const unknown = `No column is known as a title. The file has: ${names}. Write its name into 'Title columns' of Words.`;
	const checks = [
		[names.includes('opendocument'), 'This is an ODS file. Save it as XLSX or CSV UTF-8.'],
		[
			begin.startsWith('PK\u0003'),
			'This is an Excel file. Give it the ending .xlsx, or save it as CSV UTF-8.',
		],
		[
			/[\ufffd\0]/.test(names),
			'The file is not in UTF-8, so some letters are lost. Save it as XLSX or CSV UTF-8.',
		],
		[/^\s*[<{[]/.test(begin), 'This is no CSV file. Export it as CSV or XLSX.'],
		[rows.length === 0, 'The file has no rows.'],
		[places.Title.length + places.Description.length === 0, unknown],
	];
	return checks.find(([isWrong]) => isWrong)?.[1];
}

/** The items of a CSV file, of a spreadsheet, or of another step. */
function tableIn(items) {
	const [first] = items;
	if (Object.keys(first).join() === 'error') {
		throw new Error(
			`${first.error.replace(/\.?$/, '.')} Open the file in a spreadsheet, and save it as XLSX.`,
		);
	}
	const isHeader = headerOf(words);
	if (typeof first.csvText === 'string')
		return tableOf(rowsOfCsv(first.csvText, isHeader), isHeader);
	if (!Array.isArray(first.row)) return tableOfItems(items);
	return tableOf(
		items.map(({ row }, at) => ({ row: at + 1, cells: row })),
		isHeader,
	);
}

function rowsIn(items) {
	try {
		const table = tableIn(items);
		const wrong = wrongIn(table);
		if (wrong) throw new Error(wrong);
		return read(table);
	} catch (error) {
		return [
			{
				row: 1,
				key: 'file',
				title: 'The whole file',
				refused: error.message,
			},
		];
	}
}

export default rowsIn($input.all().map(({ json }) => json)).map((json) => ({ json }));
