// Recipes that wait for a person: nothing is saved before a yes, and nothing at all after a no.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { send } from '../contract/workspace.mts';
import { type N8nHost, startN8n, until } from '../n8n-host/host.mts';
import { needs } from '../versions/needs.mts';
import { answer, answerAsStranger, type Kitchen, openKitchen } from './kitchen.mts';

// An n8n of its own: with SQLite, one in which many workflows run beside polls and forms stops.
let n8n: N8nHost;
let kitchen: Kitchen;

beforeAll(async () => {
	n8n = await startN8n();
	kitchen = await openKitchen(n8n.rest);
});
afterAll(async () => {
	await kitchen?.close();
	await n8n?.stop();
});
afterEach(async () => await kitchen.clear());

const message = async (at: number) =>
	await until(`message ${at} is sent`, () => kitchen.others.messages[at]);

/** People, polls and webhooks take their time where other workflows run in the same n8n. */
const SLOW = 300_000;

test(
	'detractor-to-post creates a post on behalf of an unhappy user once a person agrees',
	async () => {
		const { sandbox, posted } = kitchen;
		const [happy, unhappy, private_] = sandbox.createUsers(3);
		await kitchen.activate(await kitchen.setUp('detractor-to-post'));
		await kitchen.polls('/v1/promoter', 2);
		await send(sandbox, 'POST', '/v1/promoter', { vote: 9, user_id: happy });
		await send(sandbox, 'POST', '/v1/promoter', {
			vote: 2,
			user_id: private_,
			comment: 'My salary',
		});
		const first = await message(0);
		expect(first).toMatch(/^NPS 2: create a post\? http\S+\nFrom .+\nMy salary$/);
		expect(await answerAsStranger(first, 'Create')).toBe(401);
		await answer(first, 'Ignore');
		await send(sandbox, 'POST', '/v1/promoter', { vote: 3, user_id: unhappy, comment: 'a < b' });
		const second = await message(1);
		expect(second).toContain('a &lt; b');
		expect(posted('/v1/post')).toEqual([]);
		await answer(second, 'Create');
		await until('a post is created', () => posted('/v1/post').length > 0);
		await kitchen.polls('/v1/promoter', 2);
		expect(posted('/v1/post').map(({ body }) => body)).toEqual([
			{ title: 'a < b', type: 'idea', description: 'a < b', user: unhappy },
		]);
	},
	SLOW,
);

test(
	'ai-triage lets an agent search and propose, and saves the proposal once a person agrees',
	async (context) => {
		needs('1.123', 'its AI Agent is an older one', context);
		const { sandbox, others } = kitchen;
		const [same] = sandbox.createPosts(1, { title: 'Export of invoices', type: 'feature' });
		others.proposal = { type: 'feature', duplicate_of: same, reason: 'Both ask for an export' };
		await kitchen.activate(await kitchen.setUp('ai-triage'));
		await kitchen.polls('/v1/posts', 2);
		const [post] = sandbox.createPosts(1, { title: 'Export as CSV', type: 'idea' });
		const text = await message(0);
		expect(text).toContain(
			`Type: feature, duplicate of #${same}\nExport as CSV\nBoth ask for an export`,
		);
		const searches = sandbox.requests.filter(({ path }) => /[?&]search=export(&|$)/.test(path));
		expect(searches).toHaveLength(1);
		const written = () => sandbox.requests.filter(({ method }) => method !== 'GET');
		expect(written()).toEqual([]);
		await answer(text, 'Save');
		await until('the type and the comment are saved', () => written().length > 1);
		expect(written().map(({ method, path, body }) => [method, path, body])).toEqual([
			['PUT', `/v1/post/${post}`, { type: 'feature' }],
			['POST', `/v1/post/${post}/comment`, { comment: `Duplicate of #${same}`, public: false }],
		]);
		const [first, second] = sandbox.createPosts(2, { title: 'Export as PDF', type: 'idea' });
		await answer(await message(1), 'Ignore');
		await answer(await message(2), 'Ignore');
		await kitchen.polls('/v1/posts', 2);
		expect(
			written().filter(({ path }) => path.includes(`${first}`) || path.includes(`${second}`)),
		).toEqual([]);
	},
	SLOW,
);
