// What the client and the nodes cost beside plain undici, outside n8n.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Agent, request } from 'undici';
import { FeedbackPosts } from '../../nodes/FeedbackPosts/FeedbackPosts.node';
import { path } from '../../nodes/shared/client/path';
import { collect } from '../../nodes/shared/client/walk';
import { post, postList } from '../../nodes/shared/service/posts';
import { sideBySide, undiciClient } from '../unit/client/undici-transport.mts';
import { bearer, byId, execute } from '../unit/n8n-context.mts';
import { polling } from '../unit/trigger/polling.mts';
import { compare, median, milliseconds, type Row, timed } from './rows.mts';
import type { Service } from './service.mts';

const ITEMS = 500;
const PAGE = 100;

/** @param ids of the posts that are there, of which there are 10,000 */
export async function clientRows(service: Service, ids: readonly number[]): Promise<Row[]> {
	const client = undiciClient(service);
	const posts = ids.length;
	const onePost = path`/v1/post/${ids[0]}`;
	const readAll = timed(async () => await collect(client, { list: postList, query: {} }));
	const get = async () => await client.get(onePost, post);
	const gets = timed(async () => await sideBySide(ITEMS, 8, get));
	await service.control('updates', { count: PAGE, description: 'x'.repeat(200) });
	const newPost = pageOf(0, '&sort=new');
	const newChangelogUpdate = `/v1/updates?status=published&per_page=${PAGE}&page=0`;
	const rows = [
		await compare({
			what: `read ${posts} posts, 0 ms`,
			against: 'plain undici, page after page',
			baseline: timed(async () => await plainLoop(service)),
			measured: readAll,
		}),
		await compare({
			what: `get ${ITEMS} posts, 8 at a time, 0 ms`,
			against: 'plain undici, 8 at a time',
			baseline: timed(
				async () => await sideBySide(ITEMS, 8, async () => await ask(service, onePost.text)),
			),
			measured: gets,
		}),
		await compare({
			what: `the node with ${ITEMS} items, 0 ms`,
			against: 'the client, 8 at a time',
			baseline: gets,
			measured: timed(
				async () =>
					await execute(FeedbackPosts, {
						credentials: bearer(service.baseUrl, service.apiKey),
						parameters: { resource: 'post', operation: 'get', postId: byId(ids[0]) },
						items: Array.from({ length: ITEMS }, () => ({})),
					}),
			),
		}),
		await idlePoll(service, { newPost, newChangelogUpdate }, 1.5),
		await idlePoll(service, { newPost, postChanged: pageOf(0, '&sort=updated') }),
		await longestStall(service),
	];
	await service.control('settings', { latencyMs: 50 });
	rows.push(await sameInFlight(service));
	await service.control('settings', { latencyMs: 0 });
	rows.push(await growth());
	return rows;
}

async function ask(
	{ baseUrl, apiKey }: Service,
	address: string,
	dispatcher?: Agent,
): Promise<unknown> {
	const { body } = await request(baseUrl + address, {
		dispatcher,
		headers: { authorization: `Bearer ${apiKey}` },
	});
	return ((await body.json()) as { data: unknown }).data;
}

const pageOf = (page: number, more = '') =>
	`/v1/posts?type=all&filter=all${more}&per_page=${PAGE}&page=${page}`;

/** What somebody would write who trusts the service: page after page, until there are no more. */
async function plainLoop(service: Service): Promise<unknown[]> {
	const posts: unknown[] = [];
	for (let page = 0; ; page++) {
		const data = (await ask(service, pageOf(page))) as { items: object; has_more: boolean };
		posts.push(...Object.values(data.items));
		if (!data.has_more) return posts;
	}
}

/** Asks for the same pages with as many under way as our own walk has at that point. */
async function sameInFlight(service: Service): Promise<Row> {
	const client = undiciClient(service);
	const windows = await windowsOf(service);
	return await compare({
		what: 'read 10000 posts, 50 ms',
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

/** A trigger polls for weeks: what V8 makes of either side after so many times is what stays. */
const WARM = 1000;

/** CPU of a poll with nothing new, for two events, beside fetching and parsing the same two pages. */
async function idlePoll(
	service: Service,
	events: Readonly<Record<string, string>>,
	goal?: number,
): Promise<Row> {
	const trigger = polling(service, { events: Object.keys(events) });
	const poll = async () => await trigger.poll();
	const fetchAndParse = async () => {
		for (const page of Object.values(events)) await ask(service, page);
	};
	for (let times = 0; times < WARM; times++) {
		await poll();
		await fetchAndParse();
	}
	return await compare({
		what: `CPU of an idle poll, ${Object.keys(events).join(' and ')}`,
		against: 'fetching and parsing the same two pages with undici',
		baseline: cpu(fetchAndParse),
		measured: cpu(poll),
		goal,
		rounds: 9,
	});
}

/** Milliseconds of CPU: of 100 times the median, since every 20th poll looks through older pages. */
const cpu = (work: () => Promise<unknown>) => async () => {
	const taken: number[] = [];
	for (let times = 0; times < 100; times++) {
		const start = process.cpuUsage();
		await work();
		const { user, system } = process.cpuUsage(start);
		taken.push((user + system) / 1000);
	}
	return median(taken);
};

/** How long a timer may have to wait while our code runs: a Return All, and a first poll over all posts. */
async function longestStall(service: Service): Promise<Row> {
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
	return {
		what: 'the longest stall of the event loop, node and poll over 10000 posts',
		against: '50 ms',
		baseline: milliseconds(50),
		measured: milliseconds(median(measured)),
		ratio: median(measured) / 50,
		spread: [Math.min(...measured) / 50, Math.max(...measured) / 50],
		goal: 1,
	};
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

/** A client of a service in memory, with so many posts. */
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
