// Who goes next when requests wait for a rate limiter, and who leaves the line.
import { expect, test } from 'vitest';
import { RateLimiter } from '../../../nodes/shared/client/rate-limiter';
import { VirtualClock } from '../virtual-clock.mts';
import { send } from './visits.mts';

test('executions take turns, however many requests one of them has', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 1000 });
	const order: string[] = [];
	const ask = async (name: string) =>
		await send(rateLimiter, async () => void order.push(name), undefined, name[0]);
	const oneByOne = async () => {
		for (const name of ['d1', 'd2', 'd3']) await ask(name);
	};
	await Promise.all([oneByOne(), ...['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'].map(ask)]);
	expect(order).toEqual(['d1', 'a1', 'b1', 'c1', 'd2', 'a2', 'b2', 'd3', 'a3', 'a4']);
});

test('a request that was refused goes before all others, in the order of the refusals', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 60_000 });
	await send(rateLimiter, async () => undefined);
	const sent: string[] = [];
	const ask = async (name: string, wasRefused: boolean) =>
		await send(rateLimiter, async () => void sent.push(name), undefined, name, wasRefused);
	await Promise.all([ask('a', false), ask('b', true), ask('c', false), ask('d', true)]);
	expect(sent).toEqual(['b', 'd', 'a', 'c']);
});

test('a request that is cancelled leaves the line at once, nobody waits longer for it, and one that goes already goes on', async () => {
	const clock = new VirtualClock();
	const rateLimiter = new RateLimiter(clock, { requests: 1, windowMs: 60_000 });
	const start = clock.now();
	const leaving = new AbortController();
	const ask = async (signal?: AbortSignal) =>
		await send(rateLimiter, async () => clock.now() - start, signal);
	const { signal } = leaving;
	const all = [ask(signal), ask(signal), ask(), ask(signal), ask()];
	leaving.abort();
	expect(await all[1]).toBeUndefined();
	expect(await all[3]).toBeUndefined();
	expect(clock.now()).toBe(start);
	expect(await Promise.all(all)).toEqual([0, undefined, 60_001, undefined, 120_002]);
});
