// How many tests of a report passed, and how many did not.
import { readFileSync } from 'node:fs';
import type { Report } from '../versions/table.mts';

export interface Count {
	passed: number;
	/** Also files that could not be loaded, and errors outside of tests. */
	failed: number;
	/** The names of tests that were not run, for whatever reason but the next. */
	skipped: string[];
	/** Tests of something that this version of n8n does not have. */
	leftOut: number;
}

export const nothing: Count = { passed: 0, failed: 0, skipped: [], leftOut: 0 };

export const sum = (counts: readonly Count[]): Count =>
	counts.reduce(
		(all, one) => ({
			passed: all.passed + one.passed,
			failed: all.failed + one.failed,
			skipped: [...all.skipped, ...one.skipped],
			leftOut: all.leftOut + one.leftOut,
		}),
		nothing,
	);

export function countOf({ testResults }: Report): Count {
	return sum(
		testResults.map(({ name, status, assertionResults }) => {
			const having = (wanted: string) =>
				assertionResults.filter(({ status }) => status === wanted).length;
			const others = assertionResults.filter(
				({ status }) => status !== 'passed' && status !== 'failed',
			);
			const skipped = others.filter(({ meta }) => meta?.lacking === undefined);
			// A file that could not be loaded, and a hook that failed, have no failed test.
			const unloaded = status === 'failed' && having('failed') === 0 ? 1 : 0;
			return {
				passed: having('passed'),
				failed: having('failed') + unloaded,
				skipped: skipped.map(({ ancestorTitles, title }) =>
					[name, ...ancestorTitles, title].join(' > '),
				),
				leftOut: others.length - skipped.length,
			};
		}),
	);
}

/** Of one run of vitest. An error outside of all files shows only in its exit code; a run of no tests is no proof. */
export function countOfRun(file: string, exitCode: number | null): Count {
	return judged(countOf(readReport(file)), exitCode);
}

/** Of a run that ends with the line "N passed, N failed". Without one, or with a bad exit code, something failed. */
export function countOfLastLine(exitCode: number | null, log: string): Count {
	const [, passed = 0, failed = 0] = /^(\d+) passed, (\d+) failed$/m.exec(lastLine(log)) ?? [];
	return judged({ ...nothing, passed: Number(passed), failed: Number(failed) }, exitCode);
}

function judged(count: Count, exitCode: number | null): Count {
	const isFailed = exitCode !== 0 || count.passed === 0;
	return count.failed === 0 && isFailed ? { ...count, failed: 1 } : count;
}

const lastLine = (log: string) => log.trimEnd().split('\n').at(-1)!;

/** One that was not written has no tests in it. */
export function readReport(file: string): Report {
	try {
		return JSON.parse(readFileSync(file, 'utf8')) as Report;
	} catch {
		return { testResults: [] };
	}
}
