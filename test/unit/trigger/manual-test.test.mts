// A manual test of the trigger where the service fails: a person waits, so it is soon over.
import { expect, test } from 'vitest';
import { FeedbackTrigger } from '../../../nodes/FeedbackTrigger/FeedbackTrigger.node';
import { bearer, pollContext } from '../n8n-context.mts';
import { ownTimeInEachTest, time } from '../own-time.mts';

ownTimeInEachTest();

test.each<[string, number, Record<string, string>, requests: number]>([
	['fails', 503, {}, 3],
	['is at its rate limit', 429, { 'retry-after': '2' }, 2],
	['asks to wait for an hour', 429, { 'retry-after': '3600' }, 1],
])(
	'a service that %s is given up within five seconds',
	async (_what, status, headers, requests) => {
		const context = pollContext(FeedbackTrigger, {
			credentials: bearer('https://feedback.example', `key-${status}-${headers['retry-after']}`),
			parameters: { events: ['newPost'] },
			mode: 'manual',
			activationMode: 'manual',
		});
		const asked: string[] = [];
		context.helpers.httpRequestWithAuthentication = async (_type, { url }) => {
			asked.push(new URL(url).pathname);
			return await Promise.resolve({ statusCode: status, headers, body: '{"status":"error"}' });
		};
		const start = time.now();
		await expect(new FeedbackTrigger().poll.call(context)).rejects.toMatchObject({
			httpCode: String(status),
		});
		expect(time.now() - start).toBeLessThanOrEqual(5_000);
		expect(asked).toEqual(Array(requests).fill('/v1/posts'));
	},
);
