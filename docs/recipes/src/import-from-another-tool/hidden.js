import { listOf } from '../shared/list-of.js';
import { loosely, nameOf } from './lists.js';

/** The lines of 'Left out if': columns, and the values with which the old tool hid a row. */
export function hiddenBy(words, isEmpty) {
	const no = new Set(listOf(words['No words']).map(loosely));
	const rules = words['Left out if'].split('\n').map((line) => line.split('='));
	const valuesOf = new Map(
		rules.flatMap(([columns, values = '']) =>
			listOf(columns).map((column) => [nameOf(column), listOf(values).map(loosely)]),
		),
	);
	const rulesOf = (column) => valuesOf.get(nameOf(column).replace(/^is /, '')) ?? [];
	const isHidden = (column, cell) => {
		const value = loosely(cell);
		if (isEmpty(value)) return false;
		return (
			rulesOf(column).includes(value) || rulesOf(column).includes(no.has(value) ? 'no' : 'yes')
		);
	};
	return {
		isRule: (column) => rulesOf(column).length > 0,
		/** The columns that hide a row. */
		columnsThatHide: (columns, cells) =>
			columns.filter((column, at) => isHidden(column, cells[at])),
	};
}
