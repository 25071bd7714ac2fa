// What the specification leaves open, as questions that are asked by reading alone, and what each answer means. The client of
// the nodes asks, so what is found is what they make of a service. Nothing that a service said is quoted.
import type { FeedbackClient } from '../../nodes/shared/client/client';
import { ServiceFailure } from '../../nodes/shared/client/service-failure';
import { path } from '../../nodes/shared/client/path';
import { collect } from '../../nodes/shared/client/walk';
import { changelogUpdateList } from '../../nodes/shared/service/changelog-updates';
import { commentList } from '../../nodes/shared/service/comments';
import { document, documentList } from '../../nodes/shared/service/documents';
import { endUserList } from '../../nodes/shared/service/end-users';
import { npsResponseList } from '../../nodes/shared/service/nps-responses';
import type { List, Page } from '../../nodes/shared/service/pages';
import { post, postList } from '../../nodes/shared/service/posts';
import { type DataRecord, idOf } from '../../nodes/shared/service/records';

/** README.md says what each means. */
export type Verdict = 'as assumed' | 'differs' | 'BREAKS' | 'NO ANSWER' | 'not known';

export interface Question {
	topic: string;
	/** What in the connector depends on it. */
	matters: string;
	/** What may be found and what it means, beginning with what the connector assumes. */
	answers: Readonly<Record<string, Verdict>>;
	/** What everything else means. */
	otherwise: Verdict;
	/** @param stranger the same with a key that the service does not know */
	ask(service: FeedbackClient, stranger: FeedbackClient): Promise<string>;
}

/** There is too little in the workspace. */
export class Needs extends Error {}

/** A value that no workspace has. */
const NONE = 'connector-probe-none';
const READ_AS_EMPTY = 'a refusal, read as empty';
const LARGE = { per_page: 100 };

type Query = Readonly<Record<string, string | number>>;
type Read = (service: FeedbackClient, query?: Query, page?: number) => Promise<Page>;
const of =
	(list: List): Read =>
	async (service, query = LARGE, page = 0) =>
		await service.page(list, page, { query });

const posts = of(postList);
const updates = of(changelogUpdateList);
const comments: Read = async (service, query = LARGE, page = 0) => {
	const { records } = await posts(service);
	const commented = records.find(({ total_comments: count }) => Number(count) > 0);
	if (!commented) throw new Needs('a post with comments');
	const place = path`/v1/post/${commented.feedback_id}/comments`;
	return await service.page(commentList, page, { path: place, query });
};

/** Each list, with the parameters that narrow it and what it means if they do not: more where the specification shows them. */
const lists: ReadonlyArray<[name: string, List, otherwise: Verdict, filters: string[]]> = [
	['posts', postList, 'BREAKS', ['filter', 'type', 'search']],
	['changelog updates', changelogUpdateList, 'BREAKS', ['type', 'search']],
	['end-users', endUserList, 'differs', ['search']],
	['NPS responses', npsResponseList, 'differs', []],
	['comments', commentList, 'differs', ['search']],
	['documents', documentList, 'BREAKS', ['search']],
];
const reading = (list: List) => (list === commentList ? comments : of(list));

