import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chartFile, chartOf, readResults, rowsOf, type Theme, themes } from '../bench/chart.mts';

const table = `# Results

| case | against | baseline | ours | ratio | spread | goal |
| --- | --- | --- | --- | --- | --- | --- |
| reads: CPU | HTTP Request, paginated | 90 ms | 80 ms | 0.89 | 0.8 to 0.9 |  |
| reads: time | HTTP Request, paginated | 200 ms | 50 ms | 0.25 | 0.2 to 0.3 | at most 0.3 |
| poll: CPU | a trigger that does nothing | 80 ms | 150 ms | 1.88 | 1.8 to 1.9 | at most 2 |
| size of the package | the most it may be | 130 KB | 97 KB | 0.75 | 0.75 to 0.75 | at most 1 |
`;

test('the chart holds the rows that have a goal and say what people get', () => {
	expect(rowsOf(table)).toEqual([
		{ what: 'reads: time', against: 'HTTP Request', ratio: 0.25, figures: '50 ms (200 ms)' },
		{
			what: 'poll: CPU',
			against: 'a trigger that does nothing',
			ratio: 1.88,
			figures: '150 ms (80 ms)',
		},
	]);
	const drawn = chartOf(table, 'light');
	const widths = [...drawn.matchAll(/<rect [^>]*width="([\d.]+)"/g)].map(([, width]) => +width);
	expect(widths).toHaveLength(2);
	expect(widths[1] / widths[0]).toBeCloseTo(1.88 / 0.25);
});

test.each(Object.keys(themes) as Theme[])(
	'the %s chart of README.md is that of results.md',
	(theme) => {
		expect(rowsOf(readResults()).length).toBeGreaterThan(3);
		const again = 'run `npm exec --no -- node test/bench/chart.mts`';
		expect(readFileSync(chartFile(theme), 'utf8'), again).toBe(chartOf(readResults(), theme));
	},
);
