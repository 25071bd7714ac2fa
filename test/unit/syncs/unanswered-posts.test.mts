// Unanswered for Days of Get Many: which posts wait for the team, and the requests that it takes.
import { beforeEach, expect, test } from 'vitest';
import { asked, ids, minutesAgo, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

let customer: number;
let team: number;

ownSandboxInEachTest();
beforeEach(() => {
	[customer, team] = sandbox.createUsers(2);
	sandbox.run('UPDATE users SET admin_id = 17 WHERE user_id = ?', team);
});

const daysAgo = (days: number) => minutesAgo(days * 24 * 60 + 1);

type Word = [by: 'customer' | 'team', days: number, isPrivate?: 'private'];

/** A post with comments. */
function posted([by, days]: Word, ...comments: Word[]): number {
	const user = (one: Word[0]) => (one === 'team' ? team : customer);
	const [post] = sandbox.createPosts(1, { user: user(by), created: daysAgo(days) });
	for (const [author, age, isPrivate] of comments) {
		const created = daysAgo(age);
		sandbox.createComments(1, { post, user: user(author), created, public: !isPrivate });
	}
	return post;
}

const waiting = async (more: object = {}, filters: object = {}, setup: object = {}) =>
	await run('post.getAll', { filters: { unansweredFor: 7, ...filters }, ...more }, [{}], setup);

const rows: Array<[isWaiting: boolean, what: string, words: [Word, ...Word[]]]> = [
	[true, 'a post without a comment', [['customer', 7]]],
	[false, 'a younger one', [['customer', 6]]],
	[false, 'a post by the team', [['team', 9]]],
	[
		false,
		'a post by the team with a comment',
		[
			['team', 9],
			['customer', 8],
		],
	],
	[
		false,
		'an answer',
		[
			['customer', 9],
			['team', 8],
		],
	],
	[
		true,
		'a private answer',
		[
			['customer', 9],
			['team', 8, 'private'],
		],
	],
	[
		true,
		'a comment of a customer',
		[
			['customer', 9],
			['customer', 8],
		],
	],
	[
		true,
		'a comment of yesterday on a post that waits',
		[
			['customer', 9],
			['customer', 1],
		],
	],
	[
		true,
		'a comment after the answer',
		[
			['customer', 20],
			['team', 10],
			['customer', 8],
		],
	],
	[
		false,
		'a comment of yesterday after the answer',
		[
			['customer', 20],
			['team', 10],
			['customer', 1],
		],
	],
	[
		true,
		'two of them, the first long ago',
		[
			['customer', 20],
			['team', 10],
			['customer', 8],
			['customer', 1],
		],
	],
	[
		false,
		'an answer after that',
		[
			['customer', 20],
			['customer', 8],
			['team', 1],
		],
	],
	[
		true,
		'an answer before the first comment',
		[
			['customer', 20],
			['customer', 9],
			['team', 10],
		],
	],
	[
		false,
		'a private comment after the answer',
		[
			['customer', 20],
			['team', 10],
			['customer', 8, 'private'],
		],
	],
];

test.each(rows)('%s: %s', async (isWaiting, _what, words) => {
	const post = posted(...words);
	expect(ids(await waiting(), 'feedback_id')).toEqual(isWaiting ? [post] : []);
});

test.each([undefined, null])(
	'an answer whose public is %j counts, as the service does not say that it is private',
	async (isPublic) => {
		const post = posted(['customer', 9], ['team', 8]);
		const answer = { comment_id: 1, comment: 'Yes', created: daysAgo(8), public: isPublic };
		const comments = { 1: { ...answer, user: { user_id: team, admin_id: 17 } } };
		const value = { status: 'success', data: { comments, has_more: false } };
		sandbox.fault({ path: `/v1/post/${post}/comments`, action: { type: 'json', value } });
		expect(await waiting()).toEqual([]);
	},
);

test('only old posts of customers with comments take a request', async () => {
	const commented = posted(['customer', 9], ['customer', 8]);
	posted(['customer', 8]);
	posted(['customer', 2], ['customer', 1]);
	posted(['team', 9], ['customer', 8]);
	expect(await waiting()).toHaveLength(2);
	expect(asked()).toEqual(['GET /v1/posts', `GET /v1/post/${commented}/comments`]);
});

test('Limit counts the posts that wait, and no more comments than needed are read', async () => {
	const posts = Array.from({ length: 30 }, (_, at) =>
		posted(['customer', 40 - at], at % 2 === 0 ? ['customer', 8] : ['team', 8]),
	);
	const found = ids(await waiting({ limit: 3 }), 'feedback_id');
	expect(found).toEqual([posts[28], posts[26], posts[24]]);
	expect(asked()).toHaveLength(1 + 8);
	expect(await waiting({ returnAll: true })).toHaveLength(15);
});

test('other filters hold, too, and so does Include Metadata', async () => {
	const [, mine] = [posted(['customer', 9]), posted(['customer', 9])];
	sandbox.run('UPDATE posts SET status = ? WHERE feedback_id = ?', 'planned', mine);
	const found = await waiting(
		{ includeMetadata: true },
		{ filter: { __rl: true, mode: 'key', value: 'planned' } },
	);
	expect(found).toMatchObject([{ feedback_id: mine, metadata: {} }]);
});

test('a post that is deleted meanwhile is left out, and another failure is one', async () => {
	const [gone, kept] = [posted(['customer', 9], ['customer', 8]), posted(['customer', 9])];
	const missing = { type: 'status', status: 404 } as const;
	sandbox.fault({ path: `/v1/post/${gone}`, times: 2, action: missing });
	expect(ids(await waiting(), 'feedback_id')).toEqual([kept]);
	sandbox.fault({ path: `/v1/post/${gone}/comments`, action: { type: 'forbidden' } });
	await expect(waiting()).rejects.toThrow('The API key is not allowed');
});
