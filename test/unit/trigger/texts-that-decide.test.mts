// Texts of the trigger by which people decide what fires, and which value is the former one: what each claims is tried.
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { afterEach, expect, test, vi } from 'vitest';
import { FeedbackTrigger } from '../../../nodes/FeedbackTrigger/FeedbackTrigger.node';
import { events } from '../../../nodes/FeedbackTrigger/events';
import { elapse, stopTime } from '../own-time.mts';
import { begun, eventsOf, ids, ownSandboxInEachTest, sandbox, set } from './n8n.mts';

ownSandboxInEachTest();
afterEach(() => vi.restoreAllMocks());

/** Of an event, or of the fields with this label. */
function textsOf(label: string) {
	const { properties } = new FeedbackTrigger().description;
	const inner = properties.flatMap(({ options = [] }) => options as INodeProperties[]);
	const fields = [...properties, ...inner].filter(({ displayName }) => displayName === label);
	return [...events.filter(({ name }) => name === label), ...fields].map((one) => one.description);
}

/** What a post with these values fires when it gets others. */
async function changed(event: string, before: object, after: object, parameters: IDataObject = {}) {
	const [post] = sandbox.createPosts(1);
	set(post, before as never);
	const trigger = await begun(sandbox, event, parameters);
	set(post, after as never);
	return await trigger.poll();
}

/** Checks that such a change of a field fires, with its former and its new value. */
const fires =
	(event: string, field: string, from: unknown, to: unknown, parameters?: IDataObject) =>
	async () => {
		const fired = await changed(event, { [field]: from }, { [field]: to }, parameters);
		expect(fired).toMatchObject([{ from, to }]);
	};

/** The scores of these that fire under the filters. */
async function scores(npsFilters: IDataObject, ...votes: number[]) {
	const trigger = await begun(sandbox, 'newNpsResponse', { npsFilters });
	for (const vote of votes) sandbox.createResponses(1, { vote });
	return (await trigger.poll()).map(({ vote }) => vote).toSorted();
}

