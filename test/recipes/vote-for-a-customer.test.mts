// The form of the support team, page by page: who asks for what, which of the similar posts it is, and what was saved.
import { afterAll, afterEach, expect, test } from 'vitest';
import { sharedN8n } from '../e2e/session.mts';
import { until, type WorkflowDraft } from '../n8n-host/host.mts';
import { HOSTILE } from './days.mts';
import { formOf, LOGIN, openKitchen, ownPath } from './kitchen.mts';

const n8n = await sharedN8n();
const kitchen = await openKitchen(n8n);
const { sandbox } = kitchen;
const RECIPE = 'vote-for-a-customer';
/** As a team elsewhere may call the field. */
const LABEL = 'Wunsch des "Kunden" – 要望';
const NEW = 'None of them: a new post';

afterAll(async () => await kitchen.close());
afterEach(async () => {
	await kitchen.clear();
	for (const table of ['votes', 'comments', 'post_metadata', 'posts'])
		sandbox.run(`DELETE FROM ${table}`);
	sandbox.run('DELETE FROM users WHERE admin_id = 0');
});

const headers = { authorization: LOGIN };

interface Form {
	formFields: { values: Array<{ fieldLabel: string; fieldType: string }> };
}

async function start(change?: (text: string) => string): Promise<string> {
	const workflow = await kitchen.setUp(RECIPE, {}, change);
	await kitchen.activate(workflow);
	return workflow;
}

/** The page that waits for an answer. While the workflow runs, n8n leaves a request unanswered. */
async function pageAt(url: string): Promise<string> {
	return await until('the next page is shown', async () => {
		const answer = await fetch(url, { headers, signal: AbortSignal.timeout(2_000) });
		const text = await answer.text();
		return answer.ok && text.includes('<form') ? text : text.includes('<h1') && text;
	});
}

const optionsIn = (page: string) =>
	[...page.matchAll(/<option value='([^']*)'/g)]
		.map(([, option]) => unescaped(option))
		.filter(Boolean);
const unescaped = (text: string) =>
	text
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&#x27;', "'")
		.replaceAll('&#39;', "'")
		.replaceAll('&#x3D;', '=')
		.replaceAll('&#x60;', '`')
		.replaceAll('&amp;', '&');
const textOf = (page: string) =>
	page
		.replaceAll(/<(style|script)[^]*?<\/\1>/g, '')
		.replaceAll(/<[^>]*>/g, ' ')
		.replaceAll(/\s+/g, ' ');

/** Sends a ticket, chooses a post, and gives what there was to choose from and what the last page says. */
async function send(fields: string[], choose: (options: string[]) => string) {
	const first = await kitchen.call(RECIPE, formOf(...fields));
	const { formWaitingUrl } = (await first.json()) as { formWaitingUrl: string };
	const page = await pageAt(formWaitingUrl);
	const options = optionsIn(page);
	if (options.length === 0) return { options, says: textOf(page) };
	const body = formOf(choose(options));
	await until(
		'the choice is taken',
		async () => (await fetch(formWaitingUrl, { method: 'POST', headers, body })).ok,
	);
	return { options, says: textOf(await pageAt(formWaitingUrl)) };
}

const tickets = () =>
	sandbox
		.rows('SELECT feedback_id, value FROM post_metadata ORDER BY value')
		.map(({ feedback_id, value }) => `${value} at ${feedback_id}`);

const WAYS = [
	'Export feedback as CSV',
	'CSV download of all posts',
	'Can we get our feedback as a .csv file?',
	'Please add CSV exports',
	'I need to export to csv for Excel',
	'csv export missing',
	'Exporting posts (CSV)',
	'A way to download feedback in CSV format',
	'CSV: export everything',
	'Our analyst wants CSV files of the feedback',
];

test('ten tickets that ask for a CSV export in ten ways end as one post', async () => {
	const others = [
		'Dark mode',
		'Single sign-on',
		'Weekly digest by email',
		'Posts by voice',
		'Download the app',
		'Merge posts',
		'Feedback widget',
		'File uploads',
		'Import from a file',
		'Excel at search',
	];
	for (const title of others) sandbox.createPosts(1, { title });
	const emails = WAYS.map((_, at) => `user_${at}@customer.example`);
	for (const data_mail of emails) sandbox.createUsers(1, { data_mail });
	await start();
	for (const [at, words] of WAYS.entries()) {
		const { says } = await send([emails[at], words, `T-${at}`], (options) => {
			expect(options.length).toBeLessThanOrEqual(6);
			expect(options.at(-1)).toBe(NEW);
			return options.find((one) => one.startsWith(WAYS[0])) ?? NEW;
		});
		expect(says).toContain('Saved The customer has voted for this post: #');
	}
	const [post, ...more] = sandbox
		.rows('SELECT feedback_id, title, total_up FROM posts')
		.filter(({ title }) => !others.includes(title as string));
	expect(more).toEqual([]);
	expect(post).toMatchObject({ title: WAYS[0], total_up: 10 });
	expect(tickets()).toEqual(WAYS.map((_, at) => `T-${at} at ${post.feedback_id}`));
	const kept = sandbox.rows('SELECT comment, public FROM comments ORDER BY comment_id');
	expect(kept).toEqual(
		WAYS.map((words, at) => ({ comment: `Ticket T-${at} of ${emails[at]}\n${words}`, public: 0 })),
	);
});

