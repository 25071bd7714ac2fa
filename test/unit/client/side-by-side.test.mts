import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { sideBySide } from '../../../nodes/shared/client/side-by-side';

/** Works on `a`, `b`, ... three at a time; each is done when the test says so. */
function working(
	things: readonly string[],
	mayBegin = (underWay: readonly string[]) => underWay.length < 3,
) {
	const begun: string[] = [];
	const ends = new Map<string, { done(): void; fail(error: Error): void }>();
	const ended: string[] = [];
	const results = sideBySide(things, mayBegin, async (thing, signal) => {
		begun.push(thing);
		signal.addEventListener('abort', () => ended.push(thing));
		return await new Promise<string>((resolve, reject) =>
			ends.set(thing, { done: () => resolve(thing.toUpperCase()), fail: reject }),
		);
	});
	return { begun, ended, results, of: (thing: string) => ends.get(thing)! };
}

describe('several things in parallel', () => {
	test('as many are under way as may be, and what comes of them is in their order', async () => {
		const { begun, results, of } = working(['a', 'b', 'c', 'd', 'e']);
		const first = results.next();
		expect(begun).toEqual(['a', 'b', 'c']);
		of('b').done();
		await turn();
		expect(begun).toEqual(['a', 'b', 'c']);
		of('a').done();
		expect(await first).toEqual({ done: false, value: 'A' });
		expect(await Promise.race([results.next(), turn('waits')])).toEqual({
			done: false,
			value: 'B',
		});
		const third = results.next();
		expect(begun).toEqual(['a', 'b', 'c', 'd', 'e']);
		for (const thing of ['e', 'd', 'c']) of(thing).done();
		expect(await third).toEqual({ done: false, value: 'C' });
		expect(await Array.fromAsync(results)).toEqual(['D', 'E']);
	});

	test('fewer than that are all begun, and none needs no waiting', async () => {
		const { begun, results, of } = working(['a']);
		const first = results.next();
		expect(begun).toEqual(['a']);
		of('a').done();
		expect(await first).toEqual({ done: false, value: 'A' });
		expect(await results.next()).toEqual({ done: true, value: undefined });
		expect(await working([]).results.next()).toEqual({ done: true, value: undefined });
	});

	test('nothing is begun before anybody asks; when nobody asks for more, all are ended', async () => {
		const { begun, ended, results, of } = working(['a', 'b', 'c', 'd', 'e']);
		expect(begun).toEqual([]);
		const first = results.next();
		of('a').done();
		await first;
		await results.return(undefined);
		await turn();
		expect(begun).toEqual(['a', 'b', 'c']);
		expect(ended).toEqual(['a', 'b', 'c']);
	});

	test('one at least is begun, and others beside those under way that allow it', async () => {
		const { begun, results, of } = working(
			['large', 'a', 'b', 'large too'],
			(underWay) => !underWay.some((thing) => thing.startsWith('large')),
		);
		const first = results.next();
		expect(begun).toEqual(['large']);
		of('large').done();
		await first;
		void results.next();
		await turn();
		expect(begun).toEqual(['large', 'a', 'b', 'large too']);
	});

	test('the first that fails ends the others and is thrown, and they bring nothing down', async () => {
		const { ended, results, of } = working(['a', 'b', 'c']);
		const first = results.next();
		of('c').fail(new Error('third'));
		await turn();
		expect(ended).toEqual(['a', 'b', 'c']);
		of('b').fail(new Error('ended'));
		of('a').fail(new Error('ended'));
		await expect(first).rejects.toThrow('third');
		expect(await results.next()).toEqual({ done: true, value: undefined });
	});
});
