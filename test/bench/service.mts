import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Commands } from './service-process.mts';

export type Service = Awaited<ReturnType<typeof startService>>;

/** The sandbox in a process of its own, so that its work is not counted as the client's. */
export async function startService() {
	const child = fork(join(import.meta.dirname, 'service-process.mts'));
	const stop = () => void child.kill();
	process.once('exit', stop);
	const result = async <T,>() => ((await once(child, 'message')) as [{ result: T }])[0].result;
	const { baseUrl, apiKey } = await result<{ baseUrl: string; apiKey: string }>();
	async function call<N extends keyof Commands>(name: N, ...given: Parameters<Commands[N]>) {
		child.send([name, ...given]);
		return await result<ReturnType<Commands[N]>>();
	}
	return { baseUrl, apiKey, stop, call };
}
