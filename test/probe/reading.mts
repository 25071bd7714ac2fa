// What is asked without writing anything. What the connector assumes is taken from its own code where it stands there.
import { collect } from '../../nodes/shared/client/walk';
import { ServiceFailure } from '../../nodes/shared/client/failures';
import { path, UnusableId } from '../../nodes/shared/client/path';
import { changelogUpdateList } from '../../nodes/shared/service/changelog-updates';
import { commentList } from '../../nodes/shared/service/comments';
import { documentList } from '../../nodes/shared/service/documents';
import { endUserList } from '../../nodes/shared/service/end-users';
import { npsResponseList } from '../../nodes/shared/service/nps-responses';
import type { List } from '../../nodes/shared/service/pages';
import { postList } from '../../nodes/shared/service/posts';
import type { DataRecord } from '../../nodes/shared/service/records';
import * as schemas from '../../nodes/shared/service/request-bodies';
import { voteDraft } from '../../nodes/shared/service/votes';
import {
	type Answer,
	asAssumed,
	breaksUnless,
	CannotTell,
	isNotForUs,
	Unanswered,
	words,
} from './findings.mts';
import { type ListPage, problemOf, type Query, type Service } from './service.mts';

export interface Question {
	topic: string;
	assumed: string;
	dependsOn: string;
	ask(service: Service): Promise<Answer>;
}

/** A value that no workspace has. */
const NONE = 'connector-probe-none';
const FAR_BEHIND = 99_999;

interface Probed {
	/** As people call it, in the plural. */
	name: string;
	list: List;
	/** How the list is assumed to look. */
	form: string;
	dependsOn: string;
	page(service: Service, query?: Query): Promise<ListPage>;
}

const whole = (name: string, list: List, form: string, dependsOn: string): Probed => ({
	name,
	list,
	form,
	dependsOn,
	page: async (service, query = { per_page: 100 }) => await service.page(list, query),
});

const posts = whole(
	'posts',
	postList,
	'items, by id',
	'Get Many, lists in the editor, the trigger, the credential test',
);
const updates = whole(
	'changelog updates',
	changelogUpdateList,
	'items, by id',
	'Get Many, lists in the editor, the trigger',
);
const users = whole(
	'end-users',
	endUserList,
	'items, by id',
	'Get Many, choosing an end-user in the editor',
);
const responses = whole(
	'NPS responses',
	npsResponseList,
	'data itself, an array',
	'Get Many, the trigger',
);
const documents = whole(
	'documents',
	documentList,
	'items, an array',
	'Get Many, choosing a document in the editor',
);
const comments: Probed = {
	...whole('comments', commentList, 'comments, by id', 'Get Many, choosing a comment'),
	async page(service, query = { per_page: 100 }) {
		const { records } = await posts.page(service);
		const post = records.find(({ total_comments: count }) => Number(count) > 0);
		if (!post) throw new CannotTell('needs a post with comments');
		const { text } = path`/v1/post/${post.feedback_id}/comments`;
		return await service.page(commentList, query, text);
	},
};

const lists = [posts, updates, users, responses, comments, documents];
const listsOfV1 = lists.filter((one) => one !== documents);

