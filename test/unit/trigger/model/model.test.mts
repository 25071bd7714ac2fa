// A few random histories, the same in each run: a change fails for what it changes. `model.slow.test.mts` plays many.
import { test } from 'vitest';
import { ownMachine, search } from './searching.mts';

ownMachine();

test('every promise of the trigger holds in 40 histories', async () => {
	await search(40, 7204);
});
