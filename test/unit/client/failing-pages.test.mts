import { expect, test } from 'vitest';
import { ServiceFailure } from '../../../nodes/shared/client/service-failure';
import { PATIENT } from '../../../nodes/shared/client/retry';
import { collect } from '../../../nodes/shared/client/walk';
import { groupList } from '../../../nodes/shared/service/groups';
import type { List } from '../../../nodes/shared/service/pages';
import { postList } from '../../../nodes/shared/service/posts';
import { parameters } from './scripted-list.mts';
import { error, ok, scene, type Step } from './scripted-transport.mts';

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

test('a refusal because nothing was found is the end of a list of /v1, and a failure under /v2', async () => {
	const nothing = { ...error(400, ''), body: '{"status":"error","message":"No items found."}' };
	const read = async (list: List, ...steps: Step[]) =>
		await collect(scene([...steps, nothing]).client, { list, query: {} });
	expect(await read(postList)).toEqual([]);
	expect(await read(postList, ok({ items: [{ feedback_id: 1 }] }))).toEqual([{ feedback_id: 1 }]);
	await expect(read(groupList)).rejects.toThrow(ServiceFailure);
	// The page before says that there are more.
	const first = ok({ items: [{ feedback_id: 1 }], has_more: true });
	await expect(read(postList, first)).rejects.toThrow(ServiceFailure);
});
