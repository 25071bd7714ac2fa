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
	/** A request of its API. */
	create(path: string, body: object): Promise<void>;
	/** How many requests came since this was last asked. */
	requestCount(): Promise<number>;
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
	const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, sent?: object) => {
		const { statusCode, body } = await request(baseUrl + path, {
			method,
			headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
			body: sent && JSON.stringify(sent),
		});
		const text = await body.text();
		if (statusCode > 299) throw new Error(`${method} ${path}: ${text}`);
		return JSON.parse(text) as Record<string, unknown>;
	};
	return {
		baseUrl,
		apiKey,
		stop,
		control: async (what, body) => await ask('POST', `/_sandbox/${what}`, body),
		create: async (path, body) => void (await ask('POST', path, body)),
		async requestCount() {
			const { requests } = await ask('GET', '/_sandbox/requests');
			await ask('DELETE', '/_sandbox/requests');
			return (requests as unknown[]).length;
		},
	};
}
