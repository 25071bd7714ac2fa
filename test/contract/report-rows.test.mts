// What the monthly report makes of records, without n8n.
import { expect, test } from 'vitest';
import { readRecipe } from '../recipes/recipe.mts';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

type Json = Record<string, unknown>;

const recipe = readRecipe('feedback-report');
const words = runStep(recipe, 'Words', { items: [{}] })[0];

function report(others: Record<string, Json[]>, changed: Json = {}): Record<string, string> {
	const steps = (name: string) =>
		others[name] ?? (name === 'Words' ? [{ ...words, ...changed }] : []);
	return runStep(recipe, 'Report', { items: [{}], steps })[0] as Record<string, string>;
}

const post = (feedback_id: number, total_sum: number, title = `Post ${feedback_id}`) => ({
	feedback_id,
	title,
	status: 'open',
	total_sum,
	created: '2025-12-31 10:00:00',
});

/** What n8n's HTML step makes of a template: it fills in by replace. */
function filledIn({ title, language, sections }: Record<string, string>): string {
	const template = String(stepOf(recipe, 'Page').parameters!.html);
	const values: Record<string, string> = { title, language, sections };
	return [...template.matchAll(/\{\{ \$json\.(\w+) \}\}/g)].reduce(
		(page, [place, name]) => page.replace(place, values[name]),
		template,
	);
}

const shownIn = (markup: string) =>
	markup
		.replaceAll(/<[^>]*>/g, '')
		.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&amp;', '&');

test.each(['$&', '$`', "$'", '$$', '"$"', "Show '$' before", '$1 off', '<script>', ''])(
	'a title %j stands on the page as it is, and in no other place',
	(title) => {
		const old = { ...post(7, 3, title), created: '2020-01-01 00:00:00' };
		const seen = { Posts: [old], 'Unanswered Posts': [old] };
		const page = filledIn(report(seen, { heading: title || 'Report' }));
		const [, rest] = page.split('<h2>No answer of the team for 7 days</h2>');
		const [, cell] = /<\/tr><tr><td[^>]*>(.*?)<\/td>/s.exec(rest)!;
		expect(shownIn(cell)).toBe(title || '#7');
		expect(page).not.toContain('{{');
		expect(page).not.toContain('<script');
		// Filling in repeats nothing.
		expect(page.split('<style>')).toHaveLength(2);
	},
);

test('the posts without an answer stand by their votes, ten of them', () => {
	const Posts = Array.from({ length: 11 }, (_, at) => post(at + 1, (at * 4) % 11));
	const seen = { Posts, 'Unanswered Posts': Posts };
	const [, rest] = report(seen).sections.split('<h2>No answer of the team for 7 days</h2>');
	const votes = [...rest.matchAll(/<td[^>]*>(\d+)<\/td>/g)].map(([, count]) => Number(count));
	expect(votes).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
	expect(shownIn(rest)).toContain('and 1 more');
});

test('lists the posts that wait, of the statuses in Words, the most voted first', () => {
	const posts = [post(1, 3), { ...post(2, 9), status: 'done' }, post(3, 5)];
	const { message, sections } = report({ Posts: posts, 'Unanswered Posts': posts });
	expect(message).toContain('\nNo answer of the team for 7 days: 2');
	const [, waiting] = sections.split('No answer of the team for 7 days');
	expect([...waiting.matchAll(/Post \d/g)].map(String)).toEqual(['Post 3', 'Post 1']);
	expect(waiting).not.toContain('No post waits.');
	expect(report({ Posts: posts }).sections).toContain('No post waits.');
});

test('its date is on the page, in the subject and in the chat', () => {
	const made = report({});
	const dated = 'Feedback report 2026-01-01';
	expect(filledIn(made)).toContain(`<h1>${dated}</h1>`);
	expect(made.message.split('\n')[0]).toBe(dated);
	const { subject } = stepOf(recipe, 'Email').parameters!;
	expect(evaluated(subject, { items: [{}], steps: () => [made] })).toBe(dated);
});

test('counts read well, whatever they are', () => {
	const one = { period: '2026-Q1', count: 3, promoters: 1, passives: 1, detractors: 1, score: 0 };
	const none = { ...one, period: '2025-Q4', count: 0, promoters: 0, passives: 0, detractors: 0 };
	const { sections, message } = report({ Scores: [one, none] });
	expect(sections).toContain('Promoters: 1, passives: 1, detractors: 1');
	expect(message).toContain('\n2026-Q1 ▇▇▇░░░░░░░ NPS 0, responses: 3\n');
	expect(message).toContain('\n2025-Q4 ░░░░░░░░░░ NPS none, responses: 0\n');
	expect(message).toContain('\nNo answer of the team for 7 days: 0');
});

