// What docs/openapi.yaml cannot say of each operation: its endpoint, the fields of the nodes alone, what is sent although
// it is not shown, and what the limits of fields come to. Written from the documents, not from the code under test.

import type { Exchange } from '../sandbox/request-log.mts';
import { bodyOf, type Fields, queryOf } from './openapi.mts';

export interface Endpoint {
	/** Method and path. What stands in braces is taken from the node's field of that name. */
	request: string;
	/** Of a body that is not shown, what is sent all the same. */
	body?: Fields;
	/** Fields that are always part of the body: the service needs them, or would decide for itself who reads it. */
	needs?: readonly string[];
	/** What decides who reads something, who is mailed, what is published, or what is replaced. */
	decides?: readonly string[];
	/** What a person fills in most, in the order in which it stands before the optional fields. */
	first?: readonly string[];
	/** Where it takes less or more than the document says, besides `page` and `per_page`, which every list takes. */
	query?: Fields;
	/** Of an update: what may be without content afterwards; a title, a category and a comment may not. */
	clearable?: readonly string[];
	/** The values of the API that a menu offers; where docs/openapi.yaml shows none, those that services are known to take. */
	choices?: Readonly<Record<string, readonly string[]>>;
	/** What a field holds at first. A field that is not named here begins empty, and a switch off. */
	defaults?: Readonly<Record<string, unknown>>;
	/** A value that is in use in a workspace, for each field that suggests such. */
	inUse?: Readonly<Record<string, { in: string; value: string }>>;
	/** Fields of the node alone, which never go over the wire as they are. */
	own?: readonly string[];
	/** The list is read to its end, and what comes out is made of it. */
	isFolded?: true;
	/** What is asked for next, for each thing that the first answer lists. */
	then?: string;
	/** What comes back is not the record, but its ID or a message. */
	answersInPart?: true;
	/** "Response bodies ... not shown": what comes back may hold more than the output schema says. */
	answerNotShown?: true;
}

/** Fields and their types, as in 'title, user: integer'; what has no type is text. */
function fields(written: string): Fields {
	const named = written.split(', ').map((one) => one.split(': '));
	return Object.fromEntries(named.map(([name, type = 'string']) => [name, { type }]));
}

/** @param key such as `post.getAll` */
export function endpointOf(key: string): Endpoint {
	const { [key]: endpoint } = endpoints;
	if (endpoint) {
		const { request } = endpoint;
		return { body: bodyOf(request), query: queryOf(request), ...endpoint };
	}
	throw new Error(
		`Nothing is written down of '${key}': add its endpoint to test/contract/expectations.mts, at the least '${key}': { request: 'GET /v1/...' }`,
	);
}

const typeOfPost = { in: 'GET /v1/posts', value: 'idea' };
const statusOfPost = { in: 'GET /v1/posts', value: 'open' };
const segment = { in: 'GET /v1/users', value: 'early-access' };
const filtersOfPosts = fields('type, filter, owner, search, segment');
const createdBetween = ['createdSince', 'createdUntil'];
const changedBetween = ['changedSince', 'changedUntil'];
const typeOfUpdate = { in: 'GET /v1/updates', value: 'new' };

/** Where the things are listed that a field chooses one of. */
export const lists: Readonly<Record<string, string>> = {
	postId: 'GET /v1/posts',
	commentId: 'GET /v1/post/{postId}/comments',
	updateId: 'GET /v1/updates',
	userId: 'GET /v1/users',
	user: 'GET /v1/users',
	user_id: 'GET /v1/users',
	endUser: 'GET /v1/users',
	groupId: 'GET /v2/groups',
	documentId: 'GET /v2/documents',
};

/** Names in a query that the document does not show, and that live services are known to take. */
const assumed: Readonly<Record<string, readonly string[]>> = {
	'/v1/posts': ['per_page'],
	'/v1/updates': ['per_page', 'status'],
	'/v1/users': ['page', 'per_page', 'search', 'segment', 'sort', 'sort_dir'],
	'/v1/promoter': ['page', 'per_page', 'date_start', 'date_end'],
};

