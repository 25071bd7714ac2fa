import { emailKey } from '../shared/email-key.js';
import { listOf } from '../shared/list-of.js';
import { numberOf, textOf } from '../shared/cells.js';

/** The columns that Words names, of which each has to be in the table. */
export function columnsOf(words, rows) {
	const email = words['Email column'].trim();
	const [texts, numbers] = [listOf(words['Text columns']), listOf(words['Number columns'])];
	if (!email) throw new Error("'Email column' in Words is empty.");
	if (texts.length + numbers.length === 0) {
		throw new Error("'Text columns' and 'Number columns' in Words are empty.");
	}
	const all = [email, ...texts, ...numbers];
	const missing = all.filter((name) => !rows.some((row) => name in row));
	if (missing.length > 0) throw new Error(`The customers have no column ${missing.join(', ')}.`);
	return { email, texts, numbers };
}

function customerOf(row, columns) {
	const email = textOf(columns.email, row[columns.email]);
	if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) {
		throw new Error(`'${columns.email}' is no email address.`);
	}
	const texts = columns.texts.map((name) => [name, textOf(name, row[name])]);
	const numbers = columns.numbers.map((name) => [name, numberOf(name, row[name])]);
	return { email, data: Object.fromEntries([...texts, ...numbers]) };
}

/** Which of two rows with one address counts, by the word in Words. */
function chosen(known, next, choice) {
	if (JSON.stringify(known.data) === JSON.stringify(next.data) || choice === 'first') return known;
	if (choice === 'last') return next;
	return { ...known, refused: 'Several rows have this address, with other values.' };
}

/**
 * One customer for each address. What may mean something else is refused by name, so that nobody gets the plan of another one.
 * A row without an address is left out: n8n adds empty ones to a table.
 */
export function customersOf(rows, words) {
	const columns = columnsOf(words, rows);
	const choice = words['Same address'].trim().toLowerCase();
	const customers = new Map();
	const refused = [];
	for (const [at, row] of rows.entries()) {
		try {
			const customer = customerOf(row, columns);
			if (customer.email === '') continue;
			const key = emailKey(customer.email);
			const known = customers.get(key);
			customers.set(key, known ? chosen(known, customer, choice) : customer);
		} catch (error) {
			const email = row[columns.email];
			const named = typeof email === 'string' && email.trim();
			refused.push({ email: named || `row ${at + 1}`, refused: error.message });
		}
	}
	return [...customers.values(), ...refused];
}
