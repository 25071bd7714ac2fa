// The monthly report: its figures beside those of the service, its page and email against texts of strangers.
import { afterAll, afterEach, expect, test } from 'vitest';
import { sharedN8n } from '../e2e/session.mts';
import { until } from '../n8n-host/host.mts';
import { HOSTILE } from './days.mts';
import { LOGIN, openKitchen, ownPath } from './kitchen.mts';
import { deleteTable, rowsOf } from './tables.mts';

const n8n = await sharedN8n();
const kitchen = await openKitchen(n8n);
const { sandbox, others, mails } = kitchen;
const TABLE = 'report_votes_of_a_test';
const OTHER_TABLE = `beta-${TABLE}`;
const DAY = 86_400_000;

afterAll(async () => await kitchen.close());
afterEach(async () => {
	await kitchen.clear();
	for (const table of [TABLE, OTHER_TABLE]) await deleteTable(n8n, table);
	for (const table of ['votes', 'comments', 'promoters', 'posts'])
		sandbox.run(`DELETE FROM ${table}`);
});

const own = (text: string) => text.replaceAll('report_votes', TABLE);
const daysAgo = (days: number) =>
	new Date(Date.now() - days * DAY).toISOString().slice(0, 19).replace('T', ' ');
const monthsAgo = (months: number) => {
	const now = new Date();
	return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15)).toISOString();
};

async function report(change = own): Promise<string> {
	const workflow = await kitchen.setUp('feedback-report', {}, change);
	expect((await n8n.run(workflow, 'Every Month')).error).toBeUndefined();
	expect(mails).toHaveLength(1);
	return mails[0].html;
}

/** The rows of a section as texts, without its headings. */
function rowsIn(html: string, heading: string): string[][] {
	const [, section = ''] = html.split(`<h2>${heading}</h2>`);
	const [mine] = section.split('<h2>');
	const cells = mine.replaceAll(/<table role=[^]*?<\/table>/g, '').matchAll(/<tr>(.*?)<\/tr>/gs);
	return [...cells]
		.map(([, row]) => [...row.matchAll(/<td[^>]*>(.*?)<\/td>/gs)].map(([, cell]) => plain(cell)))
		.filter((row) => row.length > 0);
}
const plain = (html: string) => html.replaceAll(/<[^>]*>/g, '');

test('its figures are those that Summarize gives, in the email and in the chat', async () => {
	for (const [vote, months] of [
		[10, 0],
		[9, 0],
		[7, 0],
		[2, 0],
		[3, 4],
		[10, 4],
		[1, 4],
	] as const)
		sandbox.createResponses(1, { vote, created: monthsAgo(months).slice(0, 19).replace('T', ' ') });
	sandbox.createPosts(3, { type: 'idea' });
	sandbox.createPosts(2, { type: 'bug', status: 'planned', created: daysAgo(21) });
	sandbox.run("UPDATE posts SET total_up = 4 WHERE type = 'bug'");
	const html = await report();
	const summarized = async (step: string) => {
		const workflow = await kitchen.setUp('feedback-report', {}, own);
		return (await n8n.run(workflow, 'Every Month')).json(step);
	};
	const scores = (await summarized('Scores')).reverse();
	expect(rowsIn(html, 'NPS by quarter')).toEqual(
		scores.map(({ period, score, promoters, passives, detractors }) => [
			period,
			`Promoters: ${promoters}, passives: ${passives}, detractors: ${detractors}`,
			String(score ?? 'none'),
		]),
	);
	expect(scores.at(-1)).toMatchObject({ promoters: 2, passives: 1, detractors: 1, score: 25 });
	expect(rowsIn(html, 'Posts by status and type')).toEqual([
		['planned', 'bug', '2', '8', '0'],
		['open', 'idea', '3', '0', '0'],
	]);
	const weeks = rowsIn(html, 'New posts by week');
	expect(weeks).toHaveLength(12);
	expect(weeks.map((week) => Number(week.at(-1))).filter(Boolean)).toEqual([2, 3]);
	const [message] = others.messages;
	for (const { period, score, count } of scores.slice(-4))
		expect(message).toMatch(
			new RegExp(`^${period} [▇░]{10} NPS ${score ?? 'none'}, responses: ${count}$`, 'm'),
		);
	expect(message).toContain('\nNo answer of the team for 7 days: 0');
});