export const questions: readonly Question[] = [
	...lists.map(
		(one): Question => ({
			topic: `List of ${one.name}`,
			assumed: one.form,
			dependsOn: one.dependsOn,
			async ask(service) {
				const page = await one.page(service).catch(missing);
				if ('found' in page) return page;
				if (page.records.length === 0) throw new CannotTell('there are none');
				return asAssumed(page.form === one.form, page.form);
			},
		}),
	),
	{
		topic: 'List of groups',
		assumed: 'not needed',
		dependsOn: 'nothing: groups are named by ID',
		async ask(service) {
			const problem = problemOf(await service.get('/v2/groups'));
			return { found: problem ? words(problem) : 'there', verdict: 'holds' };
		},
	},
	{
		topic: 'First page of /v1',
		assumed: '0',
		dependsOn: 'Return All and the trigger begin at page 0',
		async ask(service) {
			const size = 2;
			const first = await service.page(postList, { per_page: size });
			const zero = await service.page(postList, { per_page: size, page: 0 }).catch(refused);
			if ('found' in zero) return { found: `page 0: ${zero.found}`, verdict: 'breaks' };
			const one = await service.page(postList, { per_page: size, page: 1 });
			if (zero.ids.length === 0 && first.ids.length > 0) {
				const goesOn = zero.hasMore === true;
				return { found: '1, and page 0 is empty', verdict: goesOn ? 'differs' : 'breaks' };
			}
			if (one.ids.length === 0) throw new CannotTell('needs a second page of posts');
			return same(zero, one)
				? { found: '1, and page 0 is page 1', verdict: 'differs' }
				: { found: '0', verdict: 'holds' };
		},
	},
	{
		topic: 'A page behind the last one',
		assumed: 'empty',
		dependsOn: 'the end of Return All, where a list does not say has_more',
		async ask(service) {
			const query = { per_page: 100, page: FAR_BEHIND };
			const page = await service.page(postList, query).catch(refused);
			// Lists that say where they end are never asked for more; the one of NPS responses does not say it.
			if ('found' in page) return { ...page, verdict: 'breaks' };
			if (page.hasMore === true) return { found: 'says that there are more', verdict: 'breaks' };
			return asAssumed(page.ids.length === 0, page.ids.length === 0 ? 'empty' : 'not empty');
		},
	},
	{
		topic: 'An empty map',
		assumed: '{}',
		dependsOn: 'nothing: an empty [] is read as well',
		async ask(service) {
			const { empty } = await service.page(postList, { per_page: 100, page: FAR_BEHIND });
			if (!empty) throw new CannotTell('no page is empty');
			return asAssumed(empty === '{}', empty);
		},
	},
	{
		topic: 'Page size of /v1',
		assumed: 'per_page is followed, 10 without it',
		dependsOn: 'how many requests a list takes; never where it ends',
		async ask(service) {
			const largest = await service.page(postList, { per_page: 100 });
			const byDefault = await service.page(postList);
			const two = await service.page(postList, { per_page: 2 });
			if (largest.ids.length < 3) throw new CannotTell('needs 3 posts');
			const isFollowed = two.ids.length === 2;
			const size = byDefault.ids.length;
			const otherwise = size < largest.ids.length || !isFollowed ? `${size}` : `${size} or more`;
			const found = `per_page is ${isFollowed ? 'followed' : 'ignored'}, ${otherwise} without it`;
			return asAssumed(found === this.assumed, found);
		},
	},
	{
		topic: 'has_more in /v1',
		assumed: 'posts, changelog updates, end-users',
		dependsOn: 'speed: with it pages are read ahead, without it the end takes more requests',
		async ask(service) {
			const said: string[] = [];
			for (const one of listsOfV1) {
				const page = await one.page(service).catch(() => undefined);
				if (page?.hasMore !== undefined) said.push(one.name);
			}
			const found = said.join(', ') || 'nowhere';
			return asAssumed(found === this.assumed, found);
		},
	},
	{
		topic: 'A whole list, as Return All reads it',
		assumed: 'each post once, up to 250',
		dependsOn: 'Get Many, lists in the editor',
		async ask(service) {
			const { ids } = await service.page(postList, { per_page: 100 });
			try {
				const walk = { list: postList, query: {}, limit: 250 };
				const all = await collect(service.connector(), walk);
				const read = new Set(all.map((record) => String(record.feedback_id)));
				const missed = ids.filter((id) => !read.has(id)).length;
				// What was created meanwhile pushes others behind the limit.
				if (missed === 0 || read.size === 250) return { found: this.assumed, verdict: 'holds' };
				return { found: `${missed} of the newest ${ids.length} missed`, verdict: 'breaks' };
			} catch (error) {
				if (error instanceof ServiceFailure) throw new Unanswered(error.problem);
				throw error;
			}
		},
	},
	{
		topic: 'Order of posts where none is asked for',
		assumed: 'newest first',
		dependsOn: 'Get Many without Sort; the trigger asks for its order',
		async ask(service) {
			const { records, ids } = await service.fullPage(postList, 3);
			if (new Set(created(records)).size < 2) throw new CannotTell('all posts have one date');
			if (isDescending(created(records))) return { found: 'newest first', verdict: 'holds' };
			const byTrend = await service.page(postList, { per_page: 100, sort: 'trend' });
			const found = same({ ids }, byTrend) ? 'as with sort=trend' : 'another';
			return { found, verdict: 'differs' };
		},
	},
	{
		topic: 'Order of posts on request',
		assumed: 'sort=new, old and updated are followed',
		dependsOn: 'Sort of Get Many; without it the trigger reads whole lists, and is slow',
		async ask(service) {
			const { records } = await service.fullPage(postList, 3);
			if (new Set(created(records)).size < 2) throw new CannotTell('all posts have one date');
			const orders: Array<[sort: string, times: (records: DataRecord[]) => string[]]> = [
				['new', created],
				['old', (sorted) => created(sorted).reverse()],
				['updated', (sorted) => sorted.map(({ updated }) => String(updated))],
			];
			const ignored: string[] = [];
			for (const [sort, times] of orders) {
				const page = await service.page(postList, { per_page: 100, sort });
				if (!isDescending(times(page.records))) ignored.push(sort);
			}
			return breaksUnless(
				ignored.length === 0,
				ignored.length === 0 ? this.assumed : `not followed: ${ignored.join(', ')}`,
			);
		},
	},
	{
		topic: 'Status filter of posts',
		assumed: 'filter',
		dependsOn: 'Status of Get Many and of lists in the editor; the trigger looks at each post',
		async ask(service) {
			const page = await service.fullPage(postList, 2);
			const names = ['filter', 'status'];
			const narrowing = await namesThat(service, posts, page, names, 'status');
			return breaksUnless(narrowing.includes('filter'), narrowing.join(', ') || 'neither');
		},
	},
	{
		topic: 'Status filter of changelog updates',
		assumed: 'status',
		dependsOn: 'Status of Get Many; the trigger looks at each changelog update',
		async ask(service) {
			const { records } = await service.fullPage(changelogUpdateList, 1);
			if (records.every(({ draft }) => draft === true)) throw new CannotTell('all are drafts');
			const narrowing: string[] = [];
			for (const name of ['status', 'filter']) {
				const query = { per_page: 100, [name]: 'draft' };
				const drafts = await updates.page(service, query).catch(refused);
				if ('found' in drafts) continue;
				if (drafts.records.every(({ draft }) => draft === true)) narrowing.push(name);
			}
			return breaksUnless(narrowing.includes('status'), narrowing.join(', ') || 'neither');
		},
	},
	filters(posts, ['type', 'search'], true),
	filters(updates, ['type', 'search'], true),
	filters(users, ['search'], false),
	filters(comments, ['search'], false),
	filters(documents, ['search'], true),
	...lists.map(
		(one): Question => ({
			topic: `IDs of ${one.name}`,
			assumed: one === posts ? 'text' : 'numbers',
			dependsOn: 'what is handed on from step to step: both come out as numbers',
			async ask(service) {
				const { ids, idForm } = await one.page(service);
				if (ids.length === 0) throw new CannotTell('there are none');
				if (!ids.every((id) => isUsable(one.list, id))) return { found: idForm, verdict: 'breaks' };
				return asAssumed(idForm === this.assumed, idForm);
			},
		}),
	),
	{
		topic: 'Fields that the trigger goes by',
		assumed: 'created as YYYY-MM-DD HH:MM:SS; draft and scheduled',
		dependsOn: 'the order of what the trigger delivers; that drafts do not fire it',
		async ask(service) {
			const odd: string[] = [];
			let seen = 0;
			for (const one of [posts, updates, responses]) {
				const page = await one.page(service).catch(() => undefined);
				seen += page?.records.length ?? 0;
				const isOdd = !created(page?.records ?? []).every((time) => TIMESTAMP.test(time));
				if (isOdd) odd.push(`created of ${one.name}`);
			}
			const { records } = await updates.page(service).catch(() => ({ records: [] }));
			for (const name of ['draft', 'scheduled']) {
				if (!records.every((record: DataRecord) => typeof record[name] === 'boolean')) {
					odd.push(name);
				}
			}
			if (seen === 0) throw new CannotTell('there is nothing to look at');
			return odd.length === 0
				? { found: 'as assumed', verdict: 'holds' }
				: { found: `not so: ${odd.join(', ')}`, verdict: 'breaks' };
		},
	},
	{
		topic: 'Fields beyond the documented ones',
		assumed: 'passed through, whatever they are',
		dependsOn: 'nothing: they come out with Simplify off',
		async ask(service) {
			const names = new Set<string>();
			for (const one of lists) {
				const page = await one.page(service).catch(() => undefined);
				const known = one.list.record.fields;
				for (const name of (page?.records ?? []).flatMap(Object.keys)) {
					if (!(name in known) && FIELD_NAME.test(name)) names.add(name);
				}
			}
			const found = [...names].sort().slice(0, MOST_NAMES).join(', ');
			return { found: found || 'none', verdict: found ? 'differs' : 'holds' };
		},
	},
	{
		topic: 'Something that is not there, in /v1',
		assumed: 'HTTP 404, message',
		dependsOn: '"No post with ID"; that a delete whose answer was lost may be repeated',
		ask: async (service) => await error(service, '/v1/post/0', 'notFound', 'HTTP 404, message'),
	},
	{
		topic: 'Something that is not there, in /v2',
		assumed: 'HTTP 404, data.key and data.message',
		dependsOn: '"No document with ID"; that a removal whose answer was lost may be repeated',
		async ask(service) {
			return await error(service, '/v2/documents/0', 'notFound', this.assumed);
		},
	},
	{
		topic: 'A path that is not there',
		assumed: 'HTTP 404',
		dependsOn: 'nothing: no such path is asked for',
		async ask(service) {
			const { status } = await service.get(`/v1/${NONE}`);
			return asAssumed(status === 404, status === 0 ? 'no answer' : `HTTP ${status}`);
		},
	},
	{
		topic: 'A key that is refused, in /v1',
		assumed: 'HTTP 401, message',
		dependsOn: 'that the credential test and errors name the key as the reason',
		async ask(service) {
			const exchange = await service.send('GET', '/v1/posts?per_page=1', undefined, NONE);
			return errorAnswer(exchange, 'unauthorized', this.assumed);
		},
	},
	{
		topic: 'Limits that answers tell',
		assumed: 'none; 300 requests in 60 s in /v2',
		dependsOn: 'nothing: the rate limiter goes by the documented limit and by 429',
		async ask(service) {
			const told = [...service.limits].map(([name, value]) => `${name}: ${value}`).sort();
			return asAssumed(told.length === 0, told.join(', ') || 'none');
		},
	},
];

