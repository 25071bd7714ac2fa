// Texts by which people decide who reads, who is mailed, what is deleted, and whose vote it is: what each claims is tried.
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { allFields } from '../../contract/examples.mts';
import { operations } from '../../contract/nodes.mts';
import { fieldsOf } from '../../../nodes/shared/node/operation';
import {
	ask,
	asked,
	by,
	ids,
	ownSandboxInEachTest,
	run,
	sandbox,
} from '../syncs/run-in-sandbox.mts';

ownSandboxInEachTest();

/** The text of an operation, of a field of it, or of one of the choices of a field. */
function textAt(place: string): string | undefined {
	const [, key, label, part] = /^(\S+): (?:(.+), )?(.+)$/.exec(place)!;
	const { operation } = operations.find((one) => one.key === key)!;
	if (!label) return part === 'notice' ? operation.notice : operation.option.description;
	const fields = fieldsOf(operation);
	const inner = allFields({ ...operation, path: [], fields }).map(({ field }) => field);
	const field = [...fields, ...inner].find(({ displayName }) => displayName === label);
	if (part === 'hint' || part === 'description') return field?.[part];
	const choices = (field?.options ?? []) as Array<{ name: string; description?: string }>;
	return choices.find(({ name }) => `choice ${name}` === part)?.description;
}

const post = (settings = {}) => sandbox.createPosts(1, settings)[0];
const user = (settings = {}) => sandbox.createUsers(1, settings)[0];
const update = (settings = {}) => sandbox.createUpdates(1, settings)[0];
const count = (table: string) => sandbox.rows(`SELECT * FROM ${table}`).length;
const only = (table: string) => sandbox.rows(`SELECT * FROM ${table}`)[0];
const body = () => sandbox.requests.at(-1)!.body as IDataObject;
const comment = async (postId: number, isPublic: boolean) =>
	await run('comment.create', { postId: by('id', postId), comment: 'Hi', public: isPublic });
const getPost = async (id: unknown) =>
	(await run('post.get', { postId: by('id', id), simplify: false }))[0] as IDataObject & {
		user: IDataObject;
	};
const vote = async (id: number, value: number, more = {}) =>
	await run('vote.upsert', { postId: by('id', id), vote: value, ...more });
const lost = { action: { type: 'resetAfter' as const } };
const change = async (updateFields: object, clearFields: string[] = []) =>
	await run('changelogUpdate.update', { updateId: by('id', update()), updateFields, clearFields });

const ADVICE =
	'This text decides what people do. Try what the new one claims here, and then change it.';

/**
 * What a text says, and what has to be true then.
 * @param place of a field such as `vote.upsert: Vote, hint`, or of the operation itself such as `post.delete: notice`
 */
function claim(place: string, text: string, check: () => Promise<void>): void {
	test(place, async () => {
		expect(textAt(place), ADVICE).toBe(text);
		await check();
	});
}

claim('vote.upsert: Vote, hint', 'Usually 1 for an upvote and -1 for a downvote', async () => {
	const id = post();
	await vote(id, 1, { user_id: by('id', user()) });
	expect(await getPost(id)).toMatchObject({ total_up: 1, total_down: 0 });
	await vote(id, -1, { user_id: by('id', user({ data_name: 'other' })) });
	expect(await getPost(id)).toMatchObject({ total_up: 1, total_down: 1 });
});

claim(
	'vote.upsert: Vote, description',
	'The vote, as a whole number. The API cannot list or remove votes.',
	async () => {
		await expect(vote(post(), 0.5)).rejects.toThrow("'Vote' must be a whole number");
	},
);

claim(
	'vote.upsert: End-User, description',
	'The end-user who votes, by ID (user_id), email address or your own ID (data_id). If empty, the service decides whose vote it is.',
	async () => {
		const ada = user({ data_mail: 'ada@example.com', data_id: 'customer-815' });
		const ways = [by('id', ada), by('data_mail', 'ada@example.com'), by('data_id', 'customer-815')];
		for (const way of ways) {
			await vote(post(), 1, { user_id: way });
			expect(body()).toEqual({ vote: 1, user_id: ada });
		}
		await vote(post(), 1);
		expect(body()).toEqual({ vote: 1 });
	},
);

claim(
	'npsResponse.create: Score, hint',
	'Required. Usually from 1 (not at all likely) to 10 (very likely)',
	async () => {
		await run('npsResponse.create', { vote: 10 });
		expect(body()).toEqual({ vote: 10 });
		await expect(run('npsResponse.create', { vote: '' })).rejects.toThrow("'Score'");
	},
);

