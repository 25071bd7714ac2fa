// How requests are sent in place of n8n, whose own library is tried in node/n8n-http.mts.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { Agent, request as send } from 'undici';

/** As a credential test calls the helper of n8n 2.41 that it is given. */
export interface LegacyOptions extends Omit<Exchange, 'url' | 'abortSignal'> {
	uri: string;
	agentOptions: { signal?: AbortSignal };
}

export interface Exchange {
	method: string;
	url: string;
	headers?: Record<string, string>;
	body?: string;
	timeout: number;
	rejectUnauthorized?: boolean;
	abortSignal?: AbortSignal;
}

const unchecking = new Agent({ connect: { rejectUnauthorized: false } });

/** Follows no redirect, and gives any status and the body as a stream, since that is all that the nodes ask for. */
export async function exchange(options: Exchange) {
	const { url, abortSignal } = options;
	if (abortSignal?.aborted) throw requestError('ERR_CANCELED', 'canceled');
	if (!/^https?:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(url)) {
		throw requestError('ERR_NETWORK', `A test may ask nobody but this machine, and not ${url}`);
	}
	const answer = answerTo(options);
	underWay.add(answer);
	void answer.catch(() => undefined).then(() => underWay.delete(answer));
	if (!abortSignal) return await answer;
	const cancelled = once(abortSignal, 'abort').then(() => {
		throw requestError('ERR_CANCELED', 'canceled');
	});
	return await Promise.race([answer, cancelled]);
}

const underWay = new Set<Promise<unknown>>();

/** Waits for all that was sent, also for pages that nobody needs any more: the next test would see them arrive. */
export const allAnswered = async () => void (await Promise.allSettled(underWay));

async function answerTo(options: Exchange) {
	const { method, url, headers, body, timeout, rejectUnauthorized } = options;
	try {
		const response = await send(url, {
			method: method as 'GET',
			headers: { 'User-Agent': 'n8n', ...headers },
			body,
			headersTimeout: timeout,
			bodyTimeout: timeout,
			...(rejectUnauthorized === false && { dispatcher: unchecking }),
		});
		return {
			statusCode: response.statusCode,
			headers: response.headers as Record<string, unknown>,
			// It has arrived as a whole already, so that no time passes while it is read.
			body: Readable.from([Buffer.from(await response.body.arrayBuffer())]),
		};
	} catch (error) {
		throw asAxios(error, timeout);
	}
}

/** n8n sends with axios, whose errors have codes of their own. */
function asAxios(error: unknown, timeoutMs: number): Error {
	const { code, message } = error as { code?: string; message: string };
	if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
		return requestError('ECONNABORTED', `timeout of ${timeoutMs}ms exceeded`);
	}
	if (code === 'UND_ERR_SOCKET' || message === 'terminated') {
		return requestError('ECONNRESET', 'socket hang up');
	}
	return requestError(code ?? 'ERR_NETWORK', message);
}

function requestError(code: string, message: string): Error {
	return Object.assign(new Error(message), { name: 'AxiosError', isAxiosError: true, code });
}
