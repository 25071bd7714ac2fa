// What is thrown while a request is made, at any place: the requests after it are sent all the same.
import { expect, test } from 'vitest';
import { path } from '../../../nodes/shared/client/path';
import { RateLimiter } from '../../../nodes/shared/client/rate-limiter';
import { post } from '../../../nodes/shared/service/posts';
import { VirtualClock } from '../virtual-clock.mts';
import { error, ok, scene } from './scripted-transport.mts';

const fail = (): never => {
	throw new RangeError('Maximum call stack size exceeded');
};
const nested = (levels: number) => {
	let body: object = {};
	for (let level = 0; level < levels; level++) body = { body };
	return body;
};

test.each([
	['a body that is nested too deep', { body: nested(20_000) }, {}],
	['a body that cannot be written', { body: { toJSON: fail } }, {}],
	['the transport', {}, { transport: fail }],
	['the time between two tries', {}, { random: fail }],
])('%s', async (_where, more, options) => {
	const clock = new VirtualClock();
	const limiter = new RateLimiter(clock, { requests: 100, windowMs: 60_000 });
	const refused = error(429, 'rate_limit', { 'retry-after': '10' });
	const broken = scene([refused, ok({ feedback_id: 1 })], options, clock, limiter);
	const working = scene([ok({ feedback_id: 1 })], {}, clock, limiter);
	const create = async () =>
		await broken.client.post(path`/v1/post`, post, { body: {}, ...(more as object) });
	await working.client.get(path`/v1/post/${1}`, post);
	limiter.pause(10_000);
	const outcomes = await Promise.allSettled(Array.from({ length: 20 }, create));
	expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true);
	const others = Array.from({ length: 20 }, async () =>
		working.client.get(path`/v1/post/${1}`, post),
	);
	expect(await Promise.all(others)).toHaveLength(20);
	expect(limiter.waitMs()).toBe(0);
});
