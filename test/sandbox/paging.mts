import { InvalidFields, KeyedRows, notFound, nothingFound, type Row } from './envelope.mts';
import type { Call } from './endpoint.mts';

export interface Page {
	/** As asked for; it is echoed. */
	page: number;
	perPage: number;
	/** Ready for LIMIT and OFFSET: one row more than the page shows whether there is another page. */
	limit: number;
	offset: number;
}

const maximum = 100;

export function v1Page(call: Call): Page {
	const { pageBase, v1PerPage } = call.settings;
	const page = parameter(call, 'page', pageBase);
	return pageOf(page, Math.max(page - pageBase, 0), parameter(call, 'per_page', v1PerPage));
}

export function v2Page(call: Call): Page {
	const page = parameter(call, 'page', 0);
	return pageOf(page, page, parameter(call, 'per_page', 30));
}

function pageOf(page: number, index: number, asked: number): Page {
	const perPage = Math.min(Math.max(asked, 1), maximum);
	return { page, perPage, limit: perPage + 1, offset: index * perPage };
}

function parameter(call: Call, name: string, otherwise: number): number {
	const text = call.query.get(name);
	if (text === null || text === '') return otherwise;
	const value = Number(text);
	if (
		/^-?\d+$/.test(text) &&
		Number.isSafeInteger(value * maximum) &&
		(value >= 0 || name === 'per_page')
	) {
		return value;
	}
	throw new InvalidFields([{ field: name, message: 'must be a non-negative integer' }]);
}

/** What narrows a list: conditions of its query, and the values in them. */
export class Filters {
	readonly conditions: string[] = [];
	readonly values: unknown[] = [];
	readonly #query: URLSearchParams;

	constructor({ query, workspace }: Call, ownedBy?: string) {
		this.#query = query;
		if (ownedBy) this.add(`${ownedBy} = ?`, workspace);
	}

	add(condition: string, ...values: unknown[]): this {
		this.conditions.push(condition);
		this.values.push(...values);
		return this;
	}

	/** By a parameter; one that is missing, empty or `all` narrows nothing. */
	by(parameter: string, condition: string): this {
		const value = this.#query.get(parameter);
		return value && value !== 'all' ? this.add(condition, value) : this;
	}

	/** By a text that one of these columns contains. */
	search(...columns: string[]): this {
		const text = this.#query.get('search');
		if (!text) return this;
		const contains = columns.map((column) => `${column} LIKE ? ESCAPE '\\'`);
		return this.add(`(${contains.join(' OR ')})`, ...columns.map(() => containing(text)));
	}
}

export interface Listing {
	/** Up to its conditions. */
	select: string;
	filters: Filters;
	order: string;
	/** What comes after the page. */
	end?: string;
	toRecord(row: Row): Row;
}

function read({ database }: Call, { limit, offset }: Page, listing: Listing): Row[] {
	const { select, filters, order, end = '', toRecord } = listing;
	const conditions = filters.conditions.join(' AND ');
	const sql = `${select} WHERE ${conditions} ORDER BY ${order} LIMIT ? OFFSET ?${end}`;
	return database.all(sql, ...filters.values, limit, offset).map(toRecord);
}

export function v1Rows(call: Call, listing: Listing): Row[] {
	return v1Shown(call, v1Page(call), listing).rows;
}

function v1Shown(call: Call, page: Page, listing: Listing): { rows: Row[]; hasMore: boolean } {
	const rows = read(call, page, listing);
	const isPastTheEnd = rows.length === 0 && page.offset > 0;
	if (isPastTheEnd && call.settings.pastTheEnd === 'refused') throw notFound('Page');
	if (rows.length === 0 && call.settings.nothingFound === 'refused') throw nothingFound();
	return { rows: rows.slice(0, page.perPage), hasMore: rows.length > page.perPage };
}

export function v1List(call: Call, idField: string, listing: Listing) {
	const page = v1Page(call);
	const { rows, hasMore } = v1Shown(call, page, listing);
	const items = new KeyedRows(idField, rows);
	return call.settings.hasMore ? { items, has_more: hasMore, page: page.page } : { items };
}

/** The v2 list: rows in an array, and no total. */
export function v2List(call: Call, listing: Listing) {
	const page = v2Page(call);
	const rows = read(call, page, listing);
	return {
		items: rows.slice(0, page.perPage),
		has_more: rows.length > page.perPage,
		page: page.page,
	};
}

/** A LIKE pattern that finds `text` anywhere, taking its own wildcards literally (use with ESCAPE '\'). */
function containing(text: string): string {
	return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
