// One item for each customer. What may mean something else is refused by name, so that nobody gets the plan of another one.
const words = $('Words').first().json;
const listOf = (text) => text.split(/[,;\n]/).map((name) => name.trim()).filter(Boolean);
const [mailColumn, texts, numbers] = [words['Email column'].trim(), listOf(words['Text columns']), listOf(words['Number columns'])];
if (!mailColumn) throw new Error("'Email column' in Words is empty.");
if (texts.length + numbers.length === 0) throw new Error("'Text columns' and 'Number columns' in Words are empty.");
const rows = $input.all().map(({ json }) => json);
const missing = [mailColumn, ...texts, ...numbers].filter((name) => !rows.some((row) => name in row));
if (missing.length > 0) throw new Error('The customers have no column ' + missing.join(', ') + '.');

const FORMULA = /^#(N\/A|N\/D|NV|[¡¿]?[\p{Lu}\/0]+[!?])$/u;
const kindOf = (value) => (Array.isArray(value) ? 'a list' : typeof value === 'boolean' ? 'true or false' : 'an object');
const textOf = (name, value) => {
	if (value === null || value === undefined) return '';
	if (typeof value === 'number' && Number.isFinite(value)) return String(value);
	if (typeof value !== 'string') throw new Error("'" + name + "' must be text, but is " + kindOf(value) + '.');
	const text = value.replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, '').trim();
	if (FORMULA.test(text)) throw new Error("'" + name + "' is " + text + ', which a formula left.');
	if (text.startsWith('[object ')) throw new Error("'" + name + "' is " + text + '. Map a field inside the object.');
	return /^(null|undefined|None|NaN|(?:\s*\{{2,3}[^{}]*\}{2,3})+)$/s.test(text) ? '' : text;
};
const numberOf = (name, value) => {
	const text = textOf(name, value);
	if (text === '' || typeof value === 'number') return text === '' ? '' : value;
	if (!/^-?\d+(\.\d+)?$/.test(text) || /\.\d{3}$/.test(text)) throw new Error("'" + name + "' must be a number such as 1200 or 99.50, but is " + text + '.');
	return Number(text);
};
const customers = new Map();
const refused = [];
for (const [at, row] of rows.entries()) {
	try {
		const email = textOf(mailColumn, row[mailColumn]);
		if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Error("'" + mailColumn + "' is no email address.");
		const data = Object.fromEntries([...texts.map((name) => [name, textOf(name, row[name])]), ...numbers.map((name) => [name, numberOf(name, row[name])])]);
		const key = email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
		const known = customers.get(key) ?? { email, data };
		const isTwo = JSON.stringify(known.data) !== JSON.stringify(data);
		customers.set(key, isTwo ? { ...known, refused: 'Several rows have this address, with other values.' } : known);
	} catch ({ message }) {
		const email = row[mailColumn];
		refused.push({ email: typeof email === 'string' && email.trim() ? email.trim() : 'row ' + (at + 1), refused: message });
	}
}
export default [...customers.values(), ...refused].map((json) => ({ json }));
