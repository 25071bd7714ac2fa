// One item for each row, with the same names for the columns of each tool. A row that cannot be read says why in refused.
const words = $('Words').first().json;
const refuseFile = (why) => [{ json: { row: 1, title: 'The whole file', refused: why } }];

// "Author Email", author_email and authorEmail are one name.
const nameOf = (column) => String(column).replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim();

/** The cells of a CSV file, whichever separator it has. */
function cellsOf(text) {
	const lines = text.slice(0, 10_000).split(/[\r\n]+/, 10);
	const knownIn = (cells) => cells.filter((cell) => known.has(nameOf(cell))).length;
	const count = (separator) => 1000 * Math.max(...lines.map((line) => knownIn(line.split(separator)))) + lines[0].split(separator).length;
	const separator = [',', ';', '\t', '|'].reduce((best, one) => (count(one) > count(best) ? one : best));
	const cell = new RegExp('(?: *"([^"]*(?:""[^"]*)*)" *|([^' + separator + '\\r\\n]*))(' + (separator === '|' ? '\\|' : separator) + '|\\r\\n|\\n|\\r|$)', 'y');
	const table = [[]];
	while (cell.lastIndex < text.length) {
		const found = cell.exec(text);
		const isQuoted = found?.[1] !== undefined;
		if (!found || (!isQuoted && found[2].trimStart().startsWith('"') && found[2].split('"').length % 2 === 0)) throw new Error('A quote in row ' + table.length + ' does not end. Export the file again, or mend that row.');
		table.at(-1).push(isQuoted ? found[1].replaceAll('""', '"') : found[2]);
		if (found[3] === '') break;
		if (found[3] !== separator) table.push([]);
		else if (cell.lastIndex === text.length) table.at(-1).push('');
	}
	return table;
}

