// Which posts are found for a text, by words that others wrote: 200 requests, other wordings of some, and texts on other things.
import { beforeAll, describe, expect, test } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { type Sandbox, startSandbox } from '../../sandbox/server.mts';
import { bearer, execute } from '../n8n-context.mts';
import dataset from './similar-dataset.json' with { type: 'json' };

/** No text on another thing reaches this score; docs/nodes/feedback.md names it. */
const LIKELY = 25;

let sandbox: Sandbox;

async function similarTo(text: string, more: Record<string, unknown> = {}) {
	sandbox.requests.length = 0;
	const items = await execute(Feedback, {
		credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
		parameters: { resource: 'post', operation: 'findSimilar', text, ...more },
	});
	expect(sandbox.requests.length).toBeLessThanOrEqual(6);
	for (const { method } of sandbox.requests) expect(method).toBe('GET');
	return items.map(({ json }) => json as { title: string; score: number });
}

const own = (settings: Parameters<typeof startSandbox>[0] = {}) => {
	beforeAll(async () => {
		sandbox = await startSandbox(settings);
		return async () => await sandbox.close();
	});
};

describe('among 200 requests', () => {
	own();
	beforeAll(() => {
		for (const request of dataset.posts) sandbox.createPosts(1, request);
	});

	const found = async (rewordings: typeof dataset.rewordings, more = {}) => {
		let right = 0;
		for (const { text, post } of rewordings) {
			const similar = await similarTo(text, more);
			expect(similar.length).toBeLessThanOrEqual(5);
			if (similar.some(({ title }) => title === dataset.posts[post].title)) right++;
		}
		return right / rewordings.length;
	};

	test('the right one is among five for 80 of 100 wordings of somebody who saw only the posts', async () => {
		expect(await found(dataset.rewordings)).toBeGreaterThanOrEqual(0.8);
	});

	test('the right one is among five for 50 of 100 short wordings in other words', async () => {
		expect(await found(dataset.heldOut)).toBeGreaterThanOrEqual(0.5);
	});

	test('the right one is likely for 60 of 100 wordings', async () => {
		expect(await found(dataset.rewordings, { minimumScore: LIKELY })).toBeGreaterThanOrEqual(0.6);
	});

	test('nothing on another thing is likely', async () => {
		for (const text of dataset.unrelated) {
			expect(await similarTo(text, { minimumScore: LIKELY }), text).toEqual([]);
		}
	});

	test('accents and letter case make no difference, and the most similar comes first', async () => {
		const similar = await similarTo('KÉYBOARD shortcuts please');
		expect(similar[0].title).toBe('Keyboard shortcuts');
		expect(similar).toEqual(await similarTo('keyboard shortcuts please'));
		expect(similar.map(({ score }) => score)).toEqual(
			similar.map(({ score }) => score).sort((a, b) => b - a),
		);
	});

	test('a mail in HTML is compared by its text, and signs of comparison are no markup', async () => {
		const html = '<div dir="ltr"><p class="MsoNormal">Keyboard&nbsp;shortcuts</p></div>';
		for (const text of [html, '1<2 Keyboard < shortcuts > 1']) {
			expect(await similarTo(text)).toEqual(await similarTo('Keyboard shortcuts'));
		}
	});

	test('a minimum score leaves out no post that shows that score', async () => {
		const scores = (await similarTo(dataset.rewordings[0].text)).map(({ score }) => score);
		for (const score of scores) {
			const found = await similarTo(dataset.rewordings[0].text, { minimumScore: score });
			expect(found.map((one) => one.score)).toEqual(scores.filter((other) => other >= score));
		}
	});

	test('a text of common words alone is likely nothing', async () => {
		const text = 'What is it that we all want?';
		expect(await similarTo(text, { minimumScore: LIKELY })).toEqual([]);
	});

	test('a text in other letters finds nothing, with a request for each page', async () => {
		expect(await similarTo('счета')).toEqual([]);
		expect(sandbox.requests).toHaveLength(2);
	});
});

describe.each([true, false])('among 2,000 posts, with has_more: %s', (hasMore) => {
	own({ hasMore });

	test('an old one is found by its rarest words, with six requests', async () => {
		sandbox.createPosts(1, {
			title: 'Invoices as a spreadsheet',
			description: 'For the accountant',
		});
		sandbox.createPosts(2_000, { title: 'Other colours', description: 'For the buttons' });
		const [first] = await similarTo('Could the accountant get a spreadsheet of the colours?');
		expect(first).toMatchObject({ title: 'Invoices as a spreadsheet' });
		expect(sandbox.requests).toHaveLength(6);
	});

	test('two posts with one title are two posts', async () => {
		for (const description of ['On phones', 'On desktops']) {
			sandbox.createPosts(1, { title: 'Night mode', description });
		}
		const similar = await similarTo('Night mode');
		expect(similar.map(({ title }) => title)).toEqual(['Night mode', 'Night mode']);
	});
});

describe('among 600 posts', () => {
	own();

	test('words are searched as they are written, and each item asks for the newest posts only once', async () => {
		sandbox.createPosts(1, { title: 'Schlüsselwörter', description: 'データ' });
		sandbox.createPosts(600, { title: 'Other colours' });
		const [first] = await similarTo('Schlüsselwörter データ');
		expect(first.title).toBe('Schlüsselwörter');
		sandbox.requests.length = 0;
		await execute(Feedback, {
			credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
			items: [{}, {}, {}],
			parameters: { resource: 'post', operation: 'findSimilar', text: 'Schlüsselwörter' },
		});
		expect(sandbox.requests.filter(({ path }) => !path.includes('search='))).toHaveLength(3);
	});
});

describe('in each script', () => {
	own();
	const scripts = Object.entries(dataset.scripts);
	beforeAll(() => {
		for (const [title] of scripts.flatMap(([, pairs]) => pairs)) sandbox.createPosts(1, { title });
	});

	test.each(scripts)(
		'the right one is among five for each of five short texts: %s',
		async (_name, pairs) => {
			for (const [title, text] of pairs) {
				expect((await similarTo(text)).map((post) => post.title)).toContain(title);
			}
		},
	);
});

describe('where the search is ignored', () => {
	own({ ignoredParameters: ['search'] });

	test('the newest 300 posts are compared', async () => {
		sandbox.createPosts(1, { title: 'Invoices as a spreadsheet' });
		sandbox.createPosts(499, { title: 'Other colours' });
		sandbox.createPosts(1, { title: 'Spreadsheets of invoices' });
		const [first] = await similarTo('A spreadsheet of invoices');
		expect(first.title).toBe('Spreadsheets of invoices');
		expect(sandbox.requests).toHaveLength(6);
		sandbox.fault({ path: /page=1$/, action: { type: 'status', status: 404 } });
		await expect(similarTo('A spreadsheet of invoices')).rejects.toThrow('was not found');
	});
});
