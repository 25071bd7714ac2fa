import type { INodeListSearchResult } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { FeedbackChangelog } from '../../../nodes/FeedbackChangelog/FeedbackChangelog.node';
import { FeedbackDocuments } from '../../../nodes/FeedbackDocuments/FeedbackDocuments.node';
import { FeedbackGroups } from '../../../nodes/FeedbackGroups/FeedbackGroups.node';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { FeedbackUsers } from '../../../nodes/FeedbackUsers/FeedbackUsers.node';
import { bearer, byId, loadOptionsContext, type NodeClass } from '../n8n-context.mts';

interface Said {
	items: object[];
	has_more?: boolean;
}
type Script = (page: number, query: Record<string, string>) => Said | number;

let keys = 0;

/** An editor in which lists are opened, and what they asked a service that answers each page by a script. */
function editor(Node: NodeClass, script: Script, parameters = {}) {
	const asked: string[] = [];
	const apiKey = `picker-key-${++keys}`;
	const open = async (
		method: string,
		filter?: string,
		token?: string,
	): Promise<INodeListSearchResult> => {
		const node = new Node();
		const credentials = bearer('https://feedback.example', apiKey);
		const context = loadOptionsContext(node, { parameters, credentials });
		context.helpers.httpRequestWithAuthentication = async (_type, { url }) => {
			const { pathname, searchParams } = new URL(url);
			const query = Object.fromEntries(searchParams);
			asked.push(`${pathname} ${query.page}`);
			const said = script(Number(query.page), query);
			const isRefused = typeof said === 'number';
			const data = isRefused ? { message: 'Ask <R&D>' } : said;
			const body = JSON.stringify({ status: isRefused ? 'error' : 'success', data });
			return await Promise.resolve({ statusCode: isRefused ? said : 200, headers: {}, body });
		};
		return await node.methods!.listSearch![method].call(context, filter, token);
	};
	return { open, asked };
}

const posts = (...ids: number[]) => ids.map((id) => ({ feedback_id: id, title: `Post ${id}` }));

const getComment = { resource: 'comment', operation: 'get' };

/** Opens a list and scrolls to its end. */
async function scrolled(one: ReturnType<typeof editor>, method: string, typed?: string) {
	const shown: unknown[][] = [];
	let token: string | undefined;
	do {
		const { results, paginationToken } = await one.open(method, typed, token);
		shown.push(results.map(({ value }) => value));
		token = paginationToken as string | undefined;
	} while (token !== undefined && shown.length < 9);
	return shown;
}

