// The rows of a CSV file. n8n's own step ends at the first row with a cell too many, or leaves such rows out without a word.

const SEPARATORS = [',', ';', '\t', '|'];

/** Nobody writes it into a file: with it each line is one cell. */
const NO_SEPARATOR = '\u001f';

const NAMED = /^sep=(.)[\r\n]+/i;

/** In some files \" stands for a quote. In the others nothing but a separator follows a quote behind a backslash. */
const ESCAPED = /\\"(?! *(?:["\r\n,;\t|]|$))/;

/** No export has more. It bounds the work for a text of commas. */
const MOST_CELLS = 1_000;

/** One row after the other. The last one has isOpen if a quote in it does not end, and isTooWide if it has too many cells. */
export function* csvRows(text, separator) {
	const isEscaped = ESCAPED.test(text);
	const quoted = isEscaped ? '([^"\\\\]*(?:(?:\\\\[^]|"")[^"\\\\]*)*)' : '([^"]*(?:""[^"]*)*)';
	const mark = `\\u${separator.charCodeAt(0).toString(16).padStart(4, '0')}`;
	const cell = new RegExp(`(?: *"${quoted}" *|([^${mark}\\r\\n]*))(${mark}|\\r\\n|\\n|\\r|$)`, 'y');
	const unquoted = (inner) => inner.replace(isEscaped ? /(?:\\|")(["\\])/g : /"(")/g, '$1');
	let cells = [];
	while (cell.lastIndex < text.length) {
		const [, inner, bare, end] = cell.exec(text) ?? ['', undefined, '"', ''];
		const isOpen = inner === undefined && /^\s*"/.test(bare) && bare.split('"').length % 2 === 0;
		cells.push(inner === undefined ? bare : unquoted(inner));
		const isTooWide = cells.length > MOST_CELLS;
		if (isOpen || isTooWide) return yield { cells, isOpen, isTooWide };
		if (end === separator && cell.lastIndex < text.length) continue;
		if (end === separator) cells.push('');
		yield { cells, isOpen, isTooWide };
		cells = [];
	}
}

/** The first rows of a text, as far as quotes in them end. */
function firstRows(text, separator) {
	const rows = [];
	for (const { cells, isOpen, isTooWide } of csvRows(text, separator)) {
		if (isOpen || isTooWide || rows.length === 50) break;
		rows.push(cells);
	}
	return rows;
}

/** What separates the cells follows from the names of the columns alone, and never from a text below them. */
function separatorOf(text, isHeader) {
	const tried = SEPARATORS.map((separator) => ({ separator, rows: firstRows(text, separator) }));
	const isSure = (cells, at) => cells.length > 1 && isHeader(cells, at === 0 ? 1 : 2);
	for (const isMeant of [isSure, (cells) => isHeader(cells, 1), () => true]) {
		const found = tried
			.map(({ separator, rows }) => ({ separator, rows, at: rows.findIndex(isMeant) }))
			.filter(({ at }) => at >= 0)
			.sort((a, b) => a.at - b.at || b.rows[b.at].length - a.rows[a.at].length);
		if (found.length > 0)
			return found[0].rows[found[0].at].length > 1 ? found[0].separator : NO_SEPARATOR;
	}
	return NO_SEPARATOR;
}

/**
 * The rows of a CSV file, from 1.
 * @param {string} text
 * @param {(cells: string[], atLeast: number) => boolean} isHeader whether a row names a title, and so many columns
 */
export function rowsOfCsv(text, isHeader) {
	// Excel writes a first line such as sep=; that names the separator.
	const content = text.replace(/^\ufeff/, '');
	const body = content.replace(NAMED, '');
	const separator = NAMED.exec(content)?.[1] ?? separatorOf(body, isHeader);
	const rows = [];
	for (const { cells, isOpen, isTooWide } of csvRows(body, separator)) {
		if (isTooWide) throw new Error(`Row ${rows.length + 1} has more than 1,000 cells.`);
		if (isOpen)
			throw new Error(
				`A quote in row ${rows.length + 1} does not end. Mend that row, or open the file in a spreadsheet and save it as XLSX.`,
			);
		rows.push({ row: rows.length + 1, cells });
	}
	return rows;
}
