import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { expectPlain } from './client.mts';

ownSandbox();

describe('POST /v1/intelligence/queue', () => {
	const item = {
		text: 'The export button is missing on the reports page',
		title: 'Support ticket 7',
		ref: 'https://support.example/tickets/7',
		user_name: 'Zoë',
		user_email: 'zoe@customer.example',
		service: 'support-desk',
	};
	const queued = () =>
		sandbox.rows('SELECT text, title, ref, user_name, user_email, service FROM queue_items');
	beforeEach(() => sandbox.run('DELETE FROM queue_items'));

	it('answers 200 and stores every field', async () => {
		const reply = await ask('POST', '/v1/intelligence/queue', item);
		expect(reply).toMatchObject({ status: 200, json: { status: 'success' } });
		expect(queued()).toEqual([item]);
	});

	it('needs only the text', async () => {
		expect((await ask('POST', '/v1/intelligence/queue', { text: 'x' })).status).toBe(200);
		expectPlain(await ask('POST', '/v1/intelligence/queue', { title: 'x' }), 400, /text/);
	});

	it.each([...Object.keys(item)])('answers 400 for a %s that is not a string', async (field) => {
		const body = { ...item, [field]: 7 };
		expectPlain(await ask('POST', '/v1/intelligence/queue', body), 400, new RegExp(field));
		expect(queued()).toEqual([]);
	});

	it.each([
		['ref', 'not a url'],
		['user_email', 'nobody'],
	])('answers 400 for a %s like "%s"', async (field, value) => {
		const body = { ...item, [field]: value };
		expectPlain(await ask('POST', '/v1/intelligence/queue', body), 400, new RegExp(field));
	});
});