export const assumedIn = ({ path }: Exchange): readonly string[] =>
	/\/comments\?/.test(path) ? ['per_page'] : (assumed[path.split('?')[0]] ?? []);

export const firstOperations: Readonly<Record<string, string>> = {
	FeedbackChangelog: 'changelogUpdate.create',
	FeedbackDocuments: 'document.create',
	FeedbackGroups: 'group.create',
	FeedbackIntelligence: 'queueItem.create',
	Nps: 'npsResponse.create',
	Feedback: 'post.create',
	FeedbackUsers: 'endUser.get',
};

/** A Get, a Delete and a Remove say what to do if nothing is found. */
const mayBeMissing = {
	own: ['ifNotFound'],
	choices: { ifNotFound: ['fail', 'returnNothing'] },
	defaults: { ifNotFound: 'fail' },
} satisfies Partial<Endpoint>;

export const endpoints: Readonly<Record<string, Endpoint>> = {
	'post.create': {
		request: 'POST /v1/post',
		choices: { ifTitleExists: ['createAnother', 'returnExisting', 'vote'] },
		defaults: { ifTitleExists: 'createAnother' },
		own: ['ifTitleExists'],
		needs: ['title', 'type'],
		first: ['title', 'type'],
		inUse: { type: typeOfPost, status: statusOfPost },
		answersInPart: true,
	},
	'post.delete': { request: 'DELETE /v1/post/{postId}', ...mayBeMissing },
	'post.get': {
		request: 'GET /v1/post/{postId}',
		...mayBeMissing,
		own: ['ifNotFound', 'includeMetadata'],
	},
	'post.getAll': {
		request: 'GET /v1/posts',
		choices: { sort: ['new', 'old', 'priority', 'scoring', 'top', 'trend', 'updated'] },
		// Newest first: an order that moves with votes would repeat posts and leave others out.
		defaults: { sort: 'new', unansweredFor: 7 },
		inUse: { type: typeOfPost, filter: statusOfPost, segment },
		own: [...changedBetween, ...createdBetween, 'endUser', 'includeMetadata', 'unansweredFor'],
	},
	'post.findSimilar': {
		request: 'GET /v1/posts',
		query: {},
		body: fields('text'),
		own: ['text', 'minimumScore'],
		needs: ['text'],
		defaults: { minimumScore: 0 },
		isFolded: true,
		answersInPart: true,
	},
	'post.summarize': {
		request: 'GET /v1/posts',
		query: filtersOfPosts,
		inUse: { type: typeOfPost, filter: statusOfPost, segment },
		own: [...changedBetween, ...createdBetween, 'endUser'],
		isFolded: true,
		answersInPart: true,
	},
	'post.update': {
		request: 'PUT /v1/post/{postId}',
		inUse: { type: typeOfPost },
		clearable: ['description'],
	},

	'comment.create': {
		request: 'POST /v1/post/{postId}/comment',
		needs: ['comment', 'public'],
		decides: ['public'],
		answersInPart: true,
	},
	'comment.delete': { request: 'DELETE /v1/post/{postId}/comment/{commentId}', ...mayBeMissing },
	'comment.get': { request: 'GET /v1/post/{postId}/comment/{commentId}', ...mayBeMissing },
	'comment.getAll': {
		request: 'GET /v1/post/{postId}/comments',
		inUse: { type: { in: 'GET /v1/post/{postId}/comments', value: 'comment' } },
		own: [...changedBetween, ...createdBetween],
	},
	'comment.getAllOfPosts': {
		request: 'GET /v1/posts',
		then: 'GET /v1/post/{feedback_id}/comments',
		query: fields('filter, type'),
		inUse: { filter: statusOfPost, type: typeOfPost },
		own: [...changedBetween, ...createdBetween, 'endUser', 'postChangedSince'],
	},
	// The body is not shown; these are the fields of a comment that a create can set, without its author.
	'comment.update': {
		decides: ['public'],
		request: 'PUT /v1/post/{postId}/comment/{commentId}',
		body: fields('comment, public: boolean, pinned: boolean'),
		clearable: [],
	},

	'vote.upsert': {
		request: 'POST /v1/post/{postId}/vote',
		answerNotShown: true,
		needs: ['vote'],
		defaults: { vote: 1 },
	},

	'postMetadata.get': {
		request: 'GET /v1/post/{postId}/meta',
		answerNotShown: true,
		...mayBeMissing,
	},
	'postMetadata.upsert': {
		request: 'PUT /v1/post/{postId}/meta',
		answerNotShown: true,
		needs: ['key', 'value'],
	},

	'changelogUpdate.create': {
		request: 'POST /v1/update',
		needs: ['title'],
		inUse: { type: typeOfUpdate },
	},
	'changelogUpdate.delete': { request: 'DELETE /v1/update/{updateId}', ...mayBeMissing },
	'changelogUpdate.get': { request: 'GET /v1/update/{updateId}', ...mayBeMissing },
	'changelogUpdate.getAll': {
		request: 'GET /v1/updates',
		query: fields('status, type, search'),
		choices: { status: ['draft', 'published', 'scheduled'] },
		defaults: { status: 'published' },
		inUse: { type: typeOfUpdate },
		own: createdBetween,
	},
	'changelogUpdate.update': {
		decides: ['announcement', 'created', 'draft', 'notify', 'notify_delay', 'segment'],
		request: 'PUT /v1/update/{updateId}',
		inUse: { type: typeOfUpdate, segment },
		clearable: ['description', 'link', 'link_color', 'link_text', 'segment'],
		answersInPart: true,
	},

	'endUser.delete': { request: 'DELETE /v1/user/{userId}', ...mayBeMissing },
	'endUser.get': { request: 'GET /v1/user/{userId}', ...mayBeMissing },
	// The listing is referred to by name only; these are the parameters that live services are known to take.
	'endUser.getAll': {
		request: 'GET /v1/users',
		query: fields('search, segment, sort, sort_dir'),
		inUse: { segment },
		choices: { sort: ['created', 'updated'], sort_dir: ['ASC', 'DESC'] },
		defaults: { sort: 'created', sort_dir: 'DESC' },
		own: [...changedBetween, ...createdBetween],
	},
	'endUser.update': {
		decides: ['mergeCustomData'],
		own: ['mergeCustomData'],
		request: 'PUT /v1/user/{userId}',
		clearable: ['data', 'data_full_name', 'data_id', 'data_img', 'data_mail', 'data_name'],
	},

	'npsResponse.create': {
		decides: ['force'],
		request: 'POST /v1/promoter',
		needs: ['vote'],
		answersInPart: true,
	},
	// The query is not shown; these are the parameters that live services are known to take.
	'npsResponse.getAll': {
		request: 'GET /v1/promoter',
		own: [...changedBetween, ...createdBetween, 'endUser'],
	},

	'npsResponse.summarize': {
		request: 'GET /v1/promoter',
		own: ['period', 'periods'],
		choices: { period: ['month', 'quarter', 'week'] },
		defaults: { period: 'month', periods: 1 },
		isFolded: true,
		answersInPart: true,
	},

	'queueItem.create': {
		request: 'POST /v1/intelligence/queue',
		answerNotShown: true,
		needs: ['text'],
	},

	'group.create': {
		request: 'POST /v2/groups',
		choices: { ifGroupExists: ['fail', 'returnExisting'] },
		defaults: { ifGroupExists: 'fail', weight: 1 },
		own: ['ifGroupExists'],
		needs: ['id'],
	},
	// Only named, and not shown.
	'group.get': { request: 'GET /v2/groups/{groupId}', ...mayBeMissing },
	'group.getAll': { request: 'GET /v2/groups', own: changedBetween },
	'groupMember.add': {
		request: 'POST /v2/groups/{groupId}/members',
		needs: ['user_id'],
		answersInPart: true,
	},
	'groupMember.remove': {
		request: 'DELETE /v2/groups/{groupId}/members/{user_id}',
		...mayBeMissing,
	},

	'document.create': {
		request: 'POST /v2/documents',
		choices: { status: ['archived', 'draft', 'published'] },
		defaults: { status: 'draft' },
		inUse: { document_type: { in: 'GET /v2/documents', value: 'knowledge-base' } },
		needs: ['title', 'status'],
		decides: ['status'],
	},
	'document.get': { request: 'GET /v2/documents/{documentId}', ...mayBeMissing },
	'document.getAll': { request: 'GET /v2/documents', own: changedBetween },
};