test('odd titles are lines of text to choose from, and what is chosen is what is voted for', async () => {
	const titles = [
		`Dark mode ${HOSTILE}`,
		'Dark mode a\u202egnp.exe',
		'Dark mode </option><option>Evil',
		`Dark mode "'&amp; ${'x'.repeat(300)}`,
		'Dark mode for US$$ $& {{ 1 + 1 }}',
	];
	const posts = titles.map((title) => {
		const [post] = sandbox.createPosts(1);
		sandbox.run('UPDATE posts SET title = ? WHERE feedback_id = ?', title, post);
		return post;
	});
	const [user] = sandbox.createUsers(1, { data_mail: 'ada@customer.example' });
	await start((text) =>
		['Which post is it?', NEW, 'The customer has voted for this post:', 'Saved', ' votes)'].reduce(
			(all, words) =>
				all.replaceAll(`"${words}`, JSON.stringify(`It's "語" ${words}`).slice(0, -1)),
			text,
		),
	);
	for (const post of posts) {
		const { options, says } = await send(
			['ada@customer.example', 'Dark mode', `T-${post}`],
			(all) => all.find((one) => one.endsWith(`#${post}`))!,
		);
		expect(options).toHaveLength(6);
		for (const option of options) expect(option).not.toMatch(/[\n\u202e]|.{160}/u);
		expect(unescaped(says)).toMatch(new RegExp(`It's "語" Saved .* #${post}`));
	}
	expect(sandbox.rows('SELECT feedback_id, user_id FROM votes ORDER BY feedback_id')).toEqual(
		posts.map((feedback_id) => ({ feedback_id, user_id: user })),
	);
});

test('who is no end-user gets no vote, and what was asked for is kept in full', async () => {
	await start();
	const words = `Acme wants an export,\n\nand ${'a long text '.repeat(40)}`.trim();
	const { says } = await send(['new@customer.example', words, 'T-1'], () => NEW);
	expect(says).toContain('No vote');
	const [post] = sandbox.rows('SELECT title, description FROM posts');
	expect(String(post.title)).toMatch(/^Acme wants an export, and a long text .{40,}…$/);
	expect([...String(post.title)].length).toBeLessThanOrEqual(80);
	expect(String(post.description).replaceAll('\r\n', '\n')).toBe(words);
	// Another customer writes in the same ticket: it is answered once, and their words are kept as well.
	await send(['two@customer.example', 'For Excel, please', 'T-1'], (options) => options[0]);
	expect(tickets()).toHaveLength(1);
	expect(sandbox.rows('SELECT comment FROM comments').at(-1)).toEqual({
		comment: 'Ticket T-1 of two@customer.example\nFor Excel, please',
	});
	expect(sandbox.rows('SELECT * FROM posts')).toHaveLength(1);
});

test('without a ticket nothing is saved that Close the loop would answer, and fields of the team are kept', async () => {
	await start((text) => {
		const draft = JSON.parse(text) as WorkflowDraft;
		const form = draft.nodes.find(({ name }) => name === 'Request')!.parameters as unknown as Form;
		form.formFields.values.push({ fieldLabel: 'Firma & Land', fieldType: 'text' });
		return JSON.stringify(draft);
	});
	await send(['new@customer.example', 'Dark mode', '', 'Acme, "Köln"'], () => NEW);
	expect(tickets()).toEqual([]);
	expect(sandbox.rows('SELECT comment FROM comments')).toEqual([
		{ comment: 'From new@customer.example\nDark mode\nFirma & Land: Acme, "Köln"' },
	]);
});

test('without words nothing is saved, and the form says which field is empty', async () => {
	const workflow = await start((text) =>
		text.replaceAll('What the customer asks for', JSON.stringify(LABEL).slice(1, -1)),
	);
	const { says } = await send(['ada@customer.example', ' \u200b', ''], () => NEW);
	expect(unescaped(says)).toContain(`'${LABEL}', and send it again.`);
	expect(sandbox.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	expect(await n8n.executions(workflow)).toHaveLength(1);
});

test('a stranger gets no page, and a service that fails is said and fails the run', async () => {
	const workflow = await start();
	const url = `${n8n.baseUrl}/form/${ownPath(RECIPE)}`;
	await until('the form is there', async () => (await fetch(url, { headers })).ok);
	expect((await fetch(url)).status).toBe(401);
	// Without the similar posts, nobody is asked whether it is one of them.
	sandbox.fault({ method: 'GET', path: /posts/, action: { type: 'unauthorized' } });
	const asked = ['ada@customer.example', 'Dark mode', 'T-1'];
	expect(await send(asked, () => NEW)).toMatchObject({
		options: [],
		says: expect.stringContaining('Not saved'),
	});
	sandbox.fault({ method: 'POST', path: /comment$/, action: { type: 'writeFailed' }, times: 9 });
	const { says } = await send(asked, () => NEW);
	expect(says).toContain('Not saved');
	expect(tickets()).toEqual([]);
	sandbox.clearFaults();
	await send(asked, (options) => options[0]);
	expect(tickets()).toHaveLength(1);
	expect(sandbox.rows('SELECT comment FROM comments')).toHaveLength(1);
	expect(await n8n.executions(workflow)).toHaveLength(3);
});
