// What the end-to-end tests say of each version of n8n, as Markdown.

/** Of vitest's JSON report, what is looked at here. */
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
	/** What it is one of several tests of: an operation has two. */
	of: string;
	title: string;
	status: string;
	lacking?: string;
}

interface Column {
	heading: string;
	has(test: Test): boolean;
	/** What several tests are of and count as one; else each counts. */
	counts?: (test: Test) => string;
}

const isTrigger = ({ file }: Test) => /^(?:trigger|events|comment-edited)$/.test(file);
const isRestart = ({ of, title }: Test) => /restart|stopped/.test(`${of} ${title}`);
const isPicker = ({ title }: Test) => /list to choose|list that cannot be read/.test(title);

const COLUMNS: Column[] = [
	{ heading: 'Operations', has: ({ file }) => file === 'operations', counts: ({ of }) => of },
	{ heading: 'Trigger stories', has: (test) => isTrigger(test) && !isRestart(test) },
	{ heading: 'Restarts', has: (test) => isTrigger(test) && isRestart(test) },
	{ heading: 'Credential tests', has: ({ file }) => file === 'credentials' },
	{ heading: 'Pickers', has: isPicker },
	{ heading: 'Failures', has: ({ file }) => /failed-items|wrong-input|faults/.test(file) },
	{ heading: 'AI tools', has: ({ file }) => file === 'tools' },
	{ heading: 'Recipes', has: ({ file }) => file === 'recipes' },
	{ heading: 'Editor', has: ({ file }) => /^(?:found|used)$/.test(file) },
	{ heading: 'All tests', has: () => true },
];

/** A line for each version and way to poll, in every cell how many of how many hold. */
export function tableOf(reports: ReadonlyMap<string, Report>): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const lines = [...reports].map(([version, report]) => {
		const tests = testsOf(report);
		return line([version, ...COLUMNS.map((column) => cell(tests.filter(column.has), column))]);
	});
	return [
		line(['n8n', ...COLUMNS.map(({ heading }) => heading)]),
		line(['n8n', ...COLUMNS].map(() => '---')),
		...lines,
	].join('\n');
}

/** What was left out, and why. */
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
		assertionResults.map(({ ancestorTitles, title, status, meta }) => ({
			file: name.replace(/^.*\/|\.test\.mts$/g, ''),
			of: ancestorTitles.join(' '),
			title,
			status,
			lacking: meta?.lacking,
		})),
	);
}

function cell(tests: Test[], { counts }: Column): string {
	const things = counts ? [...Map.groupBy(tests, counts).values()] : tests.map((test) => [test]);
	if (things.every((one) => one.every(isLeftOut))) return 'not run';
	const held = things.filter((one) => one.every(({ status }) => status === 'passed'));
	return `${held.length} of ${things.length}`;
}
