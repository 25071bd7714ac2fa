// One bad day for each recipe: its three events, what they must lead to, and the outside steps that may fail.
import { send } from '../contract/workspace.mts';
import type { BadDay } from './bad-days.mts';
import type { Kitchen } from './kitchen.mts';
import { addRow, createTable, deleteTable } from './tables.mts';

const CHAT = /^\/hooks\//;
const messages = ({ others }: Kitchen) => others.messages.map((text) => `chat: ${text}`);
const comments = ({ sandbox }: Kitchen) =>
	sandbox
		.rows('SELECT feedback_id, comment, public FROM comments')
		.map((row) => `comment on ${row.feedback_id}: ${row.comment}${row.public ? '' : ' (private)'}`);
const metadata = ({ sandbox }: Kitchen) =>
	sandbox
		.rows('SELECT feedback_id, key, value FROM post_metadata')
		.map(({ feedback_id, key, value }) => `metadata of ${feedback_id}: ${key} is ${value}`);
const posts = ({ sandbox }: Kitchen) =>
	sandbox
		.rows('SELECT title, description, type, user_id FROM posts')
		.map((row) => `post of ${row.user_id}: ${row.title} (${row.type}) ${row.description}`);
const votes = ({ sandbox }: Kitchen) =>
	sandbox
		.rows('SELECT p.title, v.user_id FROM votes v JOIN posts p USING (feedback_id)')
		.map(({ title, user_id }) => `vote of ${user_id}: ${title}`);
const received = ({ others }: Kitchen, path: RegExp) =>
	others.received.filter((one) => path.test(one.path));

const update = (
	changelog_id: number,
	title: string | null,
	description: string | null,
	feedback_id = 0,
) => ({
	event: 'newChangelogUpdate',
	eventId: `update-${changelog_id}`,
	changelog_id,
	title,
	description,
	feedback_id,
});

const changes = (
	kitchen: Kitchen,
	to: string,
	titles: readonly string[] = ['<Export>', 'Dark mode', 'R&D'],
) => {
	return titles.map((title) => {
		const [feedback_id] = kitchen.sandbox.createPosts(1, { title, status: to });
		const eventId = `status-${feedback_id}`;
		return { event: 'postStatusChanged', eventId, from: 'open', to, feedback_id, title };
	});
};

/** In the middle of an earlier month. */
function monthsAgo(months: number): string {
	const now = new Date();
	const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15));
	return then.toISOString().slice(0, 19).replace('T', ' ');
}

const quarterOf = (time: string) =>
	`${time.slice(0, 4)}-Q${Math.ceil(Number(time.slice(5, 7)) / 3)}`;

async function emptyCrm(n8n: Kitchen['n8n']): Promise<void> {
	await deleteTable(n8n, 'crm_accounts');
	const columns = ['account_id', 'name', 'member_emails'].map((name) => ({ name, type: 'string' }));
	await createTable(n8n, 'crm_accounts', [...columns, { name: 'mrr', type: 'number' }]);
}

/** Titles, comments and messages as people and programs write them. */
// An emoji stands where 80 and where 255 characters would cut it in two.
const LONG = `${'x'.repeat(79)}🦉${'x'.repeat(173)}🦉${'Very long'.repeat(90)}`;
const first = (text: string, most: number) =>
	text.slice(0, text.slice(0, most).isWellFormed() ? most : most - 1);
export const ODD = ['<b>Bold</b> & more', '', '🦉', 'It&#39;s', LONG];

interface Change {
	feedback_id: number;
	title: string;
}

