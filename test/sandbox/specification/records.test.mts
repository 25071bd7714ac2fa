// The fields of each record, and no others, from the tables of the specification and from wherever the record is answered.
import { beforeEach, expect, it } from 'vitest';
import { z, type ZodType } from 'zod/v4';
import { ask, ownSandboxInEachTest, sandbox } from '../own-sandbox.mts';

ownSandboxInEachTest();

/** One of each list. */
beforeEach(async () => {
	newPost();
	newUser();
	newUpdate();
	await newGroup();
	await newDocument();
});

/** Fields of one type, by their names. */
const all = (type: ZodType, names: string): Record<string, ZodType> =>
	Object.fromEntries(names.split(' ').map((name) => [name, type]));

const text = z.string();
const integer = z.int();
const flag = z.boolean();
const texts = z.array(text);
const numeric = z.string().regex(/^-?\d+$/);
const decimal = z.string().regex(/^-?\d+\.\d+$/);
const times = all(z.string().regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/), 'created updated');

const user = z.strictObject({
	...all(integer, 'user_id admin_id'),
	...all(flag, 'sso anonymous'),
	...all(text, 'data_name data_full_name data_mail data_img'),
	segments: texts,
});
const post = z.strictObject({
	...all(numeric, 'feedback_id product_id total_up total_down total_sum total_comments'),
	...all(numeric, 'total_ratio total_subscriber effort'),
	...all(text, 'title description status trend type'),
	scoring: decimal,
	...times,
	user: z.strictObject({
		...all(integer, 'user_id admin_id'),
		...all(text, 'data_name data_mail data_img'),
	}),
});
const comment = z.strictObject({
	...all(integer, 'comment_id product_id feedback_id parent likes child_count'),
	...all(text, 'comment comment_html status type'),
	...all(flag, 'modified pinned public is_active liked has_child'),
	...all(flag, 'can_edit can_delete can_comment can_pin'),
	files: z.array(z.unknown()),
	...times,
	user,
});
const update = z.strictObject({
	...all(integer, 'changelog_id product_id feedback_id enabled queue'),
	...all(text, 'title description description_html type segment'),
	...all(flag, 'scheduled draft announcement notify notify_delay reactions can_edit can_delete'),
	settings: z.strictObject(all(text, 'link link_text link_color')),
	stats: z.strictObject(all(integer, 'announcements pageviews emails clicks')),
	files: z.array(z.unknown()),
	created: times.created,
});
const endUser = z.strictObject({
	...all(integer, 'user_id admin_id notify weight'),
	...all(integer, 'stats_feedback stats_votes stats_comments stats_satisfaction stats_promoter'),
	...all(text, 'data_id data_name data_full_name data_mail data_img'),
	anonymous: flag,
	segments: texts,
	data: z.record(text, z.unknown()),
	data_system: z.strictObject({
		...all(text, 'ip lat lng city browser country platform timezone continent user_agent'),
		...all(text, 'currency_code browser_version currency_symbol'),
	}),
	notify_settings: z.strictObject(all(flag, 'mention changelog subscribed')),
	...times,
});
const response = z.strictObject({
	...all(integer, 'promoter_id vote'),
	comment: text,
	meta: z.record(text, z.unknown()),
	...times,
	user,
});
const group = z.strictObject({
	...all(integer, 'group_id weight mrr'),
	...all(text, 'data_id name type'),
	meta: z.record(text, text),
	stats: z.strictObject({
		...all(integer, 'users feedback votes comments'),
		...all(z.number(), 'satisfaction promoter'),
		active: text.nullable(),
	}),
	...times,
});
const listedDocument = z.strictObject({
	...all(integer, 'document_id current_version'),
	...all(text, 'title slug document_type status'),
	tags: texts,
	...times,
});
const document = listedDocument.extend({ content: text });

const data = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).json.data;
const onlyOf = (rows: object) => Object.values(rows)[0] as object;
const newPost = () => `/v1/post/${sandbox.createPosts(1)[0]}`;
const newComment = async (of = newPost()) => {
	const { comment_id } = await data('POST', `${of}/comment`, { comment: 'Hello' });
	return { of, path: `${of}/comment/${comment_id}` };
};
const newUser = () => `/v1/user/${sandbox.createUsers(1)[0]}`;
const newUpdate = () => `/v1/update/${sandbox.createUpdates(1)[0]}`;
let made = 0;
const newGroup = () => data('POST', '/v2/groups', { id: `g-${++made}`, meta: { a: 'b' } });
const newDocument = () => data('POST', '/v2/documents', { title: 'A plan', tags: ['a'] });

it.each<[what: string, schema: ZodType, answer: () => Promise<unknown>]>([
	['a post', post, () => data('GET', newPost())],
	['a post in a list', post, async () => onlyOf((await data('GET', '/v1/posts')).items)],
	['a post that was updated', post, () => data('PUT', newPost(), {})],
	['a comment', comment, async () => data('GET', (await newComment()).path)],
	[
		'a comment in a list',
		comment,
		async () => onlyOf((await data('GET', `${(await newComment()).of}/comments`)).comments),
	],
	['an update that was created', update, () => data('POST', '/v1/update', { title: 'News' })],
	['an update', update, () => data('GET', newUpdate())],
	['an update in a list', update, async () => onlyOf((await data('GET', '/v1/updates')).items)],
	['an end-user', endUser, () => data('GET', newUser())],
	['an end-user in a list', endUser, async () => onlyOf((await data('GET', '/v1/users')).items)],
	['an end-user who was updated', endUser, () => data('PUT', newUser(), {})],
	[
		'an NPS response',
		response,
		async () => {
			await ask('POST', '/v1/promoter', { vote: 8 });
			return (await data('GET', '/v1/promoter'))[0];
		},
	],
	['a group that was created', group, newGroup],
	['a group', group, async () => data('GET', `/v2/groups/${(await newGroup()).group_id}`)],
	['a group in a list', group, async () => (await data('GET', '/v2/groups')).items[0]],
	['a document that was created', document, newDocument],
	[
		'a document',
		document,
		async () => data('GET', `/v2/documents/${(await newDocument()).document_id}`),
	],
	[
		'a document in a list',
		listedDocument,
		async () => (await data('GET', '/v2/documents')).items[0],
	],
])('%s has the fields of its table', async (_what, schema, answer) => {
	expect(await answer()).toEqual(expect.schemaMatching(schema));
});

it('the staff who own the key have an admin_id, and end-users 0', async () => {
	const [user] = sandbox.createUsers(1);
	const create = { title: 'A post', type: 'idea' };
	const byUser = await data('POST', '/v1/post', { ...create, user });
	const byOwner = await data('POST', '/v1/post', create);
	const authorOf = async ({ feedback_id }: { feedback_id: number }) =>
		(await data('GET', `/v1/post/${feedback_id}`)).user;
	expect(await authorOf(byUser)).toMatchObject({ user_id: user, admin_id: 0 });
	expect((await authorOf(byOwner)).admin_id).not.toBe(0);
});
