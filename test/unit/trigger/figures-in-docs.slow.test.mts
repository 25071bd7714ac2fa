// The figures in the pages of the trigger, beside what a few polls show. Those of the requests stand in a test of their own.
import { events } from '../../../nodes/FeedbackTrigger/events';
import { figure } from '../../figures.mts';
import { ownTimeAndChanceInEachTest, time } from '../own-time.mts';
import { listed, type Listing, refuse, varied } from './listing.mts';
import { begun, commented, watching } from './n8n.mts';

ownTimeAndChanceInEachTest();

const PAGE = 'docs/trigger.md';
const LIMITS = 'docs/trigger-limits.md';
const A_FIFTH = 0.2;
figure(PAGE, /the newest (\S+) records of a list/, pageSize);
figure(PAGE, /fires within (\S+) minutes, or one minute for each (\S+) records/, auditOfLongList);
figure(LIMITS, /is named in the (\S+) poll in a row, and then once in (\S+) hours/, failedPolls);
figure(LIMITS, /as with more than (\S+) records/, recordsOfFirstPoll);
figure(LIMITS, /asks for (\S+) by ID, or one a minute, at most (\S+)\./, askedByIdInOnePoll);
figure(PAGE, /Post Gaining Traction\*\* is (\d+)\/(\d+) of its days at most/, longestWindow);
figure(LIMITS, /It is not listed within (\S+) minutes/, minutesInVain);
figure(LIMITS, /more than (\S+) pages of comments in no order/, pagesOfComments);
figure(
	LIMITS,
	/([\d,]+) KB: (?:about )?([\d,]+) posts with all events of posts/,
	mostPosts,
	A_FIFTH,
);
figure(LIMITS, /([\d,]+) posts take about ([\d,]+) KB/, bytesOfFiltered, A_FIFTH);
figure(
	LIMITS,
	/([\d,]+) triggers with ([\d,]+) posts each take about ([\d,]+) MB/,
	bytesOfTriggers,
	A_FIFTH,
);

const ofPosts = events.filter(({ list }) => list.path === '/v1/posts').map(({ value }) => value);

/** In which poll a list that fails beside another one is named, and after how many hours it is named again. */
async function failedPolls(): Promise<number[]> {
	const listing = listed(5);
	const trigger = await begun(listing, ['newPost', 'newEndUser']);
	refuse(listing, '/v1/users');
	const named: number[] = [];
	for (let polls = 1; polls <= 50; polls++) {
		await time.sleep(3_600_000);
		await trigger.now().catch(() => void named.push(polls));
	}
	return [named[0], named[1] - named[0]];
}

async function pageSize(): Promise<number[]> {
	const listing = listed(5);
	await watching(listing).poll();
	return [Number(listing.requests[0].get('per_page'))];
}

/** The most minutes in which all pages of a list of 2,000 were read, and the records of a page. */
async function auditOfLongList(): Promise<number[]> {
	const records = 2_000;
	const listing = listed(records);
	const trigger = watching(listing);
	// It takes longest from the end of a round, as there is one poll more than pages to audit.
	await trigger.polls(20);
	listing.requests = [];
	const pagesRead = () => new Set(listing.requests.map((query) => query.get('page'))).size;
	let polls = 0;
	for (; pagesRead() < records / 100 && polls < 100; polls++) await trigger.poll();
	return [polls, 100];
}

/** Of 150 posts that are deleted at once, the most that a poll asks for by their IDs: with a poll each minute, and each day. */
async function askedByIdInOnePoll(): Promise<number[]> {
	const most: number[] = [];
	for (const minutes of [1, 24 * 60]) {
		const listing = listed(200);
		const trigger = watching(listing, { events: ['postDeleted'] });
		await trigger.polls(5);
		const gone = [...listing.posts.values()].slice(10, 160);
		for (const post of gone) listing.delete(post);
		const paths = new Set(gone.map(({ feedback_id: id }) => `/v1/post/${id}`));
		const asked: number[] = [];
		for (let polls = 0; polls < 50; polls++) {
			listing.paths.length = 0;
			await time.sleep(minutes * 60_000);
			await trigger.now();
			asked.push(listing.paths.filter((path) => paths.has(path)).length);
		}
		most.push(Math.max(...asked));
	}
	return most;
}

/** The eighths of eight days between votes that together make a post gain traction, and all eight of them. */
async function longestWindow(): Promise<number[]> {
	const [days, quarterMs] = [8, 6 * 3_600_000];
	const parameters = { votesToGain: 10, withinDays: days };
	let longest = 0;
	for (let at = 0; at < 4; at++) {
		for (let quarters = 4 * 6; quarters < 4 * 11; quarters++) {
			const listing = listed(1);
			const trigger = watching(listing, { events: ['postGainingTraction'], ...parameters });
			const [post] = listing.posts.values();
			const pass = async (count: number) => {
				for (let passed = 0; passed < count; passed++) {
					await time.sleep(quarterMs);
					await trigger.now();
				}
			};
			await pass(2 + at);
			post.total_sum += 5;
			await pass(quarters);
			post.total_sum += 5;
			await time.sleep(quarterMs);
			if ((await trigger.now()).length > 0) longest = Math.max(longest, quarters);
		}
	}
	return [Math.ceil((longest + 1) / 4), days];
}

async function recordsOfFirstPoll(): Promise<number[]> {
	const listing = listed(12_000);
	await watching(listing).poll();
	return [100 * listing.requests.length];
}

/** For how many minutes a comment is looked for that its post counts and does not list. */
async function minutesInVain(): Promise<number[]> {
	const { listing, posts, poll, asked } = await commented([2]);
	listing.comment(posts[0], 9_000);
	await poll();
	posts[0].total_comments++;
	await poll();
	const first = time.now();
	let last = first;
	for (let polls = 0; polls < 300; polls++) {
		await time.sleep(6_000);
		asked();
		await poll();
		if (asked().some((path) => path.endsWith('/comments'))) last = time.now();
	}
	return [Math.round((last - first) / 60_000)];
}

/** The most pages of comments for which a post is read to its end: of a longer one few are read. */
async function pagesOfComments(): Promise<number[]> {
	const pages: number[] = [];
	for (const count of [99, 199, 209, 299]) {
		const { listing, posts, poll, asked } = await commented([count], { comments: 'in no order' });
		listing.comment(posts[0], 9_000);
		asked();
		await poll();
		pages.push(asked().filter((path) => path.endsWith('/comments')).length);
	}
	return [Math.max(...pages)];
}

/** Bytes that n8n stores for a trigger over these posts. */
async function bytesOf(
	listing: Listing,
	parameters: Readonly<Record<string, unknown>> = { events: ofPosts },
): Promise<number> {
	const trigger = watching(listing, parameters);
	await trigger.polls(3);
	return JSON.stringify(trigger.memory).length;
}

/** The most kilobytes of a snapshot, and how many posts with long IDs they hold. */
async function mostPosts(): Promise<number[]> {
	const posts = 4_000;
	const [most, some] = [
		await bytesOf(varied(20_000, '19 digits')),
		await bytesOf(varied(posts, '19 digits')),
	];
	return [most / 1_000, (most * posts) / some];
}

async function bytesOfFiltered(): Promise<number[]> {
	const posts = 25_000;
	const parameters = { postFilters: { filter: 'planned' } };
	return [posts, (await bytesOf(varied(posts), parameters)) / 1_000];
}

async function bytesOfTriggers(): Promise<number[]> {
	const [triggers, posts] = [1_000, 10_000];
	return [triggers, posts, (triggers * (await bytesOf(varied(posts)))) / 1_000_000];
}