/** Field names are told, so they have to be names: nobody's data, and no key. */
const FIELD_NAME = /^[a-z][a-z_]{0,29}$/;
const MOST_NAMES = 10;
const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

const created = (records: readonly DataRecord[]) => records.map((record) => String(record.created));
const isDescending = (times: readonly string[]) =>
	times.every((time, index) => index === 0 || times[index - 1] >= time);
const same = (one: Pick<ListPage, 'ids'>, other: Pick<ListPage, 'ids'>) =>
	one.ids.join() === other.ids.join();

/** An endpoint that is not there is an answer too: what needs it does not work. */
function missing(error: unknown): Answer {
	if (!(error instanceof Unanswered)) throw error;
	const { status = 0 } = error.problem;
	if (status === 404 || status === 405) {
		return { found: `not there (HTTP ${status})`, verdict: 'breaks' };
	}
	throw error;
}

function refused(error: unknown): { found: string } {
	if (!(error instanceof Unanswered)) throw error;
	const { status = 0 } = error.problem;
	if (status >= 400 && status < 500) return { found: `refused (HTTP ${status})` };
	throw error;
}

function filters(one: Probed, names: string[], isDocumented: boolean): Question {
	return {
		topic: `Filters of ${one.name}`,
		assumed: names.join(', '),
		dependsOn: isDocumented
			? 'the filters of Get Many; lists in the editor, narrowed by what is typed'
			: 'the filters of Get Many, whose effect the README tells to check',
		async ask(service) {
			const page = await one.page(service);
			if (page.ids.length === 0) throw new CannotTell(`needs one of the ${one.name}`);
			const narrowing = await namesThat(service, one, page, names, 'type');
			const ignored = names.filter((name) => !narrowing.includes(name));
			if (ignored.length === 0) return { found: this.assumed, verdict: 'holds' };
			const found = `without effect: ${ignored.join(', ')}`;
			return { found, verdict: isDocumented ? 'breaks' : 'differs' };
		},
	};
}

