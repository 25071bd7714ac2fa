// What a summary of NPS responses says, beside SQL over the same responses.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { figure } from '../../figures.mts';
import { allowOddAnswers } from '../../sandbox/own-sandbox.mts';
import { ask, ownSandboxInEachTest, run, sandbox } from '../syncs/run-in-sandbox.mts';

ownSandboxInEachTest();

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 23, 12) }));
afterEach(() => void vi.useRealTimers());

/** East of UTC by half an hour more than five hours, all year. */
const INDIA = { zone: 'Asia/Kolkata', offset: '+330 minutes' };

const summarize = async (period: string, periods: number, timezone: string) =>
	await run('npsResponse.summarize', { period, periods }, [{}], { timezone });

const responded = (vote: number, ...times: string[]) => {
	for (const created of times) sandbox.createResponses(1, { vote, created });
};

/** Of all scores, over two years, some of each person. */
function seed(count: number): void {
	const [first] = sandbox.createUsers(100);
	sandbox.createResponses(1, { vote: 10 });
	sandbox.run(
		`WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
		INSERT INTO promoters (workspace_id, user_id, vote, meta, comment, created, updated)
		SELECT p.workspace_id, ? + i % 100, 1 + (i * i + i / 7) % 10, '{}', '', datetime(?, '-' || (i * 63072000 / ?) || ' seconds'), ''
		FROM n, (SELECT workspace_id FROM promoters LIMIT 1) p`,
		count - 2,
		first,
		'2026-11-23 11:59:59',
		count,
	);
}

test.each([
	['week', 60, "strftime('%G-W%V', created, ?)", 2_000],
	['month', 20, "strftime('%Y-%m', created, ?)", 50_000],
	['quarter', 5, "strftime('%Y-Q', created, ?1) || ((strftime('%m', created, ?1) + 2) / 3)", 2_000],
])(
	'equals what SQL counts by %s, for %i of them',
	async (unit, periods, name, count) => {
		seed(count);
		const counted = sandbox.rows(
			`SELECT ${name} AS period, SUM(vote >= 9) AS promoters, SUM(vote IN (7, 8)) AS passives, SUM(vote <= 6) AS detractors
		FROM promoters GROUP BY period ORDER BY period DESC`,
			INDIA.offset,
		) as Array<Record<'promoters' | 'passives' | 'detractors', number> & { period: string }>;
		const score = ({ promoters, passives, detractors }: (typeof counted)[number]) =>
			Math.round((100 * (promoters - detractors)) / (promoters + passives + detractors));
		const expected = counted.slice(0, periods).map((row, at) => ({
			...row,
			count: row.promoters + row.passives + row.detractors,
			score: score(row),
			previous_score: score(counted[at + 1]),
			change: score(row) - score(counted[at + 1]),
		}));
		const found = await summarize(unit, periods, INDIA.zone);
		expect(found.map(({ from: _, ...one }) => one)).toEqual(expected);
	},
	60_000,
);

test('the time zone of the workflow decides the period, also where the clock changes in it', async () => {
	// New York goes back by an hour on 1 November 2026: that day begins at 04:00 UTC, and 2 November at 05:00.
	responded(10, '2026-11-01 04:00:00', '2026-11-02 04:59:59');
	responded(1, '2026-11-01 03:59:59', '2026-11-02 05:00:00', '2026-11-02 05:00:00');
	const months = await summarize('month', 2, 'America/New_York');
	expect(months).toMatchObject([
		{ period: '2026-11', from: '2026-11-01', promoters: 2, detractors: 2, change: 100 },
		{ period: '2026-10', from: '2026-10-01', promoters: 0, detractors: 1 },
	]);
	const weeks = await summarize('week', 5, 'America/New_York');
	expect(weeks.slice(3)).toMatchObject([
		{ period: '2026-W45', from: '2026-11-02', promoters: 0, detractors: 2 },
		{ period: '2026-W44', from: '2026-10-26', promoters: 2, detractors: 1 },
	]);
});

test('midnight that comes twice begins a period once, the first time', async () => {
	responded(10, '2026-11-01 04:00:00');
	responded(1, '2026-11-01 03:59:59');
	const [month] = await summarize('month', 1, 'America/Havana');
	expect(month).toMatchObject({ period: '2026-11', promoters: 1, detractors: 0 });
});

test('a response with a day alone counts from midnight, and one whose date is no date does not count', async () => {
	responded(9, '2026-11-02 00:00:00');
	sandbox.run("UPDATE promoters SET created = '2026-11-01'");
	responded(1, '2026-11-02 00:00:00');
	sandbox.run("UPDATE promoters SET created = 'tomorrow' WHERE vote = 1");
	expect(await summarize('month', 1, 'UTC')).toMatchObject([{ promoters: 1, detractors: 0 }]);
	allowOddAnswers();
});

test('a person with two responses counts twice, and a score that was replaced counts once', async () => {
	const [user_id] = sandbox.createUsers(1);
	for (const vote of [2, 9]) await ask('POST', '/v1/promoter', { vote, user_id, force: true });
	await ask('POST', '/v1/promoter', { vote: 10, user_id });
	const [now] = await summarize('quarter', 1, 'UTC');
	expect(sandbox.rows('SELECT COUNT(*) AS count FROM promoters')).toEqual([{ count: 2 }]);
	expect(now).toMatchObject({ count: 2, promoters: 1, detractors: 1, score: 0 });
});

figure(
	'docs/nodes/nps.md',
	/replaces a response, the new score counts once, in the period of the (original|new) response/,
	async () => {
		const [user_id] = sandbox.createUsers(1);
		sandbox.createResponses(1, { vote: 2, user: user_id, created: '2026-11-20 12:00:00' });
		await ask('POST', '/v1/promoter', { vote: 10, user_id });
		const [now, before] = await summarize('week', 2, 'UTC');
		expect(Number(now.promoters) + Number(before.promoters)).toBe(1);
		return [before.promoters === 1 ? 'original' : 'new'];
	},
);

test('a period without responses has no score, and nothing is compared with it', async () => {
	responded(10, '2026-07-01 00:00:00');
	expect(await summarize('quarter', 2, 'UTC')).toEqual([
		{
			period: '2026-Q4',
			from: '2026-10-01',
			score: null,
			previous_score: 100,
			change: null,
			count: 0,
			promoters: 0,
			passives: 0,
			detractors: 0,
		},
		expect.objectContaining({ period: '2026-Q3', score: 100, previous_score: null, change: null }),
	]);
});

test('what has no score or no date is not counted, and dates without responses are not asked for', async () => {
	responded(10, '2026-11-02 00:00:00');
	sandbox.run("UPDATE promoters SET vote = 11, created = '2026-11-03 00:00:00'");
	responded(9, '2026-11-02 00:00:00', '2026-11-02 00:00:01');
	sandbox.run("UPDATE promoters SET created = '' WHERE created = '2026-11-02 00:00:01'");
	const [now] = await summarize('month', 1, 'UTC');
	expect(now).toMatchObject({ count: 1, promoters: 1 });
	expect(sandbox.requests[0].path).toContain('date_start=2026-09-30');
});

test('each date is read once, for any number of periods', async () => {
	seed(2_000);
	const parse = vi.spyOn(Date, 'parse');
	await summarize('week', 100, 'UTC');
	expect(sandbox.rows('SELECT COUNT(*) AS count FROM promoters')).toEqual([{ count: 2_000 }]);
	// And those of the periods: n8n's own library for dates counts as well.
	expect(parse.mock.calls.length).toBeLessThan(2_000 + 500);
	parse.mockRestore();
});