test('texts of strangers are text in it, and none goes to the chat', async () => {
	const titles = [
		HOSTILE,
		'</td></table><script>alert(1)</script>',
		'a\u202egnp.exe',
		'"\'&amp;',
		"Show '$' before $& $` $$",
		'',
		'🦉'.repeat(200),
	];
	const [user] = sandbox.createUsers(1);
	for (const title of titles) {
		const [post] = sandbox.createPosts(1, { user, created: daysAgo(30) });
		sandbox.run('UPDATE posts SET title = ? WHERE feedback_id = ?', title, post);
	}
	const html = await report();
	expect(html).not.toMatch(/<script|<img|\u202e/);
	const waiting = rowsIn(html, 'No answer of the team for 7 days').map(([title]) => title);
	expect(waiting).toHaveLength(titles.length);
	expect(waiting).toContain('‹/td›‹/table›‹script›alert(1)‹/script›');
	expect(waiting).toContain('agnp.exe');
	expect(waiting).toContain('&quot;&#39;&amp;');
	expect(waiting).toContain('Show &#39;&#36;&#39; before &#36;&amp; &#36;&#39; &#36;&#36;');
	expect(waiting).toContain(`${'🦉'.repeat(119)}…`);
	const posts = sandbox.rows('SELECT feedback_id, title FROM posts');
	expect(waiting).toContain(`#${posts.find(({ title }) => title === '')!.feedback_id}`);
	expect(others.messages.join()).not.toMatch(/Evil|script|exe|owl|🦉/);
});

test('answers of last month stand in it if a person wants them, and none goes to the chat', async () => {
	const created = monthsAgo(1).slice(0, 19).replace('T', ' ');
	const comments = [HOSTILE, "Show '$' before <b>", '🦉'.repeat(400)];
	for (const comment of comments) sandbox.createResponses(1, { vote: 2, comment, created });
	sandbox.createResponses(1, { vote: 10, comment: 'Earlier words', created: monthsAgo(3) });
	const off = '"name":"Answers shown","type":"string","value":"0"';
	const html = await report((text) => own(text).replace(off, off.replace('"0"', '"5"')));
	expect(rowsIn(html, 'What detractors say').map(([words]) => words.slice(0, 40))).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^Evil /),
			'Show &#39;&#36;&#39; before ‹b›',
			'🦉'.repeat(20),
		]),
	);
	expect(html).toContain(`${'🦉'.repeat(299)}…`);
	expect(html).not.toMatch(/Earlier words|<img|<b>/);
	expect(others.messages.join()).not.toMatch(/Evil|Show|🦉/);
});

test('at its address it asks for a password, shows the same page, and sends and saves nothing', async () => {
	sandbox.createPosts(1, { title: 'Dark mode', created: daysAgo(30) });
	const workflow = await kitchen.setUp('feedback-report', {}, own);
	await kitchen.activate(workflow);
	const url = `${n8n.baseUrl}/webhook/${ownPath('feedback-report')}`;
	const page = await until('the address is registered', async () => {
		const answer = await fetch(url, { headers: { authorization: LOGIN } });
		return answer.status !== 404 && answer;
	});
	expect(page.status).toBe(200);
	expect(page.headers.get('content-type')).toContain('text/html');
	const html = await page.text();
	expect((await fetch(url)).status).toBe(401);
	expect(mails).toEqual([]);
	expect(others.messages).toEqual([]);
	expect(await rowsOf(n8n, TABLE)).toEqual([]);
	const sent = await report();
	expect(html.trim()).toBe(sent.trim().replaceAll('\r\n', '\n'));
});

test('another workspace has votes of its own in a table whose name holds that of the first one', async () => {
	sandbox.createPosts(2);
	for (const table of [TABLE, OTHER_TABLE, TABLE]) {
		await report((text) => text.replaceAll('report_votes', table));
		mails.length = 0;
		expect(await rowsOf(n8n, table), table).toHaveLength(2);
	}
});
