import { expect, test } from 'vitest';
import { once } from '../../../nodes/shared/node/lazy';

test('what could not be loaded is loaded again with the next call, and then never again', async () => {
	let loads = 0;
	const load = once(async () => {
		if (++loads === 1) throw new Error('Cannot find module');
		return await Promise.resolve('loaded');
	});
	await expect(load()).rejects.toThrow('Cannot find module');
	expect(await load()).toBe('loaded');
	expect(await load()).toBe('loaded');
	expect(loads).toBe(2);
});