/** A field of the trigger, by its API name where it has one. */
export interface TriggerField {
	default?: unknown;
	isRequired?: boolean;
	choices?: readonly string[];
	/** Where the things stand that it suggests, and one of them; an ID of a post where nothing is named. */
	suggests?: { in: string; value?: string };
	/** The events that it shows for; all unless said. */
	shownFor?: readonly string[];
}

const ofPosts = [
	'newComment',
	'newPost',
	'postChanged',
	'postDeleted',
	'postGainingTraction',
	'postReachedVoteThreshold',
	'postStatusChanged',
	'postSubscribersChanged',
	'postVotesChanged',
];
const ofUpdates = ['changelogUpdateEdited', 'newChangelogUpdate'];

/** What the trigger asks for; a part of a collection is named with it. */
export const triggerFields: Readonly<Record<string, TriggerField>> = {
	authentication: {
		default: 'feedbackBearerApi',
		choices: ['feedbackBasicApi', 'feedbackBearerApi'],
	},
	events: {
		default: ['newPost'],
		isRequired: true,
		choices: [
			...ofPosts,
			...ofUpdates,
			'endUserChanged',
			'endUserDeleted',
			'newDocumentVersion',
			'newEndUser',
			'newNpsResponse',
		].sort(),
	},
	fieldsToWatch: {
		default: ['description', 'status', 'title', 'type'],
		choices: ['description', 'status', 'title', 'type'],
		shownFor: ['postChanged'],
	},
	endUserFields: {
		default: ['data', 'data_mail', 'data_full_name', 'segments', 'data_name'],
		choices: ['data', 'data_full_name', 'data_mail', 'data_name', 'segments'],
		shownFor: ['endUserChanged'],
	},
	changelogFields: {
		default: ['created', 'description', 'title', 'type'],
		choices: ['created', 'description', 'title', 'type'],
		shownFor: ['changelogUpdateEdited'],
	},
	votes: { default: 10, isRequired: true, shownFor: ['postReachedVoteThreshold'] },
	votesToGain: { default: 10, isRequired: true, shownFor: ['postGainingTraction'] },
	withinDays: { default: 7, isRequired: true, shownFor: ['postGainingTraction'] },
	'statusChange.from': { suggests: statusOfPost, shownFor: ['postStatusChanged'] },
	'statusChange.to': { suggests: statusOfPost, shownFor: ['postStatusChanged'] },
	'commentFilters.post': { suggests: { in: 'GET /v1/posts' }, shownFor: ['newComment'] },
	'commentFilters.replies': { default: true, shownFor: ['newComment'] },
	'commentFilters.staff': { default: true, shownFor: ['newComment'] },
	'postFilters.segment': { suggests: segment, shownFor: ofPosts },
	'postFilters.filter': { suggests: statusOfPost, shownFor: ofPosts },
	'postFilters.type': { suggests: typeOfPost, shownFor: ofPosts },
	'changelogFilters.status': {
		default: 'published',
		choices: ['draft', 'published', 'scheduled'],
		shownFor: ofUpdates,
	},
	'changelogFilters.type': { suggests: typeOfUpdate, shownFor: ofUpdates },
	changedAnswers: { shownFor: ['newNpsResponse'] },
	'npsFilters.highest': { default: 10, shownFor: ['newNpsResponse'] },
	'npsFilters.lowest': { default: 0, shownFor: ['newNpsResponse'] },
	'npsFilters.group': {
		default: 'detractor',
		choices: ['detractor', 'passive', 'promoter'],
		shownFor: ['newNpsResponse'],
	},
	simplify: { default: true },
	texts: { default: 'asWritten', choices: ['asWritten', 'oneSafeLine'] },
	longestLine: { default: 200 },
	'options.existingItems': { default: 'ignore', choices: ['ignore', 'newest'] },
	'options.ignoreWhileInactive': {},
};