const isFilled = (cell) => cell !== null && cell !== undefined && String(cell).trim() !== '';
const FIELDS = ['Title', 'Description', 'Status', 'Type', 'Created', 'Author', 'Voter', 'Votes', 'Address'];
const namesOf = (field) => words[field + ' columns'].split(/[,;\n]/).map(nameOf).filter(Boolean);
const known = new Set(FIELDS.flatMap(namesOf));
let above = [];
let columns;
let table;
const [first] = $input.all();
if (typeof first.json.csvText === 'string') {
	// Excel reads and writes a first line such as sep=; that names the separator.
	const text = first.json.csvText.replace(/^\ufeff/, '').replace(/^sep=.[\r\n]+/i, '');
	if (text.startsWith('PK')) return refuseFile('This is an Excel file. Save it as CSV UTF-8.');
	if (/[\ufffd\u0000]/.test(text)) return refuseFile('The file is not in UTF-8, so some letters are lost. Save it as CSV UTF-8.');
	if (/^\s*[<{[]/.test(text)) return refuseFile('This is no CSV file. Export it as CSV.');
	try {
		table = cellsOf(text).map((cells, at) => ({ row: at + 1, cells })).filter(({ cells }) => cells.some(isFilled));
	} catch ({ message }) {
		return refuseFile(message);
	}
	if (table.length < 2) return refuseFile('The file has no rows.');
	// A title may stand above the header, which names the most columns.
	const knownIn = ({ cells }) => cells.filter((cell) => known.has(nameOf(cell))).length;
	const most = Math.max(...table.slice(0, 10).map(knownIn));
	const header = table.findIndex((row) => knownIn(row) === most);
	above = table.splice(0, header).flatMap(({ cells }) => cells);
	if (table.length < 2) return refuseFile('The file has no rows.');
	columns = table.shift().cells;
} else {
	// The items of another step, such as Google Sheets.
	columns = [...new Set($input.all().flatMap(({ json }) => Object.keys(json)))].filter((name) => name !== 'row_number');
	table = $input.all().map(({ json }, at) => ({ row: json.row_number ?? at + 2, cells: columns.map((name) => json[name]) }));
}

const placesByName = new Map();
for (const [at, column] of columns.entries()) {
	const name = nameOf(column);
	if (name === '') continue;
	if (placesByName.has(name)) placesByName.get(name).push(at);
	else placesByName.set(name, [at]);
}
const places = Object.fromEntries(FIELDS.map((field) => [field, namesOf(field).flatMap((name) => placesByName.get(name) ?? [])]));
if (places.Title.length + places.Description.length === 0) {
	return refuseFile('No column is known as a title. The file has: ' + columns.join(', ') + ". Write its name into 'Title columns' of Words.");
}
const used = new Set(Object.values(places).flat());

const FORMULA = /^#(N\/A|N\/D|NV|[¡¿]?[\p{Lu}\/0]+[!?])$/u;
const kindOf = (value) => (Array.isArray(value) ? 'a list' : typeof value === 'boolean' ? 'true or false' : 'an object');
function textOf(field, value) {
	if (value === null || value === undefined) return '';
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	if (typeof value !== 'string') throw new Error("'" + field + "' must be text, but is " + kindOf(value) + '.');
	// Marks of direction turn the text around them.
	const text = value.replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, '').trim();
	if (FORMULA.test(text)) throw new Error("'" + field + "' is " + text + ', which a formula left.');
	if (text.startsWith('[object ')) throw new Error("'" + field + "' is " + text + '. Map a field inside the object.');
	return /^(null|undefined|None|NaN|(?:\s*\{{2,3}[^{}]*\}{2,3})+)$/s.test(text) ? '' : text;
}

// The service takes no HTML. Only tags of an editor are turned into text.
const BLOCKS = 'p|br|hr|div|ul|ol|li|dl|dt|dd|h[1-6]|table|caption|thead|tbody|tfoot|tr|td|th|pre|blockquote|figure|figcaption|section|article|header|footer';
const TAGS = BLOCKS + '|b|i|u|s|strong|em|span|code|sub|sup|small|mark|del|ins|font|center|col|colgroup';
const isHtml = (text) => new RegExp('<(' + BLOCKS + ')( [^<>]*)?/?>', 'i').test(text);
const SIGNS = { quot: '"', apos: "'", nbsp: ' ', szlig: 'ß', aelig: 'æ', AElig: 'Æ', oelig: 'œ', OElig: 'Œ', oslash: 'ø', Oslash: 'Ø', ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„', laquo: '«', raquo: '»', hellip: '…', bull: '•', middot: '·', euro: '€', pound: '£', copy: '©', reg: '®', trade: '™', amp: '&' };
const MARKS = { grave: '\u0300', acute: '\u0301', circ: '\u0302', tilde: '\u0303', uml: '\u0308', ring: '\u030a', cedil: '\u0327', caron: '\u030c' };
// Without < and >: the service takes away what then looks like a tag.
const withSigns = (text) => text
	.replace(/&([a-z])(grave|acute|circ|tilde|uml|ring|cedil|caron);/gi, (_, letter, mark) => (letter + MARKS[mark.toLowerCase()]).normalize())
	.replace(/&#(\d{1,7}|x[\da-f]{1,6});/gi, (all, code) => ((at) => [0, 60, 62].includes(at) || at > 0x10ffff ? all : String.fromCodePoint(at))(Number('0' + code)))
	.replace(/&([a-z]{2,6});/gi, (all, name) => (Object.hasOwn(SIGNS, name) ? SIGNS[name] : all));
const attribute = (name, all) => new RegExp('(?:^|\\s)' + name + '\\s*=\\s*(?:"([^"]*)"|\'([^\']*)\'|([^\\s"\']+))', 'i').exec(all ?? '')?.slice(1).find(Boolean) ?? '';
// The address of a link stands behind its text, whatever is between its tags.
function linked(text) {
	let address = '';
	return text.replace(/<(?:a( [^<>]*)?|(\/)a ?)>/gi, (_, attributes, isEnd) => {
		const behind = isEnd && address ? ' (' + address + ')' : '';
		address = isEnd ? '' : attribute('href', attributes);
		return behind;
	});
}
const plain = (text) => !isHtml(text) ? withSigns(text) : withSigns(linked(text.replace(/\s+/g, ' '))
	.replace(/<img( [^<>]*)>/gi, (_, attributes) => attribute('src', attributes))
	.replace(/<li( [^<>]*)?>/gi, '\n- ')
	.replace(/<(br|hr)( [^<>]*)?\/?>/gi, '\n')
	.replace(/<\/(tr|dt|dd|caption|figcaption)>/gi, '\n')
	.replace(/<\/(td|th)>/gi, ' ')
	.replace(/<\/(p|div|ul|ol|dl|h[1-6]|table|pre|blockquote|figure|section|article|header|footer)>/gi, '\n\n')
	.replace(new RegExp('</?(' + TAGS + ')( [^<>]*)?/?>', 'gi'), '')
	.replace(/&lt;/g, '<').replace(/&gt;/g, '>'))
	.replace(/(?<![ \t])[ \t]+\n/g, '\n').replace(/\n{3,}/g, '\n\n').trim();

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?';
const NAMED = new RegExp('\\b\\d{1,2}\\.?[ /-]' + MONTH + '[ ,/-]+\\d{2,4}\\b|\\b' + MONTH + ' \\d{1,2},? \\d{4}\\b', 'i');
const ZONED = /\d:\d.*([+-]\d\d:?\d\d|\b(?!AM|PM)[A-Z]{1,4})( \([^()]*\))?$/;
const format = words['Date format'].trim();
function dateOf(text) {
	if (text === '') return '';
	const iso = text.replace(/ ?UTC$/, 'Z').replace(/^(\d{4}-\d\d-\d\d) (?=\d)/, '$1T').replace(/ ?([+-]\d\d):?(\d\d)$/, '$1:$2');
	let date = format ? DateTime.fromFormat(text, format, { zone: 'utc' }) : undefined;
	if (!date && /^\d{4}-\d\d-\d\d/.test(text)) date = DateTime.fromISO(iso, { zone: 'utc' });
	// Only a month in letters says which number is the day. Date.parse would find a date in Sprint 12, too.
	const named = text.length < 100 ? NAMED.exec(text)?.[0].replaceAll('/', ' ') : undefined;
	// Date.parse makes February 30 a day of March.
	const isDay = named && new Date(named + ' UTC').getUTCDate() === Number(/\b\d{1,2}\b/.exec(named)[0]);
	if (!date && isDay) date = DateTime.fromMillis(Date.parse(text.replaceAll('/', ' ') + (ZONED.test(text) ? '' : ' UTC')), { zone: 'utc' });
	if (!date?.isValid) throw new Error("'Created' is " + text + ", which may mean several days. Write its form into 'Date format' of Words, such as dd/MM/yyyy.");
	return date.toFormat('yyyy-MM-dd HH:mm:ss');
}

const line = (text) => text.replace(/\s+/g, ' ').trim();
// Columns that another one of the same field kept from being read.
const lost = new Set();
const items = table.filter(({ cells }) => cells.some(isFilled)).map(({ row, cells }) => {
	const shown = (field) => places[field].map((at) => cells[at]).find((cell) => typeof cell === 'string' && cell.trim()) ?? '';
	try {
		if (cells.slice(columns.length).some(isFilled)) throw new Error('The row has ' + cells.length + ' cells, but the first row has ' + columns.length + '. Put texts with separators into quotes.');
		const [title, description, status, type, created, author, voter, votes, address] = FIELDS.map((field) => {
			const texts = places[field].map((at) => textOf(field, cells[at]));
			// What a person wrote is kept, whichever of the columns it stands in.
			if (field === 'Description') return [...new Set(texts.map(plain))].filter(Boolean).join('\n\n');
			const read = texts.find((text) => text !== '') ?? '';
			for (const [at, text] of texts.entries()) if (text !== '' && text !== read) lost.add(places[field][at]);
			return read;
		});
		const from = withSigns(line(title || description));
		if (from === '') throw new Error("'Title' is empty.");
		// A title made of a longer text: the whole text is the description.
		const isLong = [...from].length > (title ? 200 : 80);
		return {
			row,
			title: isLong ? from.replace(/^(.{79}).*$/su, '$1…') : from,
			description: title && isLong ? [withSigns(title), description].filter(Boolean).join('\n\n') : description,
			status,
			type,
			created: dateOf(created),
			author,
			voter,
			votes,
			address,
			refused: '',
		};
	} catch ({ message }) {
		return { row, title: line(shown('Title') || shown('Description')), description: shown('Description'), refused: message };
	}
});
const leftOut = [...above, ...columns.filter((_, at) => !used.has(at) || lost.has(at))].filter(isFilled).join(', ');
export default items.map((json, at) => ({ json: at === 0 ? { ...json, leftOut } : json }));
