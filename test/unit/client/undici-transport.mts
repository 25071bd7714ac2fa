// The client's way out without n8n: undici, and the time of the machine.
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { FeedbackClient } from '../../../nodes/shared/client/client';
import type { SenderOptions } from '../../../nodes/shared/client/sender';
import { RateLimiter } from '../../../nodes/shared/client/rate-limiter';
import { PATIENT } from '../../../nodes/shared/client/retry';
import {
	type Clock,
	type Transport,
	TransportFailure,
} from '../../../nodes/shared/client/transport';

const undiciTransport =
	(apiKey: string): Transport =>
	async ({ method, url, body, timeoutMs, signal }) => {
		try {
			const answer = await request(url, {
				method,
				body,
				headers: {
					authorization: `Bearer ${apiKey}`,
					...(body !== undefined && { 'content-type': 'application/json' }),
				},
				headersTimeout: timeoutMs,
				bodyTimeout: timeoutMs,
				signal,
			});
			const { statusCode: status, headers } = answer;
			return { status, headers, body: await answer.body.text() };
		} catch (error) {
			const { code = 'UNKNOWN', message } = error as NodeJS.ErrnoException;
			throw new TransportFailure(code, message);
		}
	};

const realClock: Clock = {
	now: () => Date.now(),
	sleep: async (ms, signal) => await pause(ms, undefined, { signal }).catch(() => undefined),
};

/** A client for a sandbox, slowed by 429 alone. */
export function undiciClient(
	{ baseUrl, apiKey }: { baseUrl: string; apiKey: string },
	options: Partial<SenderOptions> = {},
): FeedbackClient {
	const rateLimiter = new RateLimiter(realClock);
	return new FeedbackClient({
		baseUrl,
		transport: undiciTransport(apiKey),
		clock: realClock,
		patience: PATIENT,
		rateLimiter: () => rateLimiter,
		apiKey,
		...options,
	});
}
