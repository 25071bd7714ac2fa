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
	const { pageBase, pageZero, v1PerPage } = call.settings;
	const page = read(call, 'page', pageBase);
	const perPage = read(call, 'per_page', v1PerPage);
	if (page >= pageBase || pageZero === 'first') {
		return pageOf(page, Math.max(page, pageBase) - pageBase, perPage);
	}
	if (pageZero === 'refused') {
		throw new InvalidFields([{ field: 'page', message: 'must be 1 or more' }]);
	}
	return { ...pageOf(page, 0, perPage), limit: 0 };
}

export function v2Page(call: Call): Page {
	const page = read(call, 'page', 0);
	return pageOf(page, page, read(call, 'per_page', 30));
}

function pageOf(page: number, index: number, asked: number): Page {
	const perPage = Math.min(Math.max(asked, 1), maximum);
	return { page, perPage, limit: perPage + 1, offset: index * perPage };
}

function read(call: Call, name: string, otherwise: number): number {
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

/** What a page of v1 shows of the rows that were read for it. */
export function v1Rows(call: Call, { offset, perPage }: Page, rows: Row[]): Row[] {
	const isPastTheEnd = rows.length === 0 && offset > 0;
	if (isPastTheEnd && call.settings.pastTheEnd === 'refused') throw notFound('Page');
	if (rows.length === 0 && call.settings.nothingFound === 'refused') throw nothingFound();
	return rows.slice(0, perPage);
}

/** The v1 list: rows keyed by their id. */
export function v1List(call: Call, page: Page, idField: string, rows: Row[]) {
	const items = new KeyedRows(idField, v1Rows(call, page, rows));
	if (!call.settings.hasMore) return { items };
	return { items, has_more: rows.length > page.perPage, page: page.page };
}

/** The v2 list: rows in an array, and no total. */
export function v2List(page: Page, rows: Row[]) {
	return {
		items: rows.slice(0, page.perPage),
		has_more: rows.length > page.perPage,
		page: page.page,
	};
}

/** A LIKE pattern that finds `text` anywhere, taking its own wildcards literally (use with ESCAPE '\'). */
export function containing(text: string): string {
	return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
