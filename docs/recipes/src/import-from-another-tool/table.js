import { isFilled, nameOf, namesIn } from './lists.js';

/** What a post is made of. Words has a list of columns for each. */
export const FIELDS = [
	'Title',
	'Description',
	'Status',
	'Type',
	'Created',
	'Author',
	'Voter',
	'Votes',
	'Address',
];

const filledIn = (cells) => cells.filter(isFilled).length;

const listsOf = (words, fields) => fields.map((field) => words[`${field} columns`]);

/** Whether a row names the column of a title or a text, and at least so many columns. */
export function headerOf(words) {
	const titles = new Set(
		listsOf(words, ['Title', 'Description', 'Message', 'Name']).flatMap(namesIn),
	);
	const known = new Set(listsOf(words, [...FIELDS, 'Message', 'Name']).flatMap(namesIn));
	return (cells, atLeast) => {
		const names = [...new Set(cells.map(nameOf))].filter((name) => known.has(name));
		return names.length >= atLeast && names.some((name) => titles.has(name));
	};
}

/** The names of the columns may stand there again, such as below the name of each group if the first one has a name, too. */
function withoutGroups({ columns, above, rows }) {
	const header = columns.map(nameOf);
	const isHeader = ({ cells }) =>
		cells.length > 0 && header.every((name, at) => nameOf(cells[at]) === name);
	const hasGroups = above.some(isFilled);
	const isGroup = (row, at) =>
		hasGroups && at + 1 < rows.length && filledIn(row.cells) === 1 && isHeader(rows[at + 1]);
	return {
		columns,
		above: [...above, ...rows.filter(isGroup).flatMap(({ cells }) => cells)],
		rows: rows.filter((row, at) => !isHeader(row) && !isGroup(row, at)),
	};
}

/** The names of the columns, what stands above them, and the rows below. It never looks at a value, only at how many there are. */
export function tableOf(all, isHeader) {
	const rows = all.filter(({ cells }) => cells.some(isFilled));
	if (rows.length === 0) return { columns: [], above: [], rows };
	const start = rows.slice(0, 50).map(({ cells }) => cells);
	const width = Math.max(...start.map(filledIn));
	// A title may stand above the names, but no row that is filled to its end.
	const full = start.findIndex((cells) => filledIn(cells) >= 0.9 * width);
	const named = start.findIndex((cells) => isHeader(cells, filledIn(cells) * 2 > width ? 1 : 2));
	const header = named >= 0 && named < full ? named : full;
	return withoutGroups({
		columns: start[header],
		above: start.slice(0, header).flat(),
		rows: rows.slice(header + 1),
	});
}

/** The items of another step, such as Google Sheets. */
export function tableOfItems(items) {
	const columns = [...new Set(items.flatMap((json) => Object.keys(json)))].filter(
		(name) => name !== 'row_number',
	);
	const rows = items.map((json, at) => ({
		row: json.row_number ?? at + 2,
		cells: columns.map((name) => json[name]),
	}));
	return { columns, above: [], rows: rows.filter(({ cells }) => cells.some(isFilled)) };
}

/** In which columns each field is looked for, the first one first. */
export function placesOf(columns, words) {
	const byName = new Map(columns.map((column) => [nameOf(column), []]));
	for (const [at, column] of columns.entries()) byName.get(nameOf(column)).push(at);
	const placesIn = (field) =>
		[...new Set(listsOf(words, [field]).flatMap(namesIn))].flatMap(
			(name) => byName.get(name) ?? [],
		);
	const places = Object.fromEntries(FIELDS.map((field) => [field, placesIn(field)]));
	const messages = placesIn('Message');
	// Beside a title or what a person says, a name is that of the person.
	const isWish = places.Status.length + places.Type.length + places.Votes.length > 0;
	const isPerson =
		places.Title.length + messages.length > 0 || (places.Author.length > 0 && !isWish);
	places.Description.push(...messages);
	places[isPerson ? 'Author' : 'Title'].push(...placesIn('Name'));
	return places;
}

/** Why a row is none of the table, if it is not. */
export function raggedIn({ columns, rows }) {
	const lengths = rows.map(({ cells }) => cells.length).sort((a, b) => a - b);
	// Spreadsheets save empty cells at the end of all rows. In one row, they say that a comma stands outside of quotes.
	const usual = Math.max(columns.length, lengths[lengths.length >> 1]);
	const last = rows.findLastIndex(({ cells }) => filledIn(cells) > 1);
	// A report ends with a few lines, such as Confidential.
	const end = last >= 0 && rows.length - last < 5 && filledIn(columns) > 2 ? last : rows.length;
	return ({ cells }, at) => {
		if (cells.slice(columns.length).some(isFilled) || cells.length > usual) {
			return `The row has ${cells.length} cells, but the first row has ${columns.length}. Put texts with separators into quotes.`;
		}
		return at > end
			? 'The row has one cell, as the last lines of a report have. Delete it, or fill in another cell, such as the status.'
			: '';
	};
}