const claims: Array<[label: string, text: string, check: () => Promise<void>]> = [
	[
		'Post Votes Changed',
		'Fires when the votes of a post change. Returns the old number as from and the new one as to.',
		fires('postVotesChanged', 'total_up', 3, 4),
	],
	[
		'Post Subscribers Changed',
		'Fires when the number of subscribers of a post changes. Returns the old number as from and the new one as to.',
		fires('postSubscribersChanged', 'total_subscriber', 2, 1),
	],
	[
		'Post Status Changed',
		'Fires when the status of a post changes. Returns the old status as from and the new one as to.',
		fires('postStatusChanged', 'status', 'open', 'done'),
	],
	[
		'From',
		'Only changes of posts that had this status',
		async () => {
			const from = { statusChange: { from: { __rl: true, mode: 'key', value: 'open' } } };
			const fired = async (before: string, after: string) =>
				await changed('postStatusChanged', { status: before }, { status: after }, from);
			expect(await fired('open', 'done')).toHaveLength(1);
			expect(await fired('done', 'open')).toEqual([]);
		},
	],
	[
		'Post Gaining Traction',
		'Fires when a post gains many votes within a few days. Returns the votes before as from and the present ones as to.',
		fires('postGainingTraction', 'total_up', 1, 5, { votesToGain: 3 }),
	],
	[
		'Changed NPS Answers',
		'Whether New NPS Response also fires for a changed score, as from and to, and for a changed comment. Many forms send the comment after the score.',
		async () => {
			sandbox.createResponses(1, { vote: 9 });
			const trigger = await begun(sandbox, 'newNpsResponse', { changedAnswers: true });
			sandbox.run('UPDATE promoters SET vote = 2');
			expect(await trigger.poll()).toMatchObject([{ from: 9, to: 2, changedFields: ['vote'] }]);
			sandbox.run("UPDATE promoters SET comment = 'Too slow'");
			const [{ from, ...later }] = await trigger.poll();
			expect(from).toBeUndefined();
			expect(later).toMatchObject({ vote: 2, comment: 'Too slow', changedFields: ['comment'] });
		},
	],
	[
		'Status',
		'Only posts with this status. New Post also fires when a post gets this status later.',
		async () => {
			const postFilters = { filter: { __rl: true, mode: 'key', value: 'planned' } };
			const [post] = sandbox.createPosts(1, { status: 'open' });
			const trigger = await begun(sandbox, 'newPost', { postFilters });
			sandbox.createPosts(1, { status: 'open' });
			expect(await trigger.poll()).toEqual([]);
			set(post, { status: 'planned' });
			expect(ids(await trigger.poll())).toEqual([post]);
		},
	],
	[
		'Post Changed',
		'Fires when a watched field of a post changes. Several changes between two polls count as one.',
		async () => {
			const after = { title: 'Another', description: 'More' };
			expect(eventsOf(await changed('postChanged', {}, after))).toEqual(['postChanged']);
		},
	],
	[
		'Fields to Watch',
		'Post Changed fires when one of these fields changes. The former status and type are returned with it.',
		async () => {
			const [before, after] = [{ status: 'open' }, { status: 'done', title: 'Another' }];
			const fired = await changed('postChanged', before, after, { fieldsToWatch: ['status'] });
			expect(fired).toMatchObject([
				{ changedFields: ['status'], formerValues: { status: 'open' } },
			]);
		},
	],
	[
		'End-User Fields to Watch',
		'End-User Changed fires when one of these fields changes. Leave out Custom Data if your product saves each visit there.',
		async () => {
			sandbox.createUsers(1);
			const endUserFields = ['data_name', 'segments'];
			const trigger = await begun(sandbox, 'endUserChanged', { endUserFields });
			sandbox.run(`UPDATE users SET data = '{"seen":"today"}', data_mail = 'new@example.com'`);
			expect(await trigger.poll()).toEqual([]);
			sandbox.run(`UPDATE users SET data = '{"seen":"now"}', segments = '["beta"]'`);
			// Simplify leaves the segments out, and the item has them all the same.
			expect(await trigger.poll()).toMatchObject([
				{ changedFields: ['segments'], segments: ['beta'] },
			]);
		},
	],
	[
		'Update Fields to Watch',
		'Changelog Update Edited fires when one of these fields changes',
		async () => {
			sandbox.createUpdates(1);
			const trigger = await begun(sandbox, 'changelogUpdateEdited', { changelogFields: ['title'] });
			sandbox.run("UPDATE updates SET description = 'Longer'");
			expect(await trigger.poll()).toEqual([]);
			sandbox.run("UPDATE updates SET title = 'Other'");
			expect(await trigger.poll()).toMatchObject([{ changedFields: ['title'], title: 'Other' }]);
		},
	],
	[
		'Staff Comments',
		'Whether comments of your team fire, too. Turn this off if the workflow writes comments, or it answers itself.',
		async () => {
			const [post] = sandbox.createPosts(1);
			const [all, customers] = await Promise.all([
				begun(sandbox, 'newComment'),
				begun(sandbox, 'newComment', { commentFilters: { staff: false } }),
			]);
			const [customer] = sandbox.createUsers(1);
			// The first comment is by the team, as the user of the key is.
			sandbox.createComments(1, { post });
			sandbox.createComments(1, { post, user: customer });
			expect(await all.poll()).toHaveLength(2);
			expect(await customers.poll()).toMatchObject([{ user_id: customer }]);
		},
	],
	[
		'Votes to Reach',
		'Post Reached Vote Threshold fires once when a post reaches this number',
		async () => {
			const [post] = sandbox.createPosts(1);
			const trigger = await begun(sandbox, 'postReachedVoteThreshold', { votes: 3 });
			for (const votes of [2, 3, 1, 4]) {
				set(post, { total_up: votes });
				expect(await trigger.poll()).toHaveLength(votes === 3 ? 1 : 0);
			}
		},
	],
	[
		'Within Days',
		'The days within which a post has to gain them. After it fires, it waits as many days to fire again.',
		async () => {
			stopTime();
			const [post] = sandbox.createPosts(1);
			const trigger = await begun(sandbox, 'postGainingTraction', {
				votesToGain: 3,
				withinDays: 2,
			});
			for (const [day, items] of [1, 0, 0, 1].entries()) {
				elapse(24 * 3_600_000);
				set(post, { total_up: 3 * day + 3 });
				expect(await trigger.poll()).toHaveLength(items);
			}
		},
	],
	[
		'Lowest Score',
		'Only responses with this score or a higher one',
		async () => expect(await scores({ lowest: 7 }, 6, 7, 8)).toEqual([7, 8]),
	],
	[
		'Highest Score',
		'Only responses with this score or a lower one',
		async () => expect(await scores({ highest: 7 }, 6, 7, 8)).toEqual([6, 7]),
	],
];

test.each(claims)('%s', async (label, text, check) => {
	const advice = 'Try what the new text claims here, and then change it.';
	expect(textsOf(label), advice).toContain(text);
	await check();
});