claim(
	'npsResponse.create: Always Record New Response, description',
	'Whether to add a response even if the end-user gave one recently. Otherwise the service may replace the recent one.',
	async () => {
		const user_id = by('id', user());
		for (const force of [false, false, true]) {
			await run('npsResponse.create', { vote: 9, user_id, additionalFields: { force } });
		}
		expect(count('promoters')).toBe(2);
	},
);

claim(
	'comment.create: Public, hint',
	'Off: only your team reads the comment. On: everyone who sees the post does.',
	async () => {
		for (const isPublic of [false, true]) {
			await comment(post(), isPublic);
			expect(body()).toMatchObject({ public: isPublic });
		}
	},
);

claim(
	'comment.update: Public, description',
	'Whether everyone who sees the post can read the comment, not only your team',
	async () => {
		const id = post();
		const [{ comment_id }] = await comment(id, true);
		const chosen = { postId: by('id', id), commentId: by('id', comment_id) };
		await run('comment.update', { ...chosen, updateFields: { public: false } });
		expect(only('comments')).toMatchObject({ public: 0 });
		await run('comment.update', { ...chosen, updateFields: { comment: 'Hello' } });
		expect(body()).toEqual({ comment: 'Hello' });
	},
);

claim(
	'post.create: End-User, description',
	'The end-user who creates the post, by ID (user_id), email address or your own ID (data_id)',
	async () => {
		const ada = user();
		const named = { title: 'Dark mode', type: by('key', 'idea') };
		post();
		const additionalFields = { user: by('id', ada) };
		const [{ feedback_id }] = await run('post.create', { ...named, additionalFields });
		expect((await getPost(feedback_id)).user.user_id).toBe(ada);
	},
);

claim(
	'post.create: Status, description',
	'The status of the new post. Use a status that your workspace uses, or leave it empty for open.',
	async () => {
		post();
		const [{ feedback_id }] = await run('post.create', { title: 'A b', type: by('key', 'idea') });
		expect(await getPost(feedback_id)).toMatchObject({ status: 'open' });
	},
);

for (const [choice, ifTitleExists, text, posts, votes] of [
	['Create Another', 'createAnother', 'Create the post without looking for others', 2, 0],
	['Return the Existing Post', 'returnExisting', 'Return the post with this title unchanged', 1, 0],
	['Vote for It', 'vote', 'Vote for the post with this title on behalf of End-User', 1, 1],
] as const) {
	claim(`post.create: If the Title Exists, choice ${choice}`, text, async () => {
		post({ title: 'Dark mode' });
		await run('post.create', {
			title: 'DARK mode',
			type: by('key', 'idea'),
			ifTitleExists,
			additionalFields: { user: by('id', user()) },
		});
		expect({ posts: count('posts'), votes: count('votes') }).toEqual({ posts, votes });
	});
}

claim('post.delete: notice', 'This deletes the post permanently. You cannot undo it.', async () => {
	const [kept, gone] = sandbox.createPosts(2);
	await run('post.delete', { postId: by('id', gone) });
	expect(sandbox.rows('SELECT feedback_id FROM posts')).toEqual([{ feedback_id: kept }]);
});

claim(
	'comment.delete: notice',
	'This deletes the comment permanently. You cannot undo it.',
	async () => {
		const id = post();
		const [kept, gone] = sandbox.createComments(2, { post: id });
		await run('comment.delete', { postId: by('id', id), commentId: by('id', gone) });
		expect(sandbox.rows('SELECT comment_id FROM comments')).toEqual([{ comment_id: kept }]);
	},
);

claim(
	'changelogUpdate.delete: notice',
	'This deletes the changelog update permanently. You cannot undo it.',
	async () => {
		const [kept, gone] = sandbox.createUpdates(2);
		await run('changelogUpdate.delete', { updateId: by('id', gone) });
		expect(sandbox.rows('SELECT changelog_id FROM updates')).toEqual([{ changelog_id: kept }]);
	},
);

claim(
	'endUser.delete: notice',
	'This deletes the end-user permanently and takes the name off their posts, comments and responses. You cannot undo it.',
	async () => {
		const ada = user({ data_name: 'ada_lovelace' });
		const id = post({ user: ada });
		expect((await getPost(id)).user.data_name).toBe('ada_lovelace');
		await run('endUser.delete', { userId: by('id', ada) });
		expect((await getPost(id)).user.data_name).not.toBe('ada_lovelace');
		await expect(run('endUser.get', { userId: by('id', ada) })).rejects.toThrow(`${ada}`);
	},
);

