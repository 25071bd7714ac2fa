// What the nodes cost outside n8n.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { FeedbackPosts } from '../../nodes/FeedbackPosts/FeedbackPosts.node';
import { events } from '../../nodes/FeedbackTrigger/events';
import { postList } from '../../nodes/shared/service/posts';
import { bearer, execute } from '../unit/n8n-context.mts';
import { polling } from '../unit/trigger/polling.mts';
import { type Row, toRow } from './rows.mts';
import type { Service } from './service.mts';

const PAGE = 100;
const EVENTS_OF_POSTS = events.filter(({ list }) => list === postList).map(({ value }) => value);

/** @param ids of the existing posts */
export async function clientRows(service: Service, ids: readonly number[]): Promise<Row[]> {
	return [await longestStall(service, ids.length), await oneChange(service, ids)];
}

export const pageOf = (page: number) =>
	`/v1/posts?type=all&filter=all&per_page=${PAGE}&page=${page}`;

const MOST_STALL_MS = 50;

/** How long a timer may have to wait while our code runs: a Return All, and a first poll over all posts. */
async function longestStall(service: Service, posts: number): Promise<Row> {
	const stall = async (work: () => Promise<unknown>) => {
		const delay = monitorEventLoopDelay({ resolution: 1 });
		delay.enable();
		await work();
		delay.disable();
		return delay.max / 1e6;
	};
	const measured: number[] = [];
	for (let times = 0; times < 5; times++) {
		measured.push(
			await stall(
				async () =>
					await execute(FeedbackPosts, {
						credentials: bearer(service.baseUrl, service.apiKey),
						parameters: { resource: 'post', operation: 'getAll', returnAll: true },
					}),
			),
			await stall(
				async () => await polling(service, { events: ['newPost', 'postChanged'] }).poll(),
			),
		);
	}
	return toRow(
		{
			what: `the longest stall of the event loop, node and poll over ${posts} posts`,
			against: `${MOST_STALL_MS} ms`,
		},
		measured.map((stalled) => [MOST_STALL_MS, stalled]),
		{ goal: 1 },
	);
}

const MOST_FOR_A_CHANGE_MS = 30;

/** CPU of a poll that finds one change, with all events of posts. */
async function oneChange(service: Service, ids: readonly number[]): Promise<Row> {
	const trigger = polling(service, { events: EVENTS_OF_POSTS, votes: 1_000 });
	await trigger.poll();
	const measured: number[] = [];
	for (let times = 0; times < 25; times++) {
		// A vote does not move a post up, so those that are on the newest page get one.
		await service.create(`/v1/post/${ids.at(-1 - times)}/vote`, { vote: 1 });
		const before = process.cpuUsage();
		const { length } = await trigger.poll();
		const { user, system } = process.cpuUsage(before);
		if (length !== 1) throw new Error(`A vote came as ${length} items`);
		// The first ones warm up.
		if (times >= 5) measured.push((user + system) / 1_000);
	}
	return toRow(
		{
			what: `a poll that finds a change among ${ids.length} posts, ${EVENTS_OF_POSTS.length} events: CPU`,
			against: `${MOST_FOR_A_CHANGE_MS} ms`,
		},
		measured.map((taken) => [MOST_FOR_A_CHANGE_MS, taken]),
		{ goal: 1 },
	);
}
