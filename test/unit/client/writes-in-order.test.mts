// Which writes wait for each other, and which go in parallel.
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { path } from '../../../nodes/shared/client/path';
import { group } from '../../../nodes/shared/service/groups';
import { post } from '../../../nodes/shared/service/posts';
import { vote } from '../../../nodes/shared/service/votes';
import { calls, held } from './calls.mts';
import { error, ok, scene, type Scene } from './scripted-transport.mts';

describe('writes in parallel', () => {
	const titles = ({ sent }: Scene) =>
		sent.map(({ body, url }) => (JSON.parse(body ?? '{}') as { title?: string }).title ?? url);

	test('those that change the same thing go one after the other, in the order asked', async () => {
		const { script, release } = held();
		const one = scene(script);
		const put = (id: number, title: string) =>
			one.client.put(path`/v1/post/${id}`, post, { body: { title } });
		const all = [put(1, 'a'), put(1, 'b'), put(2, 'c'), put(1, 'd')];
		await turn();
		expect(titles(one)).toEqual(['a', 'c']);
		release();
		await all[0];
		await turn();
		expect(titles(one)).toEqual(['a', 'c', 'b']);
		release();
		release();
		await Promise.all(all.slice(0, 3));
		await turn();
		release();
		await all[3];
		expect(titles(one)).toEqual(['a', 'c', 'b', 'd']);
	});

	test('what belongs to a thing waits for the thing, also after a failure', async () => {
		const one = scene([error(400, 'validation_error'), ok({ feedback_id: 1 })]);
		const update = one.client.put(path`/v1/post/${1}`, post, { body: { title: 'a' } });
		const voting = one.client.post(path`/v1/post/${'1'}/vote`, vote, {
			body: { vote: 1 },
			defaults: { feedback_id: 1 },
		});
		await expect(update).rejects.toThrow();
		await voting;
		expect(one.sent.map(({ method }) => method)).toEqual(['PUT', 'POST']);
	});

	test('a new one waits for the one before it, and not for the first, which is over', async () => {
		const { script, release } = held();
		const one = scene(script);
		const put = (title: string) => one.client.put(path`/v1/post/${1}`, post, { body: { title } });
		const [first, second] = [put('a'), put('b')];
		await turn();
		release();
		await first;
		const third = put('c');
		await turn();
		expect(titles(one)).toEqual(['a', 'b']);
		release();
		await second;
		await turn();
		expect(titles(one)).toEqual(['a', 'b', 'c']);
		release();
		await third;
	});

	test('parts of one thing go in parallel, each in its own order', async () => {
		const { script, release } = held();
		const one = scene(script);
		const voting = (user: number, at = 1) => {
			const body = { title: `${user} on ${at}`, vote: 1, user_id: user };
			const more = { body, defaults: { feedback_id: at }, conflictKey: `user ${user}` };
			return one.client.post(path`/v1/post/${at}/vote`, vote, more);
		};
		const all = [voting(1), voting(2), voting(1), voting(1, 2)];
		await turn();
		expect(titles(one)).toEqual(['1 on 1', '2 on 1', '1 on 2']);
		release();
		await all[0];
		await turn();
		expect(titles(one)).toHaveLength(4);
		for (let left = 3; left > 0; left--) release();
		await Promise.all(all);
	});

	test('creates go in parallel, unless they say what they change', async () => {
		const { script, release } = held();
		const one = scene(script);
		const create = (id: string, conflictKey?: string) =>
			one.client.post(path`/v2/groups`, group, {
				body: { id },
				defaults: { group_id: 1 },
				conflictKey,
			});
		const all = [create('a'), create('b'), create('c', 'group c'), create('c', 'group c')];
		await turn();
		expect(one.sent).toHaveLength(3);
		release();
		release();
		release();
		await Promise.all(all.slice(0, 3));
		await turn();
		expect(one.sent).toHaveLength(4);
		release();
		await Promise.all(all);
	});

	test('reads wait for nobody', async () => {
		const { script, release } = held();
		const one = scene(script);
		const all = [calls.put(one), calls.get(one), calls.get(one)];
		await turn();
		expect(one.sent).toHaveLength(3);
		all.forEach(release);
		await Promise.all(all);
	});
});