test.each<[what: string, saved: Json[], gained: string[] | string]>([
	['of no report', [], 'The report of the next month shows here what gained most.'],
	[
		'of this month alone',
		[{ feedback_id: '1', votes: 1, month: '2026-01' }],
		'The report of the next month shows here what gained most.',
	],
	[
		'of the month before',
		[
			{ feedback_id: '1', votes: 2, month: '2025-12' },
			{ feedback_id: '2', votes: 9, month: '2025-12' },
			{ feedback_id: '3', votes: 1, month: '2025-12' },
			{ feedback_id: '3', votes: 0, month: '2025-11' },
			{ feedback_id: '1', votes: 0, month: '2026-01' },
		],
		['Post 4 +8', 'Post 3 +6', 'Post 1 +3'],
	],
	[
		'that are the same',
		[5, 6, 7, 8].map((votes, at) => ({ feedback_id: `${at + 1}`, votes, month: '2025-12' })),
		'No post gained votes.',
	],
])('what gained most since the saved votes %s', (_what, saved, gained) => {
	const Posts = [5, 6, 7, 8].map((votes, at) => post(at + 1, votes));
	const { sections } = report({ Posts, 'Saved Votes': saved });
	const [, section] = sections.split('<h2>Gained most since the last report</h2>');
	const [mine] = section.split('<h2>');
	const rows = [...mine.matchAll(/<tr><td.*?<\/tr>/gs)].map(([row]) =>
		shownIn(row.replace('</td>', ' ')),
	);
	if (typeof gained === 'string') expect(mine).toContain(gained);
	else expect(rows).toEqual(gained);
});

test('votes are saved once a month', () => {
	const saves = (saved: Json[]) => {
		const others: Record<string, Json[]> = { Posts: [post(1, 3), {}], 'Saved Votes': saved };
		return runStep(recipe, 'Votes', { items: [{}], steps: (name) => others[name] });
	};
	const earlier = { feedback_id: '1', votes: 2, month: '2025-12' };
	expect(saves([{}])).toEqual([{ feedback_id: '1', votes: 3, month: '2026-01' }]);
	expect(saves([earlier])).toHaveLength(1);
	expect(saves([earlier, { ...earlier, month: '2026-01' }])).toEqual([]);
});

test('the votes of the month before stay, which the next report of the month compares with', () => {
	const { filters } = stepOf(recipe, 'Delete Old').parameters!;
	expect(evaluated(filters, { items: [{}] })).toMatchObject({
		conditions: [{ keyName: 'month', condition: 'lt', keyValue: '2025-12' }],
	});
});

test('weeks begin on Monday, and the last one is the current one', () => {
	const created = (at: string) => ({ ...post(1, 0), created: at });
	const times = ['2025-12-29 00:00:00', '2025-12-28 23:59:59', '2025-10-13 00:00:00'];
	const { message } = report({ Posts: [...times, '2025-10-12 23:59:59'].map(created) });
	const weeks = [...message.matchAll(/^(\d{4}-\d\d-\d\d) [▇░]{10} (\d+)$/gm)];
	expect(weeks).toHaveLength(8);
	expect(weeks.slice(-2).map(([, week, count]) => [week, count])).toEqual([
		['2025-12-22', '1'],
		['2025-12-29', '1'],
	]);
	expect(weeks[0]).toMatchObject({ 1: '2025-11-10' });
});

test('the chat has the last four quarters, the newest last', () => {
	const periods = ['2026-Q1', '2025-Q4', '2025-Q3', '2025-Q2', '2025-Q1', '2024-Q4'];
	const Scores = periods.map((period) => {
		return { period, count: 1, promoters: 1, passives: 0, detractors: 0, score: 100 };
	});
	const quarters = [...report({ Scores }).message.matchAll(/^\d{4}-Q\d/gm)].map(([one]) => one);
	expect(quarters).toEqual(['2025-Q2', '2025-Q3', '2025-Q4', '2026-Q1']);
});

/** The cells of the rows of a section as texts. */
function cellsOf(sections: string, heading: string): string[][] | undefined {
	const [, section] = sections.split(`<h2>${heading}</h2>`);
	const rows = section?.split('<h2>')[0].matchAll(/<tr><td.*?<\/tr>/gs);
	return rows && [...rows].map(([one]) => one.split('</td>').slice(0, -1).map(shownIn));
}

test('each figure of last month stands beside its change to the month before', () => {
	const created = (at: string) => ({ ...post(1, 0), created: at });
	const scored = (period: string, count: number, score: number | null, change: number | null) => {
		return { period, count, score, change, promoters: 0, passives: 0, detractors: 0 };
	};
	const seen = {
		'Scores by Month': [
			scored('2026-01', 9, 90, 65),
			scored('2025-12', 4, 25, -5),
			scored('2025-11', 1, 30, null),
		],
		// Today is the first of January: what came today, and before November, does not count.
		Posts: [
			'2026-01-01 00:00:00',
			'2025-12-31 23:59:59',
			'2025-12-01 00:00:00',
			'2025-11-30 23:59:59',
			'2025-10-31 23:59:59',
		].map(created),
	};
	const { sections, message } = report(seen);
	expect(cellsOf(sections, 'Last month: 2025-12')).toEqual([
		['NPS', '25', '-5'],
		['Responses', '4', '+3'],
		['Posts', '2', '+1'],
	]);
	expect(message).toContain(
		'\nLast month: 2025-12\nNPS: 25 (-5)\nResponses: 4 (+3)\nPosts: 2 (+1)\n',
	);
});

