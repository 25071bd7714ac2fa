// The page of the sandbox in a browser, beside a real n8n: what a person writes on the left becomes a message on the right.
import { createServer } from 'node:http';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DONE, prepareScene, type Scene } from '../demo/scene.mts';
import { sharedN8n } from '../e2e/session.mts';
import { until } from '../n8n-host/host.mts';
import { served } from '../n8n-host/ports.mts';
import { ask, ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { noBrowser, openBrowser, PATIENCE_MS } from './editor.mts';
import { needsBrowser } from './session.mts';

const n8n = await sharedN8n();
let browser: Browser;
let scene: Scene;

ownSandbox({ demoData: true });
needsBrowser();
beforeAll(async () => {
	if (noBrowser) return;
	browser = await openBrowser();
	scene = await prepareScene(n8n, sandbox);
});
afterEach(async () => {
	for (const context of browser?.contexts() ?? []) await context.close();
});
afterAll(async () => {
	for (const { id } of scene?.watching ?? []) await n8n.deactivate(id);
	await browser?.close();
});

async function open(options: BrowserContextOptions = {}): Promise<Page> {
	const context = await browser.newContext(options);
	context.setDefaultTimeout(PATIENCE_MS);
	const page = await context.newPage();
	await page.goto(sandbox.baseUrl);
	return page;
}

const postOn = (page: Page, id: number) => page.locator(`#post-${id}`);
const messagesOn = (page: Page) => page.locator('#chat li');
const said = (page: Page) => page.locator('#sent');

/** Ends when each workflow has polled twice more: what could come a second time would have come. */
async function twoMorePolls(): Promise<void> {
	const from = sandbox.requests.length;
	const asked = (list: string) =>
		sandbox.requests.slice(from).filter(({ path }) => path.split('?')[0] === list).length;
	await until('all workflows poll twice', () =>
		['/v1/updates', '/v1/promoter'].every((list) => asked(list) >= 3),
	);
}

test('an idea, a comment, a status, an update and a score are in the chat, each once', async () => {
	const page = await open();
	const idea = page.locator('form[action="/page/idea"]');
	await idea.getByLabel('From').selectOption('Elif Demir');
	await idea.getByLabel('Title').fill('Export as PDF');
	await idea.getByRole('button').click();
	const parts = ['Export as PDF'];
	await messagesOn(page).filter({ hasText: parts[0] }).waitFor();

	const post = postOn(page, 10_030);
	await post.locator('summary').click();
	await post.getByLabel('From').selectOption('Product team');
	await post.getByLabel('Comment').fill('We work on this.');
	await post.getByRole('button', { name: 'Send comment' }).click();
	await said(page).getByText('Comment #').waitFor();
	parts.push('We work on this.');

	const done = postOn(page, 10_029);
	await done.locator('summary').click();
	await done.getByLabel('Status').selectOption(DONE);
	await done.getByRole('button', { name: 'Change status' }).click();
	await said(page).getByText('The status of post #10029 was changed.').waitFor();
	parts.push('Snooze notifications');

	await page.getByRole('heading', { name: 'Changelog update' }).click();
	const update = page.locator('form[action="/page/update"]');
	await update.getByLabel('Title').fill('Keyboard shortcuts');
	await update.getByRole('button').click();
	await said(page).getByText('Changelog update #').waitFor();
	parts.push('Keyboard shortcuts');

	await page.getByRole('heading', { name: 'NPS survey' }).click();
	const score = page.locator('form[action="/page/score"]');
	await score.getByLabel('From').selectOption('June Park');
	await score.getByLabel('How likely').selectOption('3');
	await score.getByLabel('Why?').fill('No Japanese yet, still.');
	await score.getByRole('button').click();
	parts.push('No Japanese yet, still.');

	for (const part of parts) await messagesOn(page).filter({ hasText: part }).waitFor();
	await twoMorePolls();
	const texts = sandbox.page.messages.map(({ text }) => text).join('\n');
	for (const part of parts) {
		expect(texts.split(part), part).toHaveLength(2);
		expect(await messagesOn(page).filter({ hasText: part }).count(), part).toBe(1);
	}
	expect(texts).toContain('score 3 from june_park');
	expect(await page.locator('#requests li').first().textContent()).toMatch(/GET \/v1\/.+ 200/);
});

test('by the address of the demo, a workflow and its executions are one click away', async () => {
	const page = await open();
	await page.goto(sandbox.baseUrl + sandbox.page.enterWith(n8n.session));
	await page.waitForURL(`${sandbox.baseUrl}/`);
	const clickOn = async (name: string): Promise<Page> => {
		const opened = page.waitForEvent('popup');
		await page.getByRole('link', { name, exact: true }).click();
		return await opened;
	};
	const workflow = await clickOn('News to chat');
	await workflow.getByTestId('canvas-node').first().waitFor();
	await ask('POST', '/v1/post', { title: 'Starts the workflow', type: 'idea' });
	await messagesOn(page).filter({ hasText: 'Starts the workflow' }).waitFor();
	const executions = await clickOn('Executions of News to chat');
	await executions.locator('[data-test-execution-status="success"]').first().waitFor();
});

test('without a mouse', async () => {
	const page = await open();
	for (const label of ['From', 'Title']) {
		await page.keyboard.press('Tab');
		const field = page.locator('form[action="/page/idea"]').getByLabel(label);
		expect(await field.evaluate((one) => one === document.activeElement)).toBe(true);
	}
	await page.keyboard.type('Vote from the keyboard');
	await page.keyboard.press('Enter');
	await said(page).getByText('Idea #').waitFor();
	const post = page.locator('article').filter({ hasText: 'Vote from the keyboard' });
	await post.getByRole('button', { name: 'Vote for' }).focus();
	await page.keyboard.press('Space');
	await said(page).getByText('The vote for').waitFor();
	await post.locator('summary').focus();
	await page.keyboard.press('Enter');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Tab');
	await page.keyboard.type('With Tab');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await post.locator('summary').click();
	await post.getByText('With Tab').waitFor();
});

describe('a text that was not sent', () => {
	test('stays where it was written, until it is sent', async () => {
		const page = await open();
		const post = postOn(page, 10_028);
		await post.locator('summary').click();
		await post.getByLabel('Comment').fill('Half a sentence');
		await postOn(page, 10_027).getByRole('button', { name: 'Vote for' }).click();
		await said(page).getByText('The vote for').waitFor();
		expect(await post.getByLabel('Comment').inputValue()).toBe('Half a sentence');
		await post.getByRole('button', { name: 'Send comment' }).click();
		await said(page).getByText('Comment #').waitFor();
		await post.locator('summary').click();
		expect(await post.getByLabel('Comment').inputValue()).toBe('');
	});

	const refused = async (page: Page, refuse: (id: number) => unknown) => {
		const [id] = sandbox.createPosts(1, { title: 'Read offline' });
		await page.reload();
		const post = postOn(page, id);
		await post.locator('summary').click();
		await post.getByLabel('Comment').fill('On the train');
		await refuse(id);
		await post.getByRole('button', { name: 'Send comment' }).click();
		await page.getByText('The service refused this').waitFor();
		return post;
	};

	test('stays in the form when the service refuses it', async () => {
		const page = await open();
		const post = await refused(page, (id) =>
			sandbox.fault({ path: `/v1/post/${id}/comment`, action: { type: 'writeFailed' } }),
		);
		await page.goBack();
		await expect
			.poll(async () => await post.getByLabel('Comment').inputValue())
			.toBe('On the train');
	});

	test('is shown when its form is gone', async () => {
		const page = await open();
		await refused(page, async (id) => await ask('DELETE', `/v1/post/${id}`));
		await page.getByText('On the train').waitFor();
	});
});

test('what n8n creates is on the left as well, without loading the page again', async () => {
	const page = await open();
	await ask('POST', '/v1/post', { title: 'Made by a workflow', type: 'idea' });
	await page.locator('article').filter({ hasText: 'Made by a workflow' }).waitFor();
	// Not below somebody who reads there.
	const first = page.locator('article').first();
	await first.locator('summary').click();
	await ask('POST', '/v1/post', { title: 'Made a moment later', type: 'idea' });
	await twoMorePolls();
	const later = page.locator('article').filter({ hasText: 'Made a moment later' });
	expect(await later.count()).toBe(0);
	await first.locator('summary').click();
	await page.mouse.click(1, 1);
	await later.waitFor();
});

describe.each([400, 1_200])('at %i pixels', (width) => {
	test.each(['light', 'dark'] as const)('nothing is cut off, %s', async (colorScheme) => {
		const title = `<img src=x onerror="document.title='run'">${'a'.repeat(5_000)}\u202Etxt.exe`;
		const [id] = sandbox.createPosts(1, { title, description: title });
		sandbox.createComments(1, { post: id, comment: title });
		sandbox.page.receive(title);
		const page = await open({ viewport: { width, height: 800 }, colorScheme });
		await postOn(page, id).locator('summary').click();
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
		expect(await page.locator('bdi').filter({ hasText: title }).count()).toBeGreaterThan(3);
		expect(await page.title()).toBe('Feedback sandbox');
		expect(await page.locator('bdi img').count()).toBe(0);
		const background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
		const isDark = background.match(/\d+/g)!.every((part) => Number(part) < 128);
		expect(isDark).toBe(colorScheme === 'dark');
	});
});

test('a page of another site cannot send a form, nor show the page in a frame', async () => {
	const form = `<form id="f" method="post" action="${sandbox.baseUrl}/page/idea">
		<input name="token" value="${sandbox.page.token}"><input name="as" value="0"><input name="title" value="Buy this"></form>
		<iframe src="${sandbox.baseUrl}"></iframe>`;
	const other = await served(
		createServer((_request, response) => {
			response.setHeader('content-type', 'text/html');
			response.end(form);
		}),
	);
	try {
		const page = await open();
		for (const host of ['127.0.0.1', 'localhost']) {
			await page.goto(`http://${host}:${other.port}/`);
			expect(await page.frameLocator('iframe').getByText('New idea').count()).toBe(0);
			await page.locator('#f').evaluate((one) => (one as HTMLFormElement).submit());
			await page.getByText('This form was not sent from the page of the sandbox.').waitFor();
		}
		expect(sandbox.rows('SELECT 1 FROM posts WHERE title = ?', 'Buy this')).toEqual([]);
	} finally {
		await other.close();
	}
});