/**
 * Which of these parameters narrow a list: with a value that some of its records have in a field, or else with one that
 * none has. To refuse such a value is to look at it.
 */
async function namesThat(
	service: Service,
	one: Probed,
	unfiltered: ListPage,
	names: readonly string[],
	field: string,
): Promise<string[]> {
	const values = unfiltered.records.map((record) => record[field]);
	const shared = values.find((value) => value && values.some((other) => other !== value));
	const narrowing: string[] = [];
	for (const name of names) {
		const value = name === 'search' || shared === undefined ? NONE : String(shared);
		const page = await one.page(service, { per_page: 100, [name]: value }).catch(refused);
		const isNarrowed =
			'found' in page ||
			(value === NONE
				? page.ids.length === 0
				: page.records.every((record) => record[field] === value));
		if (isNarrowed) narrowing.push(name);
	}
	return narrowing;
}

/** Whether the connector can hand an id on: in a path, and an end-user's in a body too. */
function isUsable(list: List, id: string): boolean {
	if (list === endUserList && !voteDraft(schemas).safeParse({ vote: 1, user_id: id }).success)
		return false;
	try {
		return path`/v1/post/${id}`.things.length === 1;
	} catch (error) {
		if (error instanceof UnusableId) return false;
		throw error;
	}
}

async function error(service: Service, address: string, kind: string, assumed: string) {
	return errorAnswer(await service.get(address), kind, assumed);
}

function errorAnswer(
	exchange: Awaited<ReturnType<Service['get']>>,
	kind: string,
	assumed: string,
): Answer {
	const problem = problemOf(exchange);
	const tellsNothing =
		problem &&
		(isNotForUs(problem.kind) || ['connectionLost', 'serverFailed'].includes(problem.kind));
	if (tellsNothing) throw new Unanswered(problem);
	const found = `HTTP ${exchange.status}, ${exchange.errorForm}`;
	if (problem?.kind !== kind) return { found, verdict: 'breaks' };
	return asAssumed(found === assumed, found);
}
