import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { request } from 'undici';

/** The sandbox in a process of its own, so that its work is not counted as the client's. */
export interface Service {
	baseUrl: string;
	apiKey: string;
	/** One of the sandbox's own controls, such as `posts` or `settings`. */
	control(what: string, body: object): Promise<Record<string, unknown>>;
	stop(): void;
}

export async function startService(): Promise<Service> {
	const script = join(import.meta.dirname, '..', 'sandbox', 'main.mts');
	const child = spawn(process.execPath, [script, '--empty'], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const stop = () => void child.kill();
	process.once('exit', stop);
	const said: Record<string, string> = {};
	for await (const line of createInterface({ input: child.stdout })) {
		const [, name, value] = /^(Base URL|API key): +(\S+)$/.exec(line) ?? [];
		if (name) said[name] = value;
		if (Object.keys(said).length === 2) break;
	}
	const { 'Base URL': baseUrl, 'API key': apiKey } = said;
	return {
		baseUrl,
		apiKey,
		stop,
		async control(what, body) {
			const { statusCode, body: answer } = await request(`${baseUrl}/_sandbox/${what}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			const text = await answer.text();
			if (statusCode !== 200) throw new Error(`${what}: ${text}`);
			return JSON.parse(text) as Record<string, unknown>;
		},
	};
}
