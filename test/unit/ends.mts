import { createContext, runInContext } from 'node:vm';

/** Far more than anything linear takes for a few megabytes, and far less than anything quadratic. */
const END_MS = 20_000;

/** Runs what may freeze the process, and ends it then. @throws Error when it does not come to its end by itself */
export function ends<T>(work: () => T): T {
	return runInContext('work()', createContext({ work }), { timeout: END_MS }) as T;
}
