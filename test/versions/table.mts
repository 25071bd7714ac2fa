// What the end-to-end tests say of each version of n8n, as Markdown.

export interface Report {
	testResults: Array<{
		name: string;
		status: string;
		assertionResults: Array<{
			ancestorTitles: string[];
			title: string;
			status: string;
			meta?: { lacking?: string };
		}>;
	}>;
}

interface Test {
	file: string;
	status: string;
	lacking?: string;
}

/** A line for each file, a column for each version and way to poll: in every cell how many of how many tests hold. */
export function tableOf(reports: ReadonlyMap<string, Report>): string {
	const runs = [...reports.values()].map(testsOf);
	const files = [...new Set(runs.flat().map(({ file }) => file))].sort();
	const rows = [
		['n8n', ...reports.keys()],
		['---', ...runs.map(() => '---')],
		...files.map((one) => [
			one,
			...runs.map((tests) => cell(tests.filter(({ file }) => file === one))),
		]),
		['all', ...runs.map(cell)],
	];
	return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

export function notRun(reports: ReadonlyMap<string, Report>): string {
	const lines = [...reports].flatMap(([version, report]) => {
		const reasons = Map.groupBy(testsOf(report).filter(isLeftOut), nameOf);
		return [...reasons].map(([name, { length }]) => `- Not run in ${version}: ${length} ${name}`);
	});
	return lines.join('\n');
}

const isLeftOut = ({ status }: Test) => status !== 'passed' && status !== 'failed';
const nameOf = ({ file, lacking }: Test) => `of ${file}${lacking ? `, ${lacking}` : ''}`;

function testsOf({ testResults }: Report): Test[] {
	return testResults.flatMap(({ name, assertionResults }) =>
		assertionResults.map(({ status, meta }) => ({
			file: name.replace(/^.*\/|\.test\.mts$/g, ''),
			status,
			lacking: meta?.lacking,
		})),
	);
}

function cell(tests: Test[]): string {
	if (tests.every(isLeftOut)) return 'not run';
	return `${tests.filter(({ status }) => status === 'passed').length} of ${tests.length}`;
}
