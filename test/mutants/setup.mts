import fc from 'fast-check';
import { afterAll } from 'vitest';

// The same cases for every mutant, or one would live or die by chance; and the first that fails is enough.
fc.configureGlobal({ seed: 13, endOnFailure: true });

// What the next file loads must not be made by this one's mutant.
afterAll(() => {
	Object.assign(Reflect.get(globalThis, '__stryker__') ?? {}, { activeMutant: undefined });
});