claim(
	'groupMember.remove: description',
	'Remove an end-user from a group. The end-user is not deleted.',
	async () => {
		const ada = user();
		const { group_id } = await ask('POST', '/v2/groups', { id: 'acme' });
		const chosen = { groupId: by('id', group_id), user_id: by('id', ada) };
		await run('groupMember.add', chosen);
		await run('groupMember.remove', chosen);
		expect(count('group_members')).toBe(0);
		expect(await run('endUser.get', { userId: by('id', ada) })).toHaveLength(1);
	},
);

claim(
	'groupMember.add: description',
	'Add an end-user to a group. Adding a member again changes nothing.',
	async () => {
		const { group_id } = await ask('POST', '/v2/groups', { id: 'acme' });
		const chosen = { groupId: by('id', group_id), user_id: by('id', user()) };
		await run('groupMember.add', chosen, [{}, {}]);
		expect(count('group_members')).toBe(1);
	},
);

claim(
	'group.create: If the Group Exists, choice Fail',
	'Stop the step with a message',
	async () => {
		await run('group.create', { id: 'acme' });
		await expect(run('group.create', { id: 'acme' })).rejects.toThrow('acme');
	},
);

claim(
	'group.create: If the Group Exists, choice Return the Existing Group',
	'Return the group with this ID unchanged, so that the workflow can run again. The other fields are not saved.',
	async () => {
		const [{ group_id }] = await run('group.create', { id: 'acme' });
		const again = { id: 'acme', ifGroupExists: 'returnExisting' };
		const additionalFields = { name: 'Another name' };
		const [found] = await run('group.create', { ...again, additionalFields });
		expect(found).toMatchObject({ group_id, existed: true });
		expect(only('groups')).toMatchObject({ name: 'acme' });
	},
);

claim(
	'group.create: Weight, hint',
	'The service changes lower numbers to 0 and higher ones to 10',
	async () => {
		for (const [given, weight] of [
			[-1, 0],
			[11, 10],
		]) {
			const group = { id: `weighs ${given}`, additionalFields: { weight: given } };
			expect(await run('group.create', group)).toMatchObject([{ weight }]);
		}
	},
);

claim('post.getAll: Sort By, choice Oldest', 'Oldest posts first', async () => {
	const posts = sandbox.createPosts(3);
	const found = await run('post.getAll', { sorting: { sort: 'old' } });
	expect(ids(found, 'feedback_id')).toEqual(posts);
});

claim(
	'changelogUpdate.create: notice',
	'The service may publish the update at once, for everyone to read. Only Update can make it a draft afterwards.',
	async () => {
		await run('changelogUpdate.create', { title: 'News' });
		expect(body()).toEqual({ title: 'News' });
		await change({ draft: true });
		expect(body()).toEqual({ draft: true });
	},
);

for (const [label, name, text] of [
	[
		'Email Subscribers',
		'notify',
		'Whether to send the changelog update to your subscribers by email',
	],
	[
		'Show as Announcement',
		'announcement',
		'Whether to show the changelog update as an announcement',
	],
	['Draft', 'draft', 'Whether to keep the changelog update as a draft that readers do not see'],
	['Delay Email', 'notify_delay', 'Whether to delay the email to subscribers'],
] as const) {
	claim(`changelogUpdate.update: ${label}, description`, text, async () => {
		for (const value of [true, false]) {
			await change({ [name]: value });
			expect(body()).toEqual({ [name]: value });
		}
		await change({ title: 'News' });
		expect(body()).toEqual({ title: 'News' });
	});
}

for (const [label, name] of [
	['Email Subscribers', 'notify'],
	['Show as Announcement', 'announcement'],
] as const) {
	claim(
		`changelogUpdate.update: ${label}, hint`,
		'Reaches real people. A request without an answer is not sent again.',
		async () => {
			sandbox.fault(lost);
			await expect(change({ [name]: true })).rejects.toThrow();
			expect(asked()).toHaveLength(1);
		},
	);
}

claim(
	'changelogUpdate.update: Update Fields, description',
	'The fields to change. Empty fields stay unchanged, unless you choose them in Clear Fields',
	async () => {
		await change({ title: '', description: 'Text' });
		expect(body()).toEqual({ description: 'Text' });
		await change({ title: '', description: '' }, ['description']);
		expect(body()).toEqual({ description: '' });
	},
);

