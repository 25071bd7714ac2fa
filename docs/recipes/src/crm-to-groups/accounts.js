import { isLeftOver, isNothing, visible } from '../shared/left-over.js';

/** The service takes 255 characters. */
const LONG = /^(.{254}).{2,}$/su;

/** A cell as it is, or undefined where nothing is set. Create Group and Add Member say what is wrong with it. */
export function valueOf(cell) {
	if (cell === null || cell === undefined) return undefined;
	if (typeof cell !== 'string') return cell;
	const text = visible(cell);
	return isNothing(text) ? undefined : text;
}

/** The addresses of a list, or of a text with commas, semicolons or lines. */
export const addressesOf = (cell) =>
	(Array.isArray(cell) ? cell : String(cell ?? '').split(/[,;\r\n]/))
		.map(valueOf)
		.filter((address) => address !== undefined);

/** What joins the rows of one account: upper and lower case may count as the same. A row without an ID stands alone. */
function keyOf(id, row) {
	const text = ['string', 'number'].includes(typeof id) ? visible(id) : '';
	return isLeftOver(text) ? `row ${row}` : `account ${text.toLowerCase()}`;
}

function accountOf(cells, row) {
	const [account_id, given, mrr] = [cells.account_id, cells.name, cells.mrr].map(valueOf);
	const emails = addressesOf(cells.member_emails);
	const name = typeof given === 'string' ? given.replace(LONG, '$1…') : (given ?? account_id);
	return { row, account_id, name, mrr, emails };
}

const isEmpty = ({ account_id, name, mrr, emails }) =>
	[account_id, name, mrr].every((value) => value === undefined) && emails.length === 0;

const isSame = (one, other) =>
	['account_id', 'name', 'mrr'].every((part) => String(one[part]) === String(other[part]));

/** One item for each account, which may have a row for each contact. Empty rows, as n8n adds them to a table, are left out. */
export function accountsOf(rows) {
	const columns = ['account_id', 'name', 'mrr', 'member_emails'];
	const missing = columns.filter((name) => !rows.some((row) => name in row));
	if (missing.length > 0) throw new Error(`The accounts have no column ${missing.join(', ')}.`);
	const accounts = new Map();
	for (const [at, cells] of rows.entries()) {
		const account = accountOf(cells, at + 1);
		if (isEmpty(account)) continue;
		const key = keyOf(account.account_id, account.row);
		const known = accounts.get(key) ?? { ...account, isTwo: false };
		const emails = [...new Set([...known.emails, ...account.emails])];
		accounts.set(key, { ...known, emails, isTwo: known.isTwo || !isSame(known, account) });
	}
	return [...accounts.values()];
}
