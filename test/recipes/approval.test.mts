// Recipes that wait for a person: nothing is saved before a yes, and nothing at all after a no.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { send } from '../contract/workspace.mts';
import { type N8nHost, startN8n, until } from '../n8n-host/host.mts';
import { answer, type Kitchen, openKitchen } from './kitchen.mts';

// An n8n of its own: with SQLite, one in which many workflows run beside polls and forms comes to a standstill.
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
		expect(first).toMatch(/^NPS 2 from .+\nMy salary\n/);
		await answer(first, 'Ignore');
		await send(sandbox, 'POST', '/v1/promoter', { vote: 3, user_id: unhappy, comment: 'a < b' });
		const second = await message(1);
		expect(second).toContain('a &lt; b');
		expect(posted('/v1/post')).toEqual([]);
		await answer(second, 'Create');
		await until('a post is created', () => posted('/v1/post').length > 0);
		await kitchen.polls('/v1/promoter', 2);
		expect(posted('/v1/post').map(({ body }) => body)).toEqual([
			{ title: 'NPS 3 of 10', type: 'idea', description: 'a < b', user: unhappy },
		]);
	},
	SLOW,
);
