import { listOf } from '../shared/list-of.js';
import { loosely, nameOf } from './lists.js';

/** The lines of 'Left out if': columns, and the values with which the old tool hid a row. */
export function hiddenBy(words, isEmpty) {
	const wordsIn = (list) => new Set(listOf(list).map(loosely));
	const [yes, no] = [wordsIn(words['Yes words']), wordsIn(words['No words'])];
	const rules = words['Left out if'].split('\n').map((line) => line.split('='));
	const valuesOf = new Map(
		rules.flatMap(([columns, values = '']) =>
			listOf(columns).map((column) => [nameOf(column), listOf(values).map(loosely)]),
		),
	);
	const rulesOf = (column) => valuesOf.get(nameOf(column).replace(/^is /, '')) ?? [];
	/** A value that nobody knows hides the row: it is no word for yes, and none for no. */
	const isHidden = (values, value) =>
		values.includes(value) ||
		(values.includes('yes') && !no.has(value)) ||
		(values.includes('no') && !yes.has(value));
	return {
		isRule: (column) => rulesOf(column).length > 0,
		/** Finds the columns that hide a row. An empty cell means no, unless the whole column is empty. */
		columnsThatHideBy(columns, rows) {
			const ruled = columns
				.map((column, at) => ({ column, at, values: rulesOf(column) }))
				.filter(
					({ at, values }) =>
						values.length > 0 && rows.some(({ cells }) => !isEmpty(loosely(cells[at]))),
				);
			return (cells) =>
				ruled
					.filter(({ at, values }) => {
						const value = loosely(cells[at]);
						return isEmpty(value) ? values.includes('no') : isHidden(values, value);
					})
					.map(({ column }) => column);
		},
	};
}