test('without responses there is no score and no change of it, and without a change 0', () => {
	expect(cellsOf(report({}).sections, 'Last month: 2025-12')).toEqual([
		['NPS', 'none', 'none'],
		['Responses', '0', '0'],
		['Posts', '0', '0'],
	]);
});

const Answers = Array.from({ length: 30 }, (_, at) => ({
	promoter_id: at,
	vote: at % 3 === 0 ? at % 7 : at % 3 === 1 ? 8 : 9 + (at % 2),
	comment: at === 29 ? '' : `Words ${at} <b>`,
	created: `2025-12-${10 + ((at * 7) % 20)} 10:00:00`,
	data_name: 'Ada',
	data_mail: 'ada@a.example',
}));

test.each(['0', '', '-1', 'none'])(
	'where %j answers are shown, no words of customers are',
	(shown) => {
		const { sections } = report({ Answers }, { 'Answers shown': shown });
		expect(sections).not.toMatch(/What (?:detractors|promoters) say|Words/);
	},
);

test('the newest five answers with words of each group are on the page, without their authors and not in the chat', () => {
	const { sections, message } = report({ Answers }, { 'Answers shown': '5' });
	for (const [heading, isMeant] of [
		['What detractors say', (vote: number) => vote <= 6],
		['What promoters say', (vote: number) => vote >= 9],
	] as const) {
		const newest = Answers.filter(({ vote, comment }) => comment && isMeant(vote))
			.sort((one, other) => other.created.localeCompare(one.created))
			.slice(0, 5);
		expect(cellsOf(sections, heading)).toEqual(
			newest.map(({ comment, vote }) => [comment, String(vote)]),
		);
	}
	expect(sections + message).not.toMatch(/ada/i);
	expect(message).not.toContain('Words');
});

test('without an answer that has words, the page says so', () => {
	const { sections } = report({ Answers: [{ promoter_id: 1, vote: 3 }] }, { 'Answers shown': '5' });
	expect(sections.split('Nobody wrote words.')).toHaveLength(3);
});

test('the ten most voted open posts stand with their links', () => {
	const Posts = Array.from({ length: 12 }, (_, at) => ({
		...post(at + 1, (at * 5) % 12),
		post_url: `https://feedback.example.com/p/${at + 1}`,
		status: at === 7 ? 'done' : 'open',
	}));
	const { sections } = report({ Posts });
	const rows = cellsOf(sections, 'Most voted open posts')!;
	expect(rows.map(([, votes]) => Number(votes))).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
	expect(sections).toContain('<a href="https://feedback.example.com/p/3">Post 3</a>');
	expect(report({ Posts: [] }).sections).toContain('No post is open.');
	const { sections: renamed, message } = report({ Posts: [Posts[7]] });
	expect(renamed.match(/No post has one of these statuses: open\./g)).toHaveLength(1);
	expect([renamed, message].join('\n')).not.toMatch(/Most voted open|No post is open|: 0$/m);
});

/** From here a mail program cuts. */
const LONGEST_MAIL = 102 * 1024;

test.each(['"', '&', '🦉', '語', 'a'])(
	'of 3,000 posts and answers of the longest texts, all %s, no mail program cuts the page',
	(sign) => {
		const title = sign.repeat(120 / sign.length);
		const Posts = Array.from({ length: 3_000 }, (_, at) => ({
			...post(at, at, title),
			created: '2020-01-01 00:00:00',
			post_url: `https://feedback.example.com/${'path/'.repeat(30)}${at}`,
		}));
		const saved = Posts.map(({ feedback_id }) => {
			return { feedback_id: `${feedback_id}`, votes: -1, month: '2025-12' };
		});
		const statuses = ['open', 'planned', 'in-progress', 'done', 'closed', 'under-review'];
		const sums = ['idea', 'feature', 'bug', 'question', 'praise'].flatMap((type) =>
			statuses.map((status) => ({ status, type, posts: 99_999, votes: 999_999, comments: 99_999 })),
		);
		const made = report(
			{
				Posts,
				'Saved Votes': saved,
				'By Status': sums,
				Scores: Array.from({ length: 6 }, (_, at) => ({
					period: `202${at}-Q1`,
					count: 99_999,
					score: -100,
					promoters: 33_333,
					passives: 33_333,
					detractors: 33_333,
				})),
				Answers: Posts.map((_, at) => ({
					promoter_id: at,
					vote: at % 2 === 0 ? 0 : 10,
					created: '2025-12-01 00:00:00',
					comment: sign.repeat(300 / sign.length),
				})),
			},
			{ 'Answers shown': '5' },
		);
		const { length } = Buffer.from(filledIn(made));
		expect(length).toBeGreaterThan(20_000);
		expect(length).toBeLessThan(LONGEST_MAIL);
	},
);
