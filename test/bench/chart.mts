// Draws results.md for README.md: what ours take, beside 1 for what it is compared with.
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = join(import.meta.dirname, '..', '..');

export const themes = {
	light: { text: '#1f2328', faint: '#59636e', bar: '#0969da', line: '#59636e' },
	dark: { text: '#f0f6fc', faint: '#9198a1', bar: '#4493f8', line: '#9198a1' },
} as const;
export type Theme = keyof typeof themes;

export const chartFile = (theme: Theme) => join(root, '.github', 'images', `bench-${theme}.svg`);
export const readResults = () => readFileSync(join(import.meta.dirname, 'results.md'), 'utf8');

/** Those of the table that say what people get, by what they are compared with. */
const BASELINES = ['HTTP Request', 'a trivial node', 'a trigger that does nothing'];
const WIDTH = 860;
const BAR = 24;

interface Drawn {
	what: string;
	against: string;
	ratio: number;
	/** What was measured. */
	figures: string;
}

/** @param results the text of results.md */
export function rowsOf(results: string): Drawn[] {
	const lines = results.split('\n').filter((line) => /^\| (?!case |---)/.test(line));
	const rows = lines.map((line) => {
		const [what, against, baseline, ours, ratio, , goal] = line.slice(2, -2).split(' | ');
		return { what, against, ratio: Number(ratio), figures: `${ours} (${baseline})`, goal };
	});
	return rows
		.filter(({ goal }) => goal.trim() !== '')
		.flatMap(({ what, against, ratio, figures }) => {
			const group = BASELINES.find((name) => against.startsWith(name));
			return group === undefined ? [] : [{ what, against: group, ratio, figures }];
		});
}

/** @param results the text of results.md */
export function chartOf(results: string, theme: Theme): string {
	const { text, faint, bar, line } = themes[theme];
	const rows = rowsOf(results);
	const { document } = parseHTML('<!doctype html><html><body></body></html>');
	const inGroups = BASELINES.flatMap((against) => [
		{ what: against, against, ratio: 0, figures: '', isHeading: true },
		...rows.filter((row) => row.against === against).map((row) => ({ ...row, isHeading: false })),
	]);
	const headings = inGroups.filter(({ isHeading }) => isHeading);
	const svg = Plot.plot({
		document: document as unknown as Document,
		width: WIDTH,
		height: inGroups.length * BAR + 60,
		marginLeft: 370,
		marginRight: 190,
		marginTop: 34,
		style: { color: text, background: 'transparent', fontFamily: 'sans-serif', fontSize: '13px' },
		x: {
			label: null,
			ticks: 5,
			domain: [0, Math.max(1, ...rows.map(({ ratio }) => ratio)) * 1.05],
		},
		y: { domain: inGroups.map(({ what }) => what), axis: null },
		marks: [
			Plot.axisX({ color: faint, ticks: 5, tickSize: 0 }),
			Plot.ruleX([1], { stroke: line, strokeDasharray: '3,3' }),
			Plot.barX(rows, { x: 'ratio', y: 'what', fill: bar, insetTop: 4, insetBottom: 4 }),
			Plot.text(rows, {
				...{ x: 0, y: 'what', text: 'what', textAnchor: 'end', dx: -8, fill: text },
			}),
			Plot.text(rows, {
				...{ y: 'what', text: 'figures', frameAnchor: 'right', textAnchor: 'start' },
				...{ dx: 12, fill: faint },
			}),
			Plot.text(headings, {
				...{ y: 'what', text: (row: Drawn) => `beside ${row.what} = 1`, frameAnchor: 'left' },
				...{ textAnchor: 'end', dx: -8, fill: faint, fontStyle: 'italic' },
			}),
		],
	});
	svg.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
	return `${svg.outerHTML}\n`;
}

export function drawCharts(): void {
	for (const theme of Object.keys(themes) as Theme[]) {
		writeFileSync(chartFile(theme), chartOf(readResults(), theme));
	}
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) drawCharts();