const escaped = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const days: Record<string, BadDay> = {
	'update-to-chat': {
		start: 'Update Published',
		events: () => [
			update(1, 'Invoices as CSV', 'Under <Export>'),
			update(2, 'Dark mode', 'One<br>Two'),
			update(3, 'Faster search', null),
		],
		expected: () => [
			['chat: New: Invoices as CSV\nUnder &lt;Export&gt;'],
			['chat: New: Dark mode\nOne\nTwo'],
			['chat: New: Faster search'],
		],
		seen: messages,
		steps: { Chat: { asks: CHAT, remedy: 'by hand' } },
		twice: 'everything',
		odd: {
			events: () => [...ODD, null].map((text, at) => update(at, text, text)),
			// Tags of a description would show as text.
			expected: () =>
				[...ODD, ''].map((text) => [
					`chat: ${`New: ${escaped(text)}\n${escaped(text.replaceAll(/<.?b>/g, ''))}`.trim()}`,
				]),
		},
	},

	'news-to-chat': {
		start: 'New Feedback',
		events: () => [
			{ event: 'newPost', eventId: '1', feedback_id: 1, title: 'Export', description: 'a < b' },
			{ event: 'newComment', eventId: '2', feedback_id: 1, comment: 'Me too', data_name: null },
			{ event: 'postReachedVotes', eventId: '3', feedback_id: 1, title: 'Export', votes: 10 },
		],
		expected: () => [
			['chat: New post: Export\na &lt; b'],
			['chat: New comment on post 1 by unknown\nMe too'],
			['chat: Export has 10 votes'],
		],
		seen: messages,
		steps: { Chat: { asks: CHAT, remedy: 'by hand' } },
		twice: 'everything',
		odd: {
			events: () =>
				[...ODD, null].flatMap((text, at) => [
					{ event: 'newPost', eventId: `p${at}`, feedback_id: at, title: text, description: text },
					{
						event: 'newComment',
						eventId: `c${at}`,
						feedback_id: at,
						comment: text,
						data_name: text,
					},
				]),
			expected: (events) =>
				events.map(({ event, feedback_id, title, comment }) => {
					const text = escaped(String(title ?? comment ?? ''));
					const who = comment === null ? 'unknown' : text;
					const post = `New post: ${text}\n${text}`;
					const said = `New comment on post ${feedback_id} by ${who}\n${text}`;
					return [`chat: ${(event === 'newPost' ? post : said).trim()}`];
				}),
		},
	},

	'weekly-digest': {
		start: 'Every Monday',
		events({ sandbox }) {
			return ODD.map((title, at) => {
				const votes = ODD.length - at;
				const [post] = sandbox.createPosts(1, { title });
				sandbox.run('UPDATE posts SET total_up = ? WHERE feedback_id = ?', votes, post);
				return { title, votes };
			});
		},
		expected: (posts) =>
			posts.map(({ title, votes }, at) => [
				`line: ${at + 1}. ${escaped(String(title))} (${votes} votes)`,
			]),
		seen: ({ others }) =>
			others.messages.flatMap((text) =>
				text
					.split('\n')
					.slice(1)
					.map((line) => `line: ${line}`),
			),
		steps: {
			'Most Voted': { asks: { method: 'GET', path: /posts/ }, all: true, remedy: 'retry' },
			Chat: { asks: CHAT, all: true, remedy: 'retry' },
		},
		twice: 'everything',
	},

	'gaining-traction': {
		start: 'Votes Gained',
		events: () =>
			[...ODD, null].map((title, at) => ({
				event: 'postGainingTraction',
				eventId: `${at}`,
				feedback_id: at,
				title,
				from: at,
				to: 10 + 3 * at,
			})),
		expected: (posts) => [
			[
				'chat: 0. Gaining traction:',
				...posts.toReversed().map(({ title, feedback_id, from, to }, at) => {
					const name = escaped(String(title || `Post ${feedback_id}`));
					return `chat: ${at + 1}. ${name}: ${Number(to) - Number(from)} more votes, now ${to}`;
				}),
			],
		],
		seen: ({ others }) =>
			others.messages.flatMap((text) => text.split('\n').map((line, at) => `chat: ${at}. ${line}`)),
		steps: { Chat: { asks: CHAT, all: true, remedy: 'retry' } },
		twice: 'everything',
	},

	'quarterly-nps': {
		start: 'Every Quarter',
		events({ sandbox }) {
			const votes = [10, 9, 9, 8, 3];
			for (const [months, [vote, ...more]] of [[3, votes] as const, [6, [10, 0]] as const]) {
				for (const one of [vote, ...more]) {
					sandbox.createResponses(1, { vote: one, created: monthsAgo(months) });
				}
			}
			return [];
		},
		expected: () => [
			[
				`chat: NPS ${quarterOf(monthsAgo(3))}: 40 (+40)`,
				'chat: 5 responses: 3 promoters, 1 passives, 1 detractors',
			],
		],
		seen: (kitchen) =>
			kitchen.others.messages.flatMap((text) => text.split('\n').map((line) => `chat: ${line}`)),
		steps: {
			Scores: { asks: { method: 'GET', path: /promoter/ }, all: true, remedy: 'retry' },
			Chat: { asks: CHAT, all: true, remedy: 'retry' },
		},
		twice: 'everything',
	},

	'error-workflow': {
		start: 'Workflow Failed',
		events: () => [
			{
				eventId: '1',
				workflow: { name: 'Nightly <sync>' },
				execution: {
					url: 'http://n8n.example.com/1',
					lastNodeExecuted: 'Posts',
					// As n8n shows it: HTML.
					error: { message: 'No post has ID 7', description: 'Choose &lt;another&gt;<br>R&amp;D' },
				},
			},
			{
				eventId: '2',
				workflow: { name: '🦉' },
				execution: { error: { message: `It&#39;s ${LONG}`, description: null } },
			},
			{ eventId: '3', workflow: { name: '' }, trigger: { error: { message: '' } } },
		],
		expected: () => [
			[
				'chat: Nightly &lt;sync&gt; failed in Posts: No post has ID 7\nChoose &lt;another&gt;\nR&amp;D\nhttp://n8n.example.com/1',
			],
			[`chat: 🦉 failed: It&amp;#39;s ${LONG}`],
			['chat: failed:'],
		],
		seen: messages,
		steps: { Chat: { asks: CHAT, remedy: 'by hand' } },
		twice: 'everything',
	},

	'shipped-posts': {
		start: 'Update Published',
		events({ sandbox }) {
			const [a, b, c, wrong] = sandbox.createPosts(4);
			const text = `#${b}, #999999x, issues/7#${wrong}, &#${wrong}; and #0${wrong}, see also #${b}`;
			return [
				update(1, 'First', null, a),
				update(2, 'Second', text),
				update(3, 'Third', `For #${c}.`),
			];
		},
		expected: ([one, two, three]) => [
			[`comment on ${one.feedback_id}: Shipped: First`],
			[`comment on ${/\d+/.exec(String(two.description))}: Shipped: Second`],
			[`comment on ${/\d+/.exec(String(three.description))}: Shipped: Third`],
		],
		seen: comments,
		steps: {
			'Comment on Post': { asks: { method: 'POST', path: /comment$/ }, remedy: 'by hand' },
		},
		twice: 'nothing',
		odd: {
			events: ({ sandbox }) =>
				ODD.map((text, at) => update(at, text, text, sandbox.createPosts(1)[0])),
			expected: (updates) =>
				updates.map(({ feedback_id, title }) => [`comment on ${feedback_id}: Shipped: ${title}`]),
		},
	},

	'close-the-loop': {
		start: 'Status Changed',
		async events(kitchen) {
			const events = changes(kitchen, 'in-progress');
			for (const [at, { feedback_id }] of events.entries()) {
				for (const ticket of [`T/${at}`, `U${at}`]) {
					const entry = { key: `ticket-${ticket}`, value: ticket };
					await send(kitchen.sandbox, 'PUT', `/v1/post/${feedback_id}/meta`, entry);
				}
				const odd = { key: 'ticket-..', value: '..' };
				await send(kitchen.sandbox, 'PUT', `/v1/post/${feedback_id}/meta`, odd);
			}
			return events;
		},
		expected: (events) =>
			(events as unknown as Change[]).map(({ title }, at) => [
				`chat: ${escaped(title)}: open to in-progress`,
				`ticket T%2F${at}: Your request "${title}" is now in progress.`,
				`ticket U${at}: Your request "${title}" is now in progress.`,
			]),
		seen: (kitchen) => [
			...messages(kitchen),
			...received(kitchen, /./).map(
				({ path, body }) => `ticket ${path.split('/')[3]}: ${body.message}`,
			),
		],
		steps: {
			Team: { asks: CHAT, remedy: 'by hand' },
			Metadata: { asks: { method: 'GET', path: /meta$/ }, remedy: 'retry' },
			'Answer Ticket': { asks: /replies$/, remedy: 'by hand' },
		},
		twice: 'nothing',
		odd: {
			async events(kitchen) {
				const events = changes(kitchen, 'in-progress', ODD);
				for (const { feedback_id } of events) {
					const entry = { key: `ticket-${feedback_id}`, value: `${feedback_id}` };
					await send(kitchen.sandbox, 'PUT', `/v1/post/${feedback_id}/meta`, entry);
				}
				return events;
			},
			expected: (events) =>
				(events as unknown as Change[]).map(({ feedback_id, title }) => [
					`chat: ${escaped(title)}: open to in-progress`,
					`ticket ${feedback_id}: Your request "${title}" is now in progress.`,
				]),
		},
	},

	'issue-link': {
		start: 'Post Planned',
		events: (kitchen) => changes(kitchen, 'planned'),
		expected: (events) =>
			(events as unknown as Change[]).map(({ feedback_id, title }) => [
				`issue: ${title} feedback-${feedback_id}`,
				`metadata of ${feedback_id}: issue is kept`,
			]),
		seen: (kitchen) => [
			...received(kitchen, /issue$/).map(({ body }) => {
				const { summary, labels } = body.fields as { summary: string; labels: string[] };
				return `issue: ${summary} ${labels}`;
			}),
			...metadata(kitchen).map((text) => text.replace(/FEED-\d+$/, 'kept')),
		],
		steps: {
			Metadata: { asks: { method: 'GET', path: /meta$/ }, remedy: 'retry' },
			'Create Issue': { asks: /issue$/, remedy: 'retry' },
			'Save Key': { asks: { method: 'PUT', path: /meta$/ }, remedy: 'retry' },
		},
		twice: 'nothing',
		odd: {
			events: (kitchen) => changes(kitchen, 'planned', ODD),
			// Jira takes no longer summary, and none that is empty.
			expected: (events) =>
				(events as unknown as Change[]).map(({ feedback_id, title }) => [
					`issue: ${first(title, 255) || `Post ${feedback_id}`} feedback-${feedback_id}`,
					`metadata of ${feedback_id}: issue is kept`,
				]),
		},
	},

	'issue-link, on the way back': {
		recipe: 'issue-link',
		start: 'Issue Closed',
		webhook: 'issue-closed',
		async events({ sandbox }) {
			const calls = [];
			for (const post of sandbox.createPosts(3)) {
				const entry = { key: 'issue', value: `FEED-${post}` };
				await send(sandbox, 'PUT', `/v1/post/${post}/meta`, entry);
				const labels = ['ui', `feedback-${post}`];
				calls.push({ key: `FEED-${post}`, labels, resolution: 'Done' });
			}
			return calls;
		},
		expected: (calls) =>
			calls.map(({ key }) => {
				const post = String(key).slice(5);
				return [
					`comment on ${post}: This is done. Thank you for the idea!`,
					`metadata of ${post}: issue is FEED-${post}`,
					`metadata of ${post}: issue_done is FEED-${post}`,
				];
			}),
		seen: (kitchen) => [...comments(kitchen), ...metadata(kitchen)],
		steps: {
			'Linked Issue': { asks: { method: 'GET', path: /meta$/ }, remedy: 'retry' },
			'Comment on Post': { asks: { method: 'POST', path: /comment$/ }, remedy: 'retry' },
			Remember: { asks: { method: 'PUT', path: /meta$/ }, remedy: 'retry' },
		},
		twice: 'nothing',
	},

	'ticket-vote': {
		start: 'Request Found',
		webhook: 'ticket-request',
		events({ sandbox }) {
			return ['Export', 'Dark mode', 'Search'].map((title, at) => {
				const email = `user_${at}@customer.example`;
				const [user] = sandbox.createUsers(1, { data_mail: email });
				return { title, ticket: `T/${at}`, email, user };
			});
		},
		expected: (calls) =>
			calls.map(({ title, ticket, user }) => [
				`post of ${user}: ${title} (idea) `,
				`ticket ${ticket}: ${title}`,
			]),
		seen: (kitchen) => [
			...posts(kitchen),
			...kitchen.sandbox
				.rows('SELECT title, key, value FROM post_metadata JOIN posts USING (feedback_id)')
				.map(
					({ title, key, value }) =>
						`${String(key).replace('-', ' ')}: ${title}${key === `ticket-${value}` ? '' : ' under a wrong key'}`,
				),
			...votes(kitchen),
		],
		steps: {
			'Create or Vote': { asks: { method: 'POST', path: /post$/ }, remedy: 'run again' },
			'Save Ticket': { asks: { method: 'PUT', path: /meta$/ }, remedy: 'run again' },
		},
		twice: (calls) => calls.map(({ title, user }) => `vote of ${user}: ${title}`),
		odd: {
			events({ sandbox }) {
				return [...ODD, null].map((title, at) => {
					const email = `odd_${at}@customer.example`;
					const [user] = sandbox.createUsers(1, { data_mail: email });
					return { title, ticket: `${at}`, email, user };
				});
			},
			expected: (calls) =>
				calls.map(({ title, ticket, user }) =>
					title ? [`post of ${user}: ${title} (idea) `, `ticket ${ticket}: ${title}`] : [],
				),
			failed: 2,
		},
	},

	'erasure-request': {
		start: 'Erasure Requested',
		webhook: 'erasure-request',
		events({ sandbox }) {
			return ['Ada', 'Grace', 'Joan'].map((name) => {
				const email = `${name}@customer.example`;
				const [user] = sandbox.createUsers(1, { data_mail: email, data_name: name });
				const [post] = sandbox.createPosts(1, { title: `Wish of user ${user}` });
				sandbox.run('UPDATE posts SET user_id = ? WHERE feedback_id = ?', user, post);
				return { email: ` ${email.toUpperCase()} `, user };
			});
		},
		expected: (calls) => calls.map(({ user }) => [`anonymous: Wish of user ${user}, erased`]),
		seen: ({ sandbox }) =>
			sandbox
				.rows('SELECT title, data_name, deleted FROM posts JOIN users USING (user_id)')
				.filter(({ deleted }) => deleted === 1)
				.map(({ title, data_name }) => `${data_name}: ${title}, erased`),
		steps: {
			Find: { asks: { method: 'GET', path: /users/ }, remedy: 'run again' },
			Delete: { asks: { method: 'DELETE', path: /user/ }, remedy: 'run again' },
		},
		twice: 'nothing',
		odd: {
			events: () => [...ODD, null].map((email) => ({ email })),
			expected: (calls) => calls.map(() => []),
			failed: 2,
		},
	},

	'support-to-intelligence': {
		start: 'Conversation Closed',
		webhook: 'support-conversation',
		events: () => ['One', 'Two', 'Three'].map((text) => ({ text, title: text })),
		expected: (calls) => calls.map(({ text }) => [`queue: ${text}`]),
		seen: ({ sandbox }) =>
			sandbox.rows('SELECT text FROM queue_items').map(({ text }) => `queue: ${text}`),
		steps: {
			'Send to Queue': { asks: { method: 'POST', path: /queue$/ }, remedy: 'retry' },
		},
		twice: 'everything',
		odd: {
			events: () => [...ODD, null].map((text) => ({ text, title: text })),
			expected: (calls) => calls.map(({ text }) => (text ? [`queue: ${text}`] : [])),
			failed: 2,
		},
	},

	'release-to-draft': {
		start: 'Released',
		webhook: 'released',
		events: () => ['1.0', '1.1', '1.2'].map((title) => ({ title, notes: `All of ${title}` })),
		expected: (calls) => calls.map(({ title, notes }) => [`draft ${title}: ${notes}`]),
		seen: ({ sandbox }) =>
			sandbox
				.rows('SELECT title, description, draft FROM updates')
				.map((row) => `${row.draft ? 'draft' : 'public'} ${row.title}: ${row.description}`),
		steps: {
			'Create Update': { asks: { method: 'POST', path: /update$/ }, remedy: 'retry' },
			'Make Draft': { asks: { method: 'PUT', path: /update\// }, remedy: 'retry' },
		},
		twice: 'everything',
		odd: {
			events: () => [...ODD, null].map((text) => ({ title: text, notes: text })),
			expected: (calls) =>
				calls.map(({ title, notes }) => (title ? [`draft ${title}: ${notes}`] : [])),
			failed: 2,
		},
	},

	'spreadsheet-to-posts': {
		// Before, its Extract from File loads a package that is left out of the tests' n8n.
		needs: '2.1',
		start: 'Every Night',
		events({ sandbox, others }) {
			sandbox.createPosts(1, { type: 'bug', title: 'There before' });
			sandbox.run('DELETE FROM posts');
			others.sheet =
				'title,description,type\nExport,"a, b",bug\n,no title,bug\n Search ,,\nDark mode,,idea\n';
			return [];
		},
		expected: () => [
			['post: Export (bug) a, b'],
			['post: Search (idea) '],
			['post: Dark mode (idea) '],
		],
		seen: (kitchen) => posts(kitchen).map((text) => text.replace(/ of \d+/, '')),
		steps: {
			Sheet: { asks: /csv$/, all: true, remedy: 'run again' },
			'Create Post': { asks: { method: 'POST', path: /post$/ }, remedy: 'run again' },
		},
		twice: 'nothing',
		odd: {
			events({ sandbox, others }) {
				sandbox.createPosts(1);
				sandbox.run('DELETE FROM posts');
				others.sheet = ['title', ...ODD.map((title) => `"${title}"`)].join('\n');
				return ODD.map((title) => ({ title }));
			},
			expected: (rows) => rows.map(({ title }) => (title ? [`post: ${title} (idea) `] : [])),
		},
	},

	'detractor-to-post': {
		start: 'Low Score',
		events({ sandbox }) {
			const [a, b] = sandbox.createUsers(2);
			return [
				{
					eventId: '1',
					promoter_id: 1,
					vote: 2,
					comment: 'Too slow\nby far',
					user_id: a,
					data_name: 'ada',
				},
				{ eventId: '2', promoter_id: 2, vote: 3, comment: '', user_id: b, data_name: null },
				{ eventId: '3', promoter_id: 3, vote: 0, comment: 'a < b', user_id: b, data_name: 'eve' },
			];
		},
		expected: ([one, two, three]) => [
			[
				'chat: NPS 2\nFrom ada\nToo slow\nby far',
				`post of ${one.user_id}: Too slow (idea) Too slow\nby far`,
			],
			[
				'chat: NPS 3\nFrom unknown',
				`post of ${two.user_id}: NPS score 3 without a comment (idea) `,
			],
			['chat: NPS 0\nFrom eve\na &lt; b', `post of ${three.user_id}: a < b (idea) a < b`],
		],
		seen: (kitchen) => [
			...messages(kitchen).map((text) => text.replace(/: create a post\? \S+/, '')),
			...posts(kitchen),
		],
		decision: 'Create',
		steps: {
			Chat: { asks: CHAT, remedy: 'retry' },
			'Create Post': { asks: { method: 'POST', path: /post$/ }, remedy: 'retry' },
		},
		twice: 'everything',
		odd: {
			events: ({ sandbox }) =>
				ODD.map((comment, at) => {
					const [user_id] = sandbox.createUsers(1);
					return { eventId: `${at}`, promoter_id: at, vote: 1, comment, user_id, data_name: '<i>' };
				}),
			expected: (responses) =>
				responses.map(({ user_id, comment }) => {
					const text = String(comment);
					const title = first(text, 80) || 'NPS score 1 without a comment';
					const description = text.replaceAll(/<.?b>/g, '');
					return [
						`chat: NPS 1\nFrom &lt;i&gt;\n${escaped(text)}`.trim(),
						`post of ${user_id}: ${title} (idea) ${description}`,
					];
				}),
		},
	},

	'crm-to-groups': {
		needs: '2.1',
		start: 'Every Night',
		async events({ n8n, sandbox }) {
			await emptyCrm(n8n);
			for (const [at, name] of ['Acme', 'Byte', 'Cargo'].entries()) {
				const emails = [`a${at}@crm.example`, `b${at}@crm.example`];
				for (const data_mail of emails) sandbox.createUsers(1, { data_mail });
				const member_emails = at === 2 ? null : emails.join(' ,');
				await addRow(n8n, 'crm_accounts', { account_id: name, name, mrr: at + 0.6, member_emails });
			}
			return [];
		},
		expected: () => [
			['group Acme of 1: a0@crm.example b0@crm.example'],
			['group Byte of 2: a1@crm.example b1@crm.example'],
			['group Cargo of 3: '],
		],
		seen: ({ sandbox }) =>
			sandbox
				.rows(
					`SELECT name, mrr, (SELECT group_concat(data_mail, ' ') FROM (SELECT data_mail FROM group_members
					JOIN users USING (user_id) WHERE group_id = g.group_id ORDER BY data_mail)) AS members FROM groups g`,
				)
				.map(({ name, mrr, members }) => `group ${name} of ${mrr}: ${members ?? ''}`),
		steps: {
			'Create Group': { asks: { method: 'POST', path: /groups$/ }, remedy: 'run again' },
			'Add Member': { asks: { method: 'POST', path: /members$/ }, remedy: 'run again' },
		},
		twice: 'nothing',
		odd: {
			async events({ n8n }) {
				await emptyCrm(n8n);
				const accounts = ODD.map((name, at) => ({ account_id: `odd-${at}`, name, mrr: null }));
				for (const account of accounts)
					await addRow(n8n, 'crm_accounts', { ...account, member_emails: ' , ' });
				return accounts;
			},
			// The service takes no longer name.
			expected: (accounts) =>
				accounts.map(({ account_id, name }) => [
					`group ${first(String(name || account_id), 255)} of 0: `,
				]),
		},
	},

	'ai-triage': {
		needs: '1.123',
		start: 'New Post',
		events({ sandbox, others }) {
			const [same] = sandbox.createPosts(1, { title: 'Export of invoices', type: 'feature' });
			others.proposal = { type: 'feature', duplicate_of: same, reason: 'Both ask for <it>' };
			return sandbox.createPosts(3, { title: 'Export' }).map((feedback_id, at) => {
				const title = `Export ${at + 1}`;
				return { event: 'newPost', eventId: `${at}`, feedback_id, title, description: null, same };
			});
		},
		expected: (events) =>
			events.map(({ feedback_id, title, same }) => [
				`chat: Type: feature, duplicate of #${same}\n${title}\nBoth ask for &lt;it&gt;`,
				`${title} is a feature`,
				`comment on ${feedback_id}: Duplicate of #${same} (private)`,
			]),
		seen: (kitchen) => [
			...messages(kitchen).map((text) => text.replace(/Save this type\? \S+\n/, '')),
			...kitchen.sandbox
				.rows(
					"SELECT title, type FROM posts WHERE title <> 'Export of invoices' AND type <> 'idea'",
				)
				.map(({ title, type }) => `${title} is a ${type}`),
			...comments(kitchen),
		],
		decision: 'Save',
		steps: {
			Agent: { asks: /completions$/, remedy: 'retry' },
			Chat: { asks: CHAT, remedy: 'retry' },
			'Set Type': { asks: { method: 'PUT', path: /post/ }, remedy: 'retry' },
			'Name Duplicate': { asks: { method: 'POST', path: /comment$/ }, remedy: 'retry' },
		},
		twice: (events) =>
			events.flatMap(({ feedback_id, title, same }) => [
				`chat: Type: feature, duplicate of #${same}\n${title}\nBoth ask for &lt;it&gt;`,
				`comment on ${feedback_id}: Duplicate of #${same} (private)`,
			]),
		odd: {
			events({ sandbox, others }) {
				const [same] = sandbox.createPosts(1, { title: 'Export of invoices', type: 'feature' });
				others.proposal = { type: 'feature', duplicate_of: same, reason: '{{ 1 + 1 }}\n<i>' };
				return ODD.map((title, at) => {
					const [feedback_id] = sandbox.createPosts(1, { title });
					const eventId = `${at}`;
					return { event: 'newPost', eventId, feedback_id, title, description: title, same };
				});
			},
			expected: (events) =>
				events.map(({ feedback_id, title, same }) => [
					`chat: Type: feature, duplicate of #${same}\n${escaped(String(title))}\n{{ 1 + 1 }}\n&lt;i&gt;`,
					`${title} is a feature`,
					`comment on ${feedback_id}: Duplicate of #${same} (private)`,
				]),
		},
	},
};