describe('a list, page by page', () => {
	const table = [posts(5, 4), posts(3, 2), posts(1)];

	test.each<[string, Script, unknown[][], requests: number]>([
		[
			'pages that begin at 0, with has_more',
			(page) => ({ items: table[page], has_more: page < 2 }),
			[['5', '4'], ['3', '2'], ['1']],
			3,
		],
		[
			'pages that begin at 0, without has_more',
			(page) => ({ items: table[page] ?? [] }),
			[['5', '4'], ['3', '2'], ['1'], []],
			4,
		],
		[
			'pages that begin at 1, with has_more',
			(page) => ({ items: table[Math.max(0, page - 1)], has_more: page < 3 }),
			[['5', '4'], ['3', '2'], ['1']],
			4,
		],
		[
			'pages that begin at 1, without has_more',
			(page) => ({ items: table[Math.max(0, page - 1)] ?? [] }),
			[['5', '4'], ['3', '2'], ['1'], []],
			5,
		],
		['the same page for ever', () => ({ items: table[0] }), [['5', '4'], []], 4],
		[
			'one that has grown meanwhile',
			(page) => ({ items: page === 0 ? posts(5, 4) : posts(4, 3), has_more: page === 0 }),
			[['5', '4'], ['3']],
			2,
		],
	])('%s', async (_what, script, shown, requests) => {
		const one = editor(Feedback, script);
		expect(await scrolled(one, 'searchPosts')).toEqual(shown);
		expect(one.asked).toHaveLength(requests);
	});

	test('goes on as it began: searched by the service, or filtered here', async () => {
		const one = editor(Feedback, (page, { search }) => {
			const all = Array.from({ length: 20 }, (_, n) => page * 20 + n);
			const found = search === 'fish' && page === 0 ? [1] : [];
			return { items: posts(...(search ? found : all)), has_more: page < 1 };
		});
		const counts = async (typed: string) =>
			(await scrolled(one, 'searchPosts', typed)).map(({ length }) => length);
		expect([await counts('fish'), await counts('post')]).toEqual([
			[1, 0],
			[20, 20],
		]);
	});

	test('fails if a page is refused although the one before says that there are more', async () => {
		const one = editor(Feedback, (page) =>
			page === 0 ? { items: table[0], has_more: true } : 404,
		);
		await expect(scrolled(one, 'searchPosts')).rejects.toThrow('was not found');
	});

	test('is narrowed by what is typed, and names each record', async () => {
		const script: Script = (_page, { search }) => ({
			items: [{ feedback_id: 1, title: `About '${search}'`, status: 'open' }],
			has_more: false,
		});
		const { results } = await editor(Feedback, script).open('searchPosts', ' fish ');
		expect(results).toEqual([{ name: "About 'fish' · open · #1", value: '1' }]);
	});

	test.each<[NodeClass, string, object]>([
		[Feedback, 'searchPosts', { feedback_id: 7, title: 'Cafe\u0301  mode', status: 'in review' }],
		[FeedbackUsers, 'searchEndUsers', { user_id: 7, data_name: 'Ada', data_mail: 'a@a.com' }],
		[FeedbackUsers, 'searchEndUsers', { user_id: 7 }],
		[FeedbackChangelog, 'searchChangelogUpdates', { changelog_id: 7, title: 'A  b', draft: true }],
		[
			FeedbackDocuments,
			'searchDocuments',
			{ document_id: 7, title: 'x'.repeat(90), status: 'new' },
		],
		[FeedbackGroups, 'searchGroups', { group_id: 7, name: 'Acme', data_id: 'a-1' }],
		[Feedback, 'searchPostStatuses', { status: ' in  review ' }],
	])('%o finds what %s shows of %j by all of it, and by each word', async (Node, list, item) => {
		// This service searches in titles, and takes each character as it is.
		const one = editor(Node, (_page, { search }) => ({
			items: search && !(item as { title?: string }).title?.includes(search) ? [] : [item],
			has_more: false,
		}));
		const [{ name }] = (await one.open(list)).results;
		for (const typed of [name, ...name.split(/\s+/), name.toUpperCase(), name.normalize()]) {
			const { results } = await one.open(list, ` ${typed}\u00A0`);
			expect(
				results.map((found) => found.name),
				typed,
			).toEqual([name]);
		}
		const { results } = await one.open(list, 'nothing of it');
		expect(results).toEqual([]);
	});

	test.each<[what: string, NodeClass, list: string, items: object[], names: string[]]>([
		[
			'a draft, and what is scheduled',
			FeedbackChangelog,
			'searchChangelogUpdates',
			[
				{ changelog_id: 1, title: 'A', draft: true, scheduled: true },
				{ changelog_id: 2, title: 'B', scheduled: true },
				{ changelog_id: 3, title: 'C' },
				{ changelog_id: 4, title: 'D', draft: 1, scheduled: 0 },
				{ changelog_id: 5, title: 'E', draft: '0', scheduled: '1' },
			],
			['A (draft)', 'B (scheduled)', 'C', 'D (draft)', 'E (scheduled)'],
		],
		[
			'an end-user by what is known',
			FeedbackUsers,
			'searchEndUsers',
			[
				{ user_id: 1, data_full_name: 'Ada L', data_name: 'ada', data_mail: 'a@example.com' },
				{ user_id: 2, data_name: 'bob' },
				{ user_id: 3 },
				{ user_id: 4, data_full_name: '', data_name: 'cy' },
			],
			['Ada L (a@example.com)', 'bob', 'User 3', 'cy'],
		],
		[
			'a group with its own ID',
			FeedbackGroups,
			'searchGroups',
			[
				{ group_id: 1, name: 'Acme', data_id: 'acme-1' },
				{ group_id: 2, name: 'beta', data_id: 'beta' },
				{ group_id: 3, name: '', data_id: 'gamma' },
			],
			['Acme (acme-1)', 'beta', 'gamma'],
		],
		[
			'a document with its status',
			FeedbackDocuments,
			'searchDocuments',
			[{ document_id: 1, title: 'Plan', status: 'archived' }],
			['Plan (archived)'],
		],
	])('names %s', async (_what, Node, list, items, names) => {
		const { results } = await editor(Node, () => ({ items, has_more: false })).open(list);
		expect(results).toEqual(names.map((name, at) => ({ name, value: String(at + 1) })));
	});

	test('of groups is filtered here, since the service has no search for them', async () => {
		const groups = Array.from({ length: 950 }, (_, n) => ({
			group_id: n,
			name: n % 300 === 299 ? `Acme ${n}` : `Other ${n}`,
		}));
		const one = editor(FeedbackGroups, (page, { per_page, search }) => {
			expect([per_page, search]).toEqual(['100', undefined]);
			const items = groups.slice(page * 100, page * 100 + 100);
			return { items, has_more: page < 9 };
		});
		const { results, paginationToken } = await one.open('searchGroups', ' acme');
		expect(results.map(({ name }) => name)).toEqual(['Acme 299', 'Acme 599', 'Acme 899']);
		expect(paginationToken).toBeUndefined();
		expect(one.asked).toHaveLength(10);
		one.asked.length = 0;
		const others = await one.open('searchGroups', 'other');
		expect(others.results).toHaveLength(100);
		expect(one.asked).toEqual(['/v2/groups 0']);
		const more = await one.open('searchGroups', 'other', others.paginationToken as string);
		expect(more.results[0]).toMatchObject({ name: 'Other 100' });
	});

	test.each([
		[`${'x'.repeat(79)}👍👍`, `${'x'.repeat(79)}…`],
		['x'.repeat(81), `${'x'.repeat(80)}…`],
		['x'.repeat(80), 'x'.repeat(80)],
	])('cuts a long title, and no character of it in halves: %s', async (title, name) => {
		const one = editor(FeedbackDocuments, () => ({
			items: [{ document_id: 1, title }],
			has_more: false,
		}));
		const { results } = await one.open('searchDocuments');
		expect(results).toEqual([{ name, value: '1' }]);
	});

	// With 19, n8n's list has no bar to scroll.
	test.each([
		[20, false],
		[19, true],
	])(
		'that is filtered here, with %i that fit on its first page, goes on: %j',
		async (fitting, goesOn) => {
			const one = editor(FeedbackGroups, (page) => ({
				items: Array.from({ length: 100 }, (_, n) => ({
					group_id: page * 100 + n,
					name: n < fitting ? `Acme ${n}` : `Other ${n}`,
				})),
				has_more: page < 1,
			}));
			await one.open('searchGroups', 'acme');
			expect(one.asked.includes('/v2/groups 1')).toBe(goesOn);
		},
	);

	test('of comments is that of the chosen post', async () => {
		const comment = { comment_id: 12, comment: 'Please add\na button', user: { data_name: 'ada' } };
		const one = editor(Feedback, () => ({ items: [comment], has_more: false }), {
			...getComment,
			postId: byId(7),
		});
		const { results } = await one.open('searchComments', 'add');
		expect(results).toEqual([{ name: 'Please add a button (ada)', value: '12' }]);
		expect(one.asked).toEqual(['/v1/post/7/comments 0']);
	});

	test.each([
		['', 'Choose a post first, to list its comments'],
		[
			'={{ $json.feedback_id }}',
			'The expression for the post has no value yet. Run the previous nodes, or choose a post from the list',
		],
	])('of comments of the post %j says what is missing', async (postId, message) => {
		const parameters = { ...getComment, postId: byId(postId) };
		const one = editor(Feedback, () => 500, parameters);
		await expect(one.open('searchComments')).rejects.toMatchObject({ message });
		expect(one.asked).toEqual([]);
	});
});

