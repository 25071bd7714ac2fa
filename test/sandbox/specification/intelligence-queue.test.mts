import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';

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
	});
});