export const questions: readonly Question[] = [
	{
		topic: 'A list of the service',
		matters: 'everything: without it nothing else is asked',
		answers: { answered: 'as assumed' },
		otherwise: 'NO ANSWER',
		async ask(service) {
			const [first, second] = await Promise.allSettled([posts(service), updates(service)]);
			if (first.status === 'rejected' && second.status === 'rejected') throw first.reason;
			return 'answered';
		},
	},
	...lists.map(
		([name, list]): Question => ({
			topic: `List of ${name}`,
			matters: 'Get Many, lists in the editor, the trigger',
			answers: { 'read, with IDs and times': 'as assumed' },
			otherwise: 'BREAKS',
			async ask(service) {
				const page = await reading(list)(service).catch(refusal);
				if (typeof page === 'string') return page;
				const times = timesOf(filled(page, 1, name), 'created');
				const isUsual = times.every((time) => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(time));
				if (idsIn(list, page).some((id) => id === undefined)) return 'read, without IDs';
				return isUsual ? 'read, with IDs and times' : 'read, with times in another form';
			},
		}),
	),
	{
		topic: 'First page of /v1',
		matters: 'Return All and the trigger begin at page 0',
		answers: { '0': 'as assumed', '1, and page 0 is page 1': 'differs' },
		otherwise: 'BREAKS',
		async ask(service) {
			const zero = await posts(service, { per_page: 2 });
			const one = filled(await posts(service, { per_page: 2 }, 1), 1, 'a second page of posts');
			if (zero.records.length === 0) return '1, and page 0 is empty';
			return idsIn(postList, zero).join() === idsIn(postList, one).join()
				? '1, and page 0 is page 1'
				: '0';
		},
	},
	{
		topic: 'A page behind the last one',
		matters: 'the end of Return All, where a list does not say has_more',
		answers: { empty: 'as assumed', [READ_AS_EMPTY]: 'differs', 'not empty': 'differs' },
		otherwise: 'BREAKS',
		async ask(service) {
			const page = await posts(service, LARGE, 99_999).catch(refusal);
			if (typeof page === 'string') return page;
			if (page.refusal) return READ_AS_EMPTY;
			if (page.hasMore === true) return 'says that there are more';
			return page.records.length === 0 ? 'empty' : 'not empty';
		},
	},
	{
		topic: 'A list without any match',
		matters: 'filters, searches, If the Title Exists, the trigger in a new workspace',
		answers: { 'an empty list': 'as assumed', [READ_AS_EMPTY]: 'differs' },
		otherwise: 'BREAKS',
		async ask(service) {
			const page = await posts(service, { ...LARGE, search: NONE }).catch(refusal);
			if (typeof page === 'string') return page;
			return page.refusal ? READ_AS_EMPTY : 'an empty list';
		},
	},
	{
		topic: 'Page size and has_more of /v1',
		matters: 'how many requests a list takes; never where it ends',
		answers: { 'per_page is followed, has_more is said': 'as assumed' },
		otherwise: 'differs',
		async ask(service) {
			filled(await posts(service), 3, 'posts');
			const { records, hasMore } = await posts(service, { per_page: 2 });
			const size = records.length === 2 ? 'followed' : 'ignored';
			return `per_page is ${size}, has_more is ${hasMore === undefined ? 'not said' : 'said'}`;
		},
	},
	{
		topic: 'A whole list, as Return All reads it',
		matters: 'Get Many, lists in the editor',
		answers: { 'all of the newest 100 posts': 'as assumed' },
		otherwise: 'BREAKS',
		async ask(service) {
			const walk = { list: postList, query: {}, limit: MOST_READ };
			const read = new Set(idsIn(postList, { records: await collect(service, walk) }));
			const missed = idsIn(postList, await posts(service)).filter((id) => !read.has(id)).length;
			// What was created since then pushes others behind the limit.
			if (missed === 0 || read.size === MOST_READ) return 'all of the newest 100 posts';
			return `${missed} of the newest 100 posts missed`;
		},
	},
	...['new', 'old', 'updated'].map(
		(sort): Question => ({
			topic: `Order of posts by sort=${sort}`,
			matters: 'Sort of Get Many; without it the trigger reads whole lists, and is slow',
			answers: { followed: 'as assumed' },
			otherwise: 'BREAKS',
			async ask(service) {
				const field = sort === 'updated' ? 'updated' : 'created';
				const times = timesOf(await posts(service, { ...LARGE, sort }), field);
				if (new Set(times).size < 2) throw new Needs('posts of different times');
				const sorted = sort === 'old' ? times.toSorted() : times.toSorted().reverse();
				return times.join() === sorted.join() ? 'followed' : 'not followed';
			},
		}),
	),
	...lists.flatMap(([name, list, otherwise, parameters]) =>
		parameters.map(
			(parameter): Question => ({
				topic: `Filter ${parameter} of ${name}`,
				matters: 'the filters of Get Many; lists in the editor',
				answers: { followed: 'as assumed' },
				otherwise,
				async ask(service) {
					const read = reading(list);
					filled(await read(service), 1, name);
					const page = await read(service, { ...LARGE, [parameter]: NONE }).catch(refusal);
					// To refuse such a value is to look at it.
					return typeof page === 'string' || page.records.length === 0
						? 'followed'
						: 'without effect';
				},
			}),
		),
	),
	{
		topic: 'Filter status of changelog updates',
		matters: 'Status of Get Many; the trigger looks at each changelog update',
		answers: { followed: 'as assumed' },
		otherwise: 'BREAKS',
		async ask(service) {
			const isDraft = ({ draft }: DataRecord) => draft === true;
			if ((await updates(service)).records.every(isDraft)) throw new Needs('a published update');
			const { records } = await updates(service, { ...LARGE, status: 'draft' });
			return records.every(isDraft) ? 'followed' : 'without effect';
		},
	},
	{
		topic: 'A post that is not there',
		matters: '"No post with ID"; that a delete whose answer was lost may be repeated',
		answers: { 'HTTP 404: notFound': 'as assumed' },
		otherwise: 'BREAKS',
		ask: async (service) =>
			await service.get(path`/v1/post/${999_999_999}`, post).then(() => 'a post', refusal),
	},
	{
		topic: 'A document that is not there',
		matters: '"No document with ID"',
		answers: { 'HTTP 404: notFound': 'as assumed' },
		otherwise: 'BREAKS',
		ask: async (service) =>
			await service.get(path`/v2/documents/${999_999_999}`, document).then(() => 'one', refusal),
	},
	{
		topic: 'A key that the service does not know',
		matters: 'that the credential test and errors name the key as the reason',
		answers: { 'HTTP 401: unauthorized': 'as assumed' },
		otherwise: 'BREAKS',
		ask: async (_, stranger) => await posts(stranger).then(() => 'taken', refusal),
	},
];

const MOST_READ = 250;

const idsIn = (list: List, { records }: Pick<Page, 'records'>) =>
	records.map((record) => idOf(list.record, record));
const timesOf = ({ records }: Page, field: string) =>
	records.map((record) => String(record[field]));

/** Says nothing of how a service does things: a broken connection, a limit, the plan or the permissions of the key. */
const NO_TRAIT = ['connectionLost', 'serverFailed', 'rateLimited', 'forbidden', 'upgradeRequired'];

/** What the client makes of a refusal, which is an answer too. */
function refusal(error: unknown): string {
	if (!(error instanceof ServiceFailure)) throw error;
	const { kind, status } = error.problem;
	if (!status || NO_TRAIT.includes(kind)) throw error;
	return `HTTP ${status}: ${kind}`;
}

function filled(page: Page, least: number, what: string): Page {
	if (page.records.length < least) throw new Needs(least > 1 ? `${least} ${what}` : what);
	return page;
}
