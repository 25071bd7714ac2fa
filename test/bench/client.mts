// What the client and the nodes cost beside plain undici, outside n8n.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { request } from 'undici';
import { FeedbackPosts } from '../../nodes/FeedbackPosts/FeedbackPosts.node';
import { events } from '../../nodes/FeedbackTrigger/events';
import { collect } from '../../nodes/shared/client/walk';
import { postList } from '../../nodes/shared/service/posts';
import { undiciClient } from '../unit/client/undici-transport.mts';
import { bearer, execute } from '../unit/n8n-context.mts';
import { polling } from '../unit/trigger/polling.mts';
import { compare, milliseconds, type Row, timed, toRow } from './rows.mts';
import type { Service } from './service.mts';

const PAGE = 100;
const EVENTS_OF_POSTS = events
	.filter(({ list }) => list === postList)
	.map(({ option }) => option.value);

/** @param ids of the existing posts */
export async function clientRows(service: Service, ids: readonly number[]): Promise<Row[]> {
	const rows = [await longestStall(service, ids.length), await oneChange(service, ids)];
	await service.control('settings', { latencyMs: 50 });
	rows.push(await sameInFlight(service, ids.length), await growth());
	return rows;
}

async function ask({ baseUrl, apiKey }: Service, address: string): Promise<unknown> {
	const { body } = await request(baseUrl + address, {
		headers: { authorization: `Bearer ${apiKey}` },
	});
	return ((await body.json()) as { data: unknown }).data;
}

export const pageOf = (page: number) =>
	`/v1/posts?type=all&filter=all&per_page=${PAGE}&page=${page}`;

/** Asks for the same pages with as many under way as our own walk has at that point. */
async function sameInFlight(service: Service, posts: number): Promise<Row> {
	const client = undiciClient(service);
	const windows = await windowsOf(service);
	return await compare({
		what: `read ${posts} posts, 50 ms`,
		against: 'plain undici, as many requests under way',
		baseline: timed(async () => {
			const underWay: Array<Promise<unknown>> = [];
			let asked = 0;
			for (const window of windows) {
				while (underWay.length < window) underWay.push(ask(service, pageOf(asked++)));
				await underWay.shift();
			}
			await Promise.all(underWay);
		}),
		measured: timed(async () => await collect(client, { list: postList, query: {} })),
		goal: 1.25,
	});
}

/** How many requests were under way whenever a page was waited for. */
async function windowsOf(service: Service): Promise<number[]> {
	let underWay = 0;
	const windows: number[] = [];
	const watched = undiciClient(service);
	const page = watched.page.bind(watched);
	let last = Promise.resolve<unknown>(undefined);
	watched.page = async (...given) => {
		underWay++;
		const answer = page(...given).finally(() => underWay--);
		const before = last;
		last = answer.catch(() => undefined);
		await before;
		windows.push(underWay);
		return await answer;
	};
	await collect(watched, { list: postList, query: {} });
	return windows;
}

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

/**
 * Time by number of records, as the exponent of a power: 1 is linear. Over pages that cost the same wherever they stand,
 * which those of a database do not.
 */
async function growth(): Promise<Row> {
	const sizes = [1_000, 10_000, 100_000];
	const times: number[] = [];
	for (const size of sizes) {
		const read = timed(async () => await collect(madeUp(size), { list: postList, query: {} }));
		const rounds: number[] = [];
		for (let round = 0; round < 5; round++) rounds.push(await read());
		times.push(Math.min(...rounds));
	}
	const exponent = Math.log(times[2] / times[0]) / Math.log(sizes[2] / sizes[0]);
	return {
		what: 'time for 100000 posts beside 1000, as an exponent',
		against: 'linear',
		baseline: milliseconds(times[0]),
		measured: milliseconds(times[2]),
		ratio: exponent,
		spread: [exponent, exponent],
		goal: 1.1,
	};
}

/** A client of a service in memory, with this many posts. */
function madeUp(posts: number) {
	const description = 'x'.repeat(200);
	const nowhere = { baseUrl: 'http://127.0.0.1:9', apiKey: 'key' };
	return undiciClient(nowhere, undefined, {
		transport: async ({ url }) => {
			const from = Number(new URL(url).searchParams.get('page')) * PAGE;
			const count = Math.max(0, Math.min(PAGE, posts - from));
			const items = Array.from({ length: count }, (_, n) => ({
				feedback_id: String(from + n),
				title: `Post ${from + n}`,
				description,
				total_sum: '3',
				created: '2025-03-14 09:26:53',
			}));
			const data = { items, has_more: from + PAGE < posts };
			const body = JSON.stringify({ status: 'success', data });
			return await Promise.resolve({ status: 200, headers: {}, body });
		},
	});
}
