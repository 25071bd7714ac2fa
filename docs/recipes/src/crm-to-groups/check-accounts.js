// One item for each account. A value that another program has changed is refused by name, before two accounts become one group.
const columns = ['account_id', 'name', 'mrr', 'member_emails'];
const rows = $input.all().map(({ json }) => json);
const missing = columns.filter((name) => !rows.some((row) => name in row));
if (missing.length > 0) throw new Error(`The accounts have no column ${missing.join(', ')}.`);

const FORMULA = /^#(N\/A|N\/D|NV|[¡¿]?[\p{Lu}\/0]+[!?])$/u;
const kindOf = (value) => (Array.isArray(value) ? 'a list' : { boolean: 'true or false', number: 'a number that is not whole' }[typeof value] ?? 'an object');
const textOf = (name, value) => {
	if (value === null || value === undefined) return '';
	if (Number.isSafeInteger(value)) return String(value);
	if (typeof value !== 'string') throw new Error(`'${name}' must be text, but is ${kindOf(value)}.`);
	const text = value.replace(/[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu, '').trim();
	if (FORMULA.test(text)) throw new Error(`'${name}' is ${text}, which a formula left.`);
	if (text.startsWith('[object ')) throw new Error(`'${name}' is ${text}. Map a field inside the object.`);
	return /^(null|undefined|None|NaN|(?:\s*\{{2,3}[^{}]*\}{2,3})+)$/s.test(text) ? '' : text;
};
// Neither an ID nor an address has characters that nobody sees.
const visible = (text) => text.replace(/\p{Cf}/gu, '').trim();
const idOf = (value) => {
	const id = visible(textOf('account_id', value));
	if (id === '') throw new Error("'account_id' is empty.");
	if (/^\d([.,]\d+)?E\+\d+$/i.test(id)) throw new Error(`'account_id' is ${id}, which a spreadsheet has rounded. Format the column as text, and export it again.`);
	return id;
};
// The service takes 255 characters.
const nameOf = (value) => textOf('name', value).replace(/^(.{254}).{2,}$/su, '$1…');
const revenueOf = (value) => {
	if (typeof value === 'number' && Number.isFinite(value)) return Math.round(value);
	const text = textOf('mrr', value);
	if (text === '') return '';
	if (!/^-?\d+(\.\d+)?$/.test(text) || /\.\d{3}$/.test(text)) throw new Error(`'mrr' must be a number such as 1200 or 99.50, but is ${text}.`);
	return Math.round(Number(text));
};
const addressesOf = (value) => {
	const list = Array.isArray(value) ? value : textOf('member_emails', value).split(/[,;\r\n]/);
	return list.map((one) => visible(textOf('member_emails', one))).filter(Boolean);
};

const accounts = new Map();
const refused = [];
for (const [at, row] of rows.entries()) {
	try {
		const account_id = idOf(row.account_id);
		const account = { account_id, name: nameOf(row.name) || account_id, mrr: revenueOf(row.mrr) };
		const emails = addressesOf(row.member_emails);
		// An account may have a row for each contact. Upper and lower case of an ID may count as the same.
		const key = account_id.toLowerCase();
		const known = accounts.get(key) ?? { account, emails: [] };
		known.isTwo ||= JSON.stringify(known.account) !== JSON.stringify(account);
		known.emails.push(...emails);
		accounts.set(key, known);
	} catch ({ message }) {
		const named = [row.account_id, row.name].find((value) => typeof value === 'string' && value.trim());
		refused.push({ account_id: named?.trim() ?? `row ${at + 1}`, refused: message });
	}
}
const items = [...accounts.values()].map(({ account, emails, isTwo }) => ({
	...account,
	emails: [...new Set(emails)],
	refused: isTwo ? 'Several rows have this account_id, but not the same name and mrr. Give each account an ID of its own.' : '',
}));
export default [...items, ...refused].map((json) => ({ json }));
