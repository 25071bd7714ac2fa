// One call of each kind for tests of the client, and services and clocks that wait for the test.
import { expect } from 'vitest';
import { ServiceFailure } from '../../../nodes/shared/client/service-failure';
import { path } from '../../../nodes/shared/client/path';
import { post, postList, vote } from '../../../nodes/shared/service/posts';
import { VirtualClock } from '../virtual-clock.mts';
import { ok, type Scene, type Step } from './scripted-transport.mts';

export const failure = async (call: Promise<unknown>): Promise<ServiceFailure> => {
	const outcome = await call.then(
		(value) => value,
		(reason: unknown) => reason,
	);
	expect(outcome).toBeInstanceOf(ServiceFailure);
	return outcome as ServiceFailure;
};

export const calls = {
	get: ({ client }: Scene) => client.get(path`/v1/post/${7}`, post),
	put: ({ client }: Scene) => client.put(path`/v1/post/${7}`, post, { body: { title: 'x' } }),
	delete: ({ client }: Scene) => client.delete(path`/v1/post/${7}`, post),
	create: ({ client }: Scene) =>
		client.post(path`/v1/post`, post, { body: { title: 'x', type: 'y' } }),
	vote: ({ client }: Scene) =>
		client.post(path`/v1/post/${7}/vote`, vote, {
			body: { vote: 1 },
			defaults: { feedback_id: 7 },
			repeatable: true,
		}),
	list: ({ client }: Scene) => client.page(postList, 0),
};
export type CallName = keyof typeof calls;
export const everyCall = Object.keys(calls) as CallName[];
export const safeCalls = everyCall.filter((name) => name !== 'create');

export const html: Step = { status: 200, headers: {}, body: '<!doctype html><h1>Garden</h1>' };
export const empty: Step = { status: 200, headers: {}, body: '' };
export const badGateway: Step = { status: 502, headers: {}, body: '<h1>Bad gateway</h1>' };

/** Answers when the test says so. */
export function held() {
	const waiting: Array<() => void> = [];
	const script = async () =>
		await new Promise<ReturnType<typeof ok>>((resolve) =>
			waiting.push(() => resolve(ok({ feedback_id: 1 }))),
		);
	return { script, release: () => waiting.shift()!() };
}

export function cancellation() {
	const controller = new AbortController();
	return { signal: controller.signal, abort: () => controller.abort() };
}

/** A clock that stands still: whoever waits goes on only by being cancelled. */
export function frozen(): VirtualClock {
	const clock = new VirtualClock();
	void clock.during(async () => await new Promise(() => undefined));
	return clock;
}
