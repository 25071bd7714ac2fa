// A trigger over a service in memory, in a time of its own.
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { beforeEach } from 'vitest';
import { StaticData } from '../n8n-context.mts';
import { ownTimeInEachTest, time } from '../own-time.mts';
import { ownChance } from './elapsing.mts';
import {
	type IdForm,
	Listing,
	type ListingAnswer,
	type ListingSettings,
	type Post,
	registration,
	reloaded,
} from './listing.mts';

export function ownTimeAndChanceInEachTest(): void {
	ownTimeInEachTest();
	beforeEach(() => {
		ownChance();
	});
}

export interface Watching {
	events?: string[];
	parameters?: Record<string, unknown>;
	activationMode?: string;
	budgetMs?: number;
	mode?: 'trigger' | 'manual';
}

/** A trigger over a listing, polled once a minute. */
export function watching(
	listing: Listing,
	{ events = ['newPost'], parameters = {}, activationMode, budgetMs, mode: how }: Watching = {},
) {
	let staticData = new StaticData();
	const logged: string[] = [];
	let workflow: string = randomUUID();
	let apiKey = workflow;
	let baseUrl = 'https://feedback.example.com';
	let chosen: { events: string[] } & Record<string, unknown> = { events, ...parameters };
	const registered = (mode = activationMode) =>
		registration(listing, {
			...{ parameters: chosen, staticData, logged, workflow, apiKey, baseUrl },
			...(budgetMs !== undefined && { budgetMs }),
			...(how !== undefined && { mode: how }),
			...(mode !== undefined && { activationMode: mode }),
		});
	let poll = registered();
	return {
		get workflow() {
			return workflow;
		},
		logged,
		get memory() {
			return JSON.parse(JSON.stringify(staticData.node)) as Record<string, IDataObject>;
		},
		async poll() {
			await time.sleep(60_000);
			return await poll();
		},
		async polls(count: number) {
			const items: IDataObject[] = [];
			for (let polled = 0; polled < count; polled++) items.push(...(await this.poll()));
			return items;
		},
		/** A poll at this moment. */
		now: async () => await poll(),
		/** A registration of its own, with what n8n's database holds. */
		restart(mode?: string, saved: object = staticData.node) {
			staticData = reloaded(JSON.parse(JSON.stringify(saved)) as IDataObject);
			poll = registered(mode);
		},
		/** Another API key in the credential. */
		rotateKey() {
			apiKey += '-rotated';
			this.restart('update');
		},
		/** Another Base URL in the credential, which n8n reads again with each poll. */
		move(url: string) {
			baseUrl = url;
			this.restart('init');
		},
		/** n8n starts again: the process knows nothing of this workflow. */
		restartProcess() {
			workflow = randomUUID();
			this.restart('init');
		},
		/** Other settings, published. @param saved what n8n has saved last: nothing of polls without news */
		choose(changed: Record<string, unknown>, saved?: object) {
			chosen = { ...chosen, ...changed };
			this.restart('update', saved);
		},
	};
}

export function listed(count: number, settings: Partial<ListingSettings> = {}): Listing {
	const listing = new Listing({ perPage: 100, ...settings });
	for (let second = 0; second < count; second++) listing.create(second);
	return listing;
}

/** Posts that differ in type, votes and subscribers, on large pages: to the memory it is all one, and takes less time. */
export function varied(count: number, ids: IdForm = 'short'): Listing {
	const listing = new Listing({ perPage: 1_000, ids });
	for (let made = 0; made < count; made++) {
		const type = ['idea', 'bug'][made % 2];
		listing.create(made, { total_subscriber: made % 40, total_sum: made % 300, type });
	}
	return listing;
}

/** A service that answers everything with these records, as they are by then. */
export function answering(rows: readonly unknown[]): Listing {
	const listing = new Listing();
	listing.before = () => ({
		status: 200,
		body: JSON.stringify({ status: 'success', data: { items: rows, has_more: false } }),
	});
	return listing;
}

/** From now on each request takes this long. */
export const slow = (listing: Listing, ms: number) => {
	listing.before = async () => {
		await time.sleep(ms);
		return undefined;
	};
};

export const refusal = (status: number) => ({
	status,
	body: '{"status":"error","message":"no"}',
});

/** From now on requests for this page of a list are refused. */
export const refusePage = (listing: Listing, page: number, how: ListingAnswer = refusal(403)) => {
	listing.before = () => (listing.requests.at(-1)!.get('page') === String(page) ? how : undefined);
};

/** From now on requests to an address that ends so are refused. */
export const refuse = (listing: Listing, end: string, how: ListingAnswer = refusal(403)) => {
	listing.before = () => (listing.paths.at(-1)!.endsWith(end) ? how : undefined);
};

/** From now on everything is answered as usual. */
export const answer = (listing: Listing) => {
	listing.before = () => undefined;
};

/** From now on this post, as it is, stands on top of the list as well. */
export const pin = (listing: Listing, post: Post) => {
	const page = listing.page.bind(listing);
	const row = JSON.stringify({ ...post, feedback_id: String(post.feedback_id) });
	const onTop = `"items":{"${post.feedback_id}":${row},`;
	listing.page = (query) =>
		query.get('page') === '0' ? page(query).replace('"items":{', onTop) : page(query);
};

/** A service at its rate limit, which asks to wait this many seconds. */
export const limited = (seconds: number) => ({
	status: 429,
	headers: { 'retry-after': String(seconds) },
	body: '{"status":"error","data":{"key":"rate_limit"}}',
});
