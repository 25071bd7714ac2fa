import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Commands } from './service-process.mts';

/** The sandbox in a process of its own, so that its work is not counted as the client's. */
export interface Service {
	baseUrl: string;
	apiKey: string;
	call<Name extends keyof Commands>(
		name: Name,
		...given: Parameters<Commands[Name]>
	): Promise<ReturnType<Commands[Name]>>;
	stop(): void;
}

export async function startService(): Promise<Service> {
	const child = fork(join(import.meta.dirname, 'service-process.mts'));
	const stop = () => void child.kill();
	process.once('exit', stop);
	const result = async <T,>() => ((await once(child, 'message')) as [{ result: T }])[0].result;
	const { baseUrl, apiKey } = await result<{ baseUrl: string; apiKey: string }>();
	return {
		baseUrl,
		apiKey,
		stop,
		async call(...message) {
			child.send(message);
			return await result();
		},
	};
}
