import { expect, test } from 'vitest';
import { TtlCache } from '../../../nodes/shared/node/ttl-cache';
import { VirtualClock } from '../virtual-clock.mts';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Lets the garbage collector run. */
async function collected(): Promise<void> {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as () => void;
	await new Promise(setImmediate);
	collect();
}

function remembering() {
	const clock = new VirtualClock();
	const cache = new TtlCache<number>(clock, 1000);
	let reads = 0;
	const get = async (name: string, owner = 'ada') =>
		await cache.get(owner, name, async () => Promise.resolve(++reads));
	return { clock, cache, get };
}

test('what is asked for at the same time is read once', async () => {
	const { get } = remembering();
	expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual([1, 1, 2]);
});

test('it is read again after its time', async () => {
	const { clock, get } = remembering();
	await get('a');
	await clock.sleep(999);
	expect(await get('a')).toBe(1);
	await clock.sleep(1);
	expect(await get('a')).toBe(2);
});

test('what nobody asks for again is let go with the next question after its time', async () => {
	const clock = new VirtualClock();
	const cache = new TtlCache<object>(clock, 1000);
	const held: Array<WeakRef<object>> = [];
	for (const name of ['a', 'b', 'c']) {
		await cache.get('ada', name, async () => {
			const value = Array.from({ length: 1000 }, () => name);
			held.push(new WeakRef(value));
			return await Promise.resolve(value);
		});
	}
	await clock.sleep(1000);
	await cache.get('ada', 'd', async () => await Promise.resolve({}));
	await collected();
	expect(held.map((one) => one.deref())).toEqual([undefined, undefined, undefined]);
});

test('of very many of one owner, the oldest is forgotten first', async () => {
	const { get } = remembering();
	for (let count = 1; count <= 10; count++) await get(`${count}`);
	expect(await get('1')).toBe(1);
	await get('11');
	expect(await get('2')).toBe(2);
	expect(await get('1')).toBe(12);
});

test('nobody pushes out what others have read, however much it is', async () => {
	const { get } = remembering();
	expect(await get('a')).toBe(1);
	for (let count = 0; count < 500; count++) await get(`${count}`, 'mallory');
	for (let count = 0; count < 500; count++) await get('a', `mallory ${count}`);
	expect(await get('a')).toBe(1);
});

test('a failure reaches all who asked, and is not remembered', async () => {
	const { cache, get } = remembering();
	const fail = async () => await Promise.reject(new Error('lost'));
	const both = [cache.get('ada', 'a', fail), cache.get('ada', 'a', fail)];
	for (const one of both) await expect(one).rejects.toThrow('lost');
	expect(await get('a')).toBe(1);
});
