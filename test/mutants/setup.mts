import fc from 'fast-check';
import { afterAll, inject, vi } from 'vitest';

// The same cases for every mutant, or one would live or die by chance; and the first that fails is enough.
fc.configureGlobal({ seed: 13, endOnFailure: true });

// Each mutant begins with code that is loaded again, without what the last one has left in it; its test files share that.
const run = { mutant: inject('activeMutant' as never) as unknown };
const last = globalThis as { mutantOfRun?: unknown };
if (last.mutantOfRun !== run.mutant) vi.resetModules();
last.mutantOfRun = run.mutant;

// What the next file loads must not be made by this one's mutant.
afterAll(() => {
	Object.assign(Reflect.get(globalThis, '__stryker__') ?? {}, { activeMutant: undefined });
});
