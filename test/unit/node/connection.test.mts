import { expect, test } from 'vitest';
import { path } from '../../../nodes/shared/client/path';
import { PATIENT, type Patience } from '../../../nodes/shared/client/retry';
import type { Transport } from '../../../nodes/shared/client/transport';
import { toClient } from '../../../nodes/shared/node/connection';
import { post } from '../../../nodes/shared/service/posts';
import { error, ok } from '../client/scripted-transport.mts';
import { ownTimeInEachTest, time } from '../own-time.mts';

ownTimeInEachTest();

/** Reads a post from a service that answers so, and gives after how many milliseconds each request for it was sent. */
async function read(apiKey: string, patience: Patience, answer: ReturnType<typeof ok>) {
	const start = time.now();
	const sent: number[] = [];
	const transport: Transport = async () => {
		sent.push(time.now() - start);
		return await Promise.resolve(answer);
	};
	const credential = { baseUrl: 'https://feedback.example', apiKey, allowHttp: false };
	const client = toClient(credential, transport, { patience });
	await client.get(path`/v1/post/${1}`, post).catch(() => undefined);
	return sent;
}

const good = ok({ feedback_id: 1 });
const limited = error(429, 'rate_limit', { 'retry-after': '40' });

test('the rate limiter is one for all workflows of a credential', async () => {
	await read('one', { ...PATIENT, tries: 1, waitMs: 0 }, limited);
	expect(await read('one', PATIENT, good)).toEqual([expect.closeTo(40_000, -3)]);
	expect(await read('other', PATIENT, good)).toEqual([0]);
});

test('a key may have 1,000 characters', async () => {
	expect(await read('k'.repeat(1_000), PATIENT, good)).toEqual([0]);
});