test.each(['searchPosts', 'searchPostStatuses'])(
	'a list that cannot be loaded says why in plain text: %s',
	async (list) => {
		await expect(editor(Feedback, () => 403).open(list)).rejects.toMatchObject({
			message: expect.stringContaining('The API key is not allowed'),
			description: expect.stringMatching(/lacks the permission[^<]+\nThe service said: Ask <R&D>$/),
		});
	},
);

describe('the keys in use', () => {
	const typed = (...types: string[]) =>
		types.map((type) => ({ feedback_id: type.charCodeAt(0), type }));
	const names = ({ results }: INodeListSearchResult) => results.map(({ name }) => name);

	test('of three pages at most, each once, in order', async () => {
		const one = editor(Feedback, (page) => ({
			items: typed(['b', 'a', 'c', 'never'][page] ?? 'never', 'b'),
			has_more: true,
		}));
		expect(names(await one.open('searchPostTypes'))).toEqual(['a', 'b', 'c']);
		expect(names(await one.open('searchPostTypes', 'B'))).toEqual(['b']);
		expect(one.asked.slice(0, 3)).toEqual(['/v1/posts 0', '/v1/posts 1', '/v1/posts 2']);
		expect(one.asked).toHaveLength(6);
	});

	test.each<[string, Script, number]>([
		['says that there is no more', () => ({ items: typed('a'), has_more: false }), 1],
		['says nothing, and is empty', (page) => ({ items: page === 0 ? typed('a') : [] }), 2],
	])('of a list that %s: no further request', async (_what, script, requests) => {
		const one = editor(Feedback, script);
		expect(names(await one.open('searchPostTypes'))).toEqual(['a']);
		expect(one.asked).toHaveLength(requests);
	});

	test('are all segments of the newest end-users, each once', async () => {
		const items = [
			{ user_id: 1, segments: ['enterprise', 'beta'] },
			{ user_id: 2, segments: ['beta'] },
			{ user_id: 3, segments: [] },
			{ user_id: 4 },
		];
		const one = editor(Feedback, () => ({ items, has_more: false }));
		expect(names(await one.open('searchSegments'))).toEqual(['beta', 'enterprise']);
		expect(one.asked).toEqual(['/v1/users 0']);
	});

	test('of documents there are some that every workspace has', async () => {
		const items = [{ document_id: 1, document_type: 'minutes' }];
		const one = editor(FeedbackDocuments, () => ({ items, has_more: false }));
		const all = names(await one.open('searchDocumentTypes'));
		expect(all).toContain('minutes');
		expect(all).toHaveLength(9);
		const none = editor(FeedbackDocuments, () => ({ items: [], has_more: false }));
		expect([...names(await none.open('searchDocumentTypes')), 'minutes'].sort()).toEqual(all);
	});
});