/** An operation and what is set, in the names of the API. */
export type Limit = readonly [operation: string, fields: Readonly<Record<string, unknown>>];
/** The error names the field by its label. */
type Refused = readonly [...Limit, names: string];

/** A character of two UTF-16 units, which counts as one. */
const wide = '😀';
const MEBIBYTES_2 = 2 * 1024 * 1024;
const entries = (count: number, key = 'k', value = 'v') =>
	Object.fromEntries(Array.from({ length: count }, (_, n) => [`${key}${n}`, value]));
const tags = (count: number) => Array.from({ length: count }, (_, n) => `tag-${n}`);
const daysFromNow = (days: number) =>
	new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

/** The service would refuse these, so nothing may be sent: limits, and a message of each kind. `odd-values` tries every field. */
export const refused: readonly Refused[] = [
	['post.create', { created: daysFromNow(2) }, "'Created' must not be in the future"],
	['post.create', { title: ' \t ' }, "'Title' must not be empty"],
	...['03/04/2025', '2025-02-31 10:00:00'].map(
		(created): Refused => ['post.create', { created }, "'Created' must be a date and time"],
	),
	['post.update', { title: { text: 'New' } }, "'Title'"],
	['vote.upsert', { vote: 0.5 }, "'Vote' must be a whole number"],
	['endUser.update', { data: '[1]' }, "'Custom Data' must be a JSON object"],
	['npsResponse.create', { vote: '' }, "'Score' is required"],
	['npsResponse.getAll', { createdSince: '14.03.2025' }, "'Created Since' must be a date"],
	['npsResponse.summarize', { periods: 101 }, "'Number of Periods' must be 1 to 100"],
	['group.create', { id: 'i'.repeat(256) }, "'Own ID'"],
	['group.create', { name: wide.repeat(256) }, "'Name'"],
	[
		'group.create',
		{ type: 't'.repeat(65) },
		"'Type' must be at most 64 characters long, but has 65",
	],
	...['1.200', '12 %'].map(
		(mrr): Refused => [
			'group.create',
			{ mrr },
			`'MRR' must be a number such as 1200 or 99.50, but is '${mrr}'`,
		],
	),
	['group.create', { meta: entries(21) }, "'Metadata' must have at most 20 keys, but has 21"],
	['group.create', { meta: entries(1, 'k'.repeat(255)) }, "'Metadata'"],
	['group.create', { meta: entries(1, 'k', wide.repeat(256)) }, "'Metadata' (meta.k0)"],
	[
		'document.create',
		{ title: wide.repeat(2) },
		"'Title' must be 3 to 500 characters long, but has 2",
	],
	['document.create', { title: wide.repeat(501) }, "'Title'"],
	['document.create', { content: 'é'.repeat(MEBIBYTES_2 / 2) + 'e' }, 'as UTF-8, but has 2097153'],
	['document.create', { tags: tags(51) }, "'Tags' must have at most 50 entries, but has 51"],
];

/** The service accepts, clamps or falls back on these, so they go through as they are. */
export const letThrough: readonly Limit[] = [
	['post.create', { created: daysFromNow(0) }],
	['changelogUpdate.update', { created: daysFromNow(9_999) }],
	['group.create', { id: wide.repeat(255) }],
	['group.create', { name: wide.repeat(255) }],
	['group.create', { type: 't'.repeat(64) }],
	['group.create', { type: 'Key Account' }],
	['group.create', { weight: 11 }],
	['group.create', { weight: -1 }],
	['group.create', { meta: entries(20) }],
	['group.create', { meta: entries(1, 'k'.repeat(254), wide.repeat(255)) }],
	['document.create', { title: wide.repeat(3) }],
	['document.create', { title: wide.repeat(500) }],
	['document.create', { content: 'é'.repeat(MEBIBYTES_2 / 2) }],
	['document.create', { tags: tags(50) }],
];