for (const [label, text, mergeCustomData, data] of [
	[
		'Custom Data',
		'Your own data about the end-user, as a JSON object. It may replace all existing data, unless you turn on Merge Custom Data.',
		false,
		{ plan: 'pro' },
	],
	[
		'Merge Custom Data',
		'Whether to keep existing custom data under keys that Custom Data does not have. Two executions at once may overwrite each other.',
		true,
		{ seats: 1, plan: 'pro' },
	],
] as const) {
	claim(`endUser.update: ${label}, description`, text, async () => {
		const userId = by('id', user({ data: { seats: 1 } }));
		const updateFields = { data: '{"plan": "pro"}', mergeCustomData };
		await run('endUser.update', { userId, updateFields });
		const [{ data: stored }] = await run('endUser.get', { userId, simplify: false });
		expect(stored).toEqual(data);
	});
}

claim('post.getAll: Created Until, hint', 'A date without a time means the whole day', async () => {
	const [late] = sandbox.createPosts(1, { created: '2025-03-14 23:59:59' });
	sandbox.createPosts(1, { created: '2025-03-15 00:00:00' });
	const found = await run('post.getAll', { filters: { createdUntil: '2025-03-14' } });
	expect(ids(found, 'feedback_id')).toEqual([late]);
});

claim(
	'post.findSimilar: Minimum Score, description',
	'Leave out posts with a lower score. Scores go from 0 to 100.',
	async () => {
		sandbox.createPosts(1, { title: 'Export invoices as CSV' });
		sandbox.createPosts(1, { title: 'Export of posts' });
		const text = 'Export invoices as CSV';
		const scores = async (minimumScore: number) =>
			ids(await run('post.findSimilar', { text, minimumScore }), 'score').map(Number);
		const all = await scores(0);
		expect(all).toHaveLength(2);
		expect(Math.max(...all)).toBeLessThanOrEqual(100);
		expect(await scores(all[1] + 1)).toEqual([all[0]]);
	},
);

claim('post.get: If Not Found, choice Return Nothing', 'Return no item and go on', async () => {
	const chosen = { postId: by('id', 987_654) };
	expect(await run('post.get', { ...chosen, ifNotFound: 'returnNothing' })).toEqual([]);
	await expect(run('post.get', chosen)).rejects.toThrow('987654');
});

claim(
	'comment.create: Pinned, description',
	'Whether to keep the comment at the top of the post',
	async () => {
		const additionalFields = { pinned: true };
		await run('comment.create', { postId: by('id', post()), comment: 'Hi', additionalFields });
		expect(body()).toMatchObject({ pinned: true });
	},
);

claim(
	'npsResponse.summarize: Period, description',
	'The length of a period. Weeks start on Monday.',
	async () => {
		const [{ from }] = await run('npsResponse.summarize', { period: 'week' });
		expect(new Date(`${String(from)}T00:00:00Z`).getUTCDay()).toBe(1);
	},
);

claim(
	'npsResponse.summarize: Number of Periods, description',
	'How many periods to return, newest first. The first is the current one.',
	async () => {
		sandbox.createResponses(1, { vote: 9 });
		const found = await run('npsResponse.summarize', { periods: 3 });
		const periods = ids(found, 'period').map(String);
		expect(periods).toEqual(periods.toSorted().toReversed());
		expect(ids(found, 'count')).toEqual([1, 0, 0]);
	},
);

claim(
	'group.create: MRR, description',
	'Monthly recurring revenue, as a whole number in your currency',
	async () => {
		await run('group.create', { id: 'acme', additionalFields: { mrr: 1_200 } });
		expect(body()).toMatchObject({ mrr: 1_200 });
	},
);

test('both ways to authenticate take the same key', async () => {
	const { properties } = operations[0].node.description;
	expect(properties.find(({ name }) => name === 'authentication')?.description).toBe(
		'Both use the same API key. Choose Basic Auth if a proxy requires it.',
	);
	const { baseUrl, apiKey } = sandbox;
	for (const [scheme, prefix] of [
		['Basic', 'Basic '],
		['Bearer', 'Bearer '],
	]) {
		const credentials = { [`feedback${scheme}Api`]: { baseUrl, apiKey } };
		const authentication = `feedback${scheme}Api`;
		await run('post.getAll', { authentication }, [{}], { credentials });
		expect(asked(), prefix).toEqual(['GET /v1/posts']);
		expect(sandbox.requests[0].status).toBe(200);
	}
});
