import { expect, test } from 'vitest';
import { ServiceFailure } from '../../../nodes/shared/client/service-failure';
import { PATIENT } from '../../../nodes/shared/client/retry';
import { collect } from '../../../nodes/shared/client/walk';
import { postList } from '../../../nodes/shared/service/posts';
import { parameters } from './scripted-list.mts';
import { error, ok, scene } from './scripted-transport.mts';

test('a page that cannot be read fails the walk, and pages asked for ahead are not retried', async () => {
	const one = scene(({ url }) => {
		const page = Number(parameters(url).page);
		if (page === 0) return ok({ items: [{ feedback_id: 1 }], has_more: true });
		return page === 1 ? error(403, 'forbidden') : error(500, 'internal_error');
	});
	await expect(collect(one.client, { list: postList, query: {} })).rejects.toThrow(ServiceFailure);
	const sent = one.sent.length;
	await one.clock.sleep(PATIENT.waitMs);
	expect(one.sent.length).toBe(sent);
	expect(sent).toBeLessThanOrEqual(4);
});

test('a failure beyond the last page is ignored', async () => {
	const one = scene(({ url }) => {
		const page = Number(parameters(url).page);
		if (page > 2) return error(500, 'internal_error');
		return ok({ items: [{ feedback_id: page }], has_more: page < 2 });
	});
	expect(await collect(one.client, { list: postList, query: {} })).toHaveLength(3);
	const sent = one.sent.length;
	await one.clock.sleep(PATIENT.waitMs);
	expect(one.sent.length).toBe(sent);
});

test('cancelling ends the walk at once', async () => {
	const cancel = new AbortController();
	const one = scene(
		({ url }) => {
			const page = Number(parameters(url).page);
			if (page === 5) cancel.abort();
			return ok({ items: [{ feedback_id: page }], has_more: true });
		},
		{ signal: cancel.signal },
	);
	await expect(collect(one.client, { list: postList, query: {} })).rejects.toMatchObject({
		problem: { kind: 'cancelled' },
	});
	expect(one.sent.length).toBeLessThanOrEqual(10);
});
