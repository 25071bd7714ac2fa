import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { countOf, countOfLastLine, countOfRun } from './reports.mts';

const result = (status: string, meta?: { lacking?: string }) => ({
	ancestorTitles: ['the editor'],
	title: `is ${status}`,
	status,
	meta,
});
const file = (status: string, ...assertionResults: Array<ReturnType<typeof result>>) => ({
	testResults: [{ name: 'found.test.mts', status, assertionResults }],
});

test('tests that passed and failed are counted', () => {
	const report = file('failed', result('passed'), result('passed'), result('failed'));
	expect(countOf(report)).toEqual({ passed: 2, failed: 1, skipped: [], leftOut: 0 });
});

test.each(['skipped', 'pending', 'todo', 'disabled'])('a test that is %s is named', (status) => {
	const { passed, skipped } = countOf(file('passed', result('passed'), result(status)));
	expect(passed).toBe(1);
	expect(skipped).toEqual([`found.test.mts > the editor > is ${status}`]);
});

test('a test of something that n8n does not have yet is left out, not skipped', () => {
	const report = file('passed', result('skipped', { lacking: 'Data Tables came with 2.1' }));
	expect(countOf(report)).toMatchObject({ skipped: [], leftOut: 1 });
});

test('a file that cannot be loaded, or whose hook fails, counts as failed', () => {
	expect(countOf(file('failed'))).toMatchObject({ passed: 0, failed: 1 });
	expect(countOf(file('failed', result('passed')))).toMatchObject({ passed: 1, failed: 1 });
});

test.each([
	['no report', undefined, 0, 1],
	['a report of no tests', { testResults: [] }, 0, 1],
	['an error outside of all tests', file('passed', result('passed')), 1, 1],
	['an end by a signal', file('passed', result('passed')), null, 1],
	['failed tests, once', file('failed', result('failed')), 1, 1],
	['a run in which all pass', file('passed', result('passed')), 0, 0],
])('%s with exit code %s', (_what, report, code, failed) => {
	const path = join(mkdtempSync(join(tmpdir(), 'report-')), 'report.json');
	if (report) writeFileSync(path, JSON.stringify(report));
	expect(countOfRun(path, code).failed).toBe(failed);
});

test.each([
	['all passed', '12 passed, 0 failed', 0, { passed: 12, failed: 0 }],
	['some failed', '12 passed, 3 failed', 1, { passed: 12, failed: 3 }],
	['an end by a signal', '12 passed, 0 failed', null, { passed: 12, failed: 1 }],
	['no test at all', '0 passed, 0 failed', 0, { passed: 0, failed: 1 }],
	['no count at its end', '12 passed, 0 failed\nnpm: not found', 0, { passed: 0, failed: 1 }],
	['another count', ' 12 passed, 0 failed, 2 skipped', 0, { passed: 0, failed: 1 }],
])('a run that counts itself: %s', (_what, log, code, count) => {
	expect(countOfLastLine(code, `line before\n${log}\n`)).toMatchObject(count);
});
