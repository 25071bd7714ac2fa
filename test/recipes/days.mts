// One bad day for each recipe: its events, odd and empty texts among them, what they must lead to, and the steps that may fail.
import { send } from '../contract/workspace.mts';
import type { BadDay } from './bad-days.mts';
import type { Kitchen } from './kitchen.mts';
import { addRow, deleteTable } from './tables.mts';

const CHAT = /^\/hooks\//;
const messages = ({ others }: Kitchen) => others.messages.map((text) => `chat: ${text}`);
const lines = ({ others }: Kitchen) =>
	others.messages.flatMap((text) => text.split('\n').map((line) => `chat: ${line}`));
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
	others.received.filter((one) => one.authorized && path.test(one.path));

const update = (
	changelog_id: number,
	title: string | null,
	description: string | null,
	posts: number[] = [],
) => ({
	event: 'newChangelogUpdate',
	eventId: `update-${changelog_id}`,
	changelog_id,
	title,
	description,
	feedback_id: posts[0] ?? 0,
	posts,
});

const changes = ({ sandbox }: Kitchen, to: string) =>
	ODD.map((title) => {
		const [feedback_id] = sandbox.createPosts(1, { title, status: to });
		const eventId = `status-${feedback_id}`;
		return { event: 'postStatusChanged', eventId, from: 'open', to, feedback_id, title };
	});

/** In the middle of an earlier month. */
function monthsAgo(months: number): string {
	const now = new Date();
	const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15));
	return then.toISOString().slice(0, 19).replace('T', ' ');
}

const quarterOf = (time: string) =>
	`${time.slice(0, 4)}-Q${Math.ceil(Number(time.slice(5, 7)) / 3)}`;

/** Titles, comments and messages as people and programs write them. */
// An emoji stands where 80 and where 255 characters would cut it in two.
const LONG = `${'x'.repeat(79)}🦉${'x'.repeat(173)}🦉${'Very long'.repeat(90)}`;
const first = (text: string, most: number) =>
	text.slice(0, text.slice(0, most).isWellFormed() ? most : most - 1);
export const ODD = ['<b>Bold</b> & more', '', '🦉', 'It&#39;s', LONG];
const TEXTS = [...ODD, null];

interface Change {
	feedback_id: number;
	title: string;
}

const escaped = (text: string) =>
	text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const proposed = (same: unknown, title: unknown) =>
	`chat: Type: feature, duplicate of #${same}\n${escaped(String(title))}\n{{ 1 + 1 }}\n&lt;i&gt;`;

export const days: Record<string, BadDay> = {
	'update-to-chat': {
		start: 'Update Published',
		events: () => [
			...TEXTS.map((text, at) => update(at, text, text)),
			update(7, 'Dark mode', 'One<br>Two <Export>'),
		],
		// Tags of a description would show as text.
		expected: (updates) =>
			updates.map(({ title, description }) => {
				const text = String(description ?? '')
					.replaceAll(/<.?b>/g, '')
					.replace('<br>', '\n');
				return [`chat: ${`New: ${escaped(String(title ?? ''))}\n${escaped(text)}`.trim()}`];
			}),
		seen: messages,
		steps: { Chat: { asks: CHAT, remedy: 'by hand' } },
		twice: 'everything',
	},

	'news-to-chat': {
		start: 'New Feedback',
		events: () => [
			...TEXTS.flatMap((text, at) => [
				{ event: 'newPost', eventId: `p${at}`, feedback_id: at, title: text, description: text },
				{ event: 'newComment', eventId: `c${at}`, feedback_id: at, comment: text, data_name: text },
			]),
			{ event: 'postReachedVoteThreshold', eventId: 'v', feedback_id: 7, title: 'R&D', votes: 10 },
		],
		expected: (events) =>
			events.map(({ event, feedback_id, title, comment }) => {
				const text = escaped(String(title ?? comment ?? ''));
				const who = comment === null ? 'unknown' : text;
				const said: Record<string, string> = {
					newPost: `New post: ${text}\n${text}`,
					newComment: `New comment on post ${feedback_id} by ${who}\n${text}`,
					postReachedVoteThreshold: 'R&amp;D has 10 votes',
				};
				return [`chat: ${said[String(event)].trim()}`];
			}),
		seen: messages,
		steps: { Chat: { asks: CHAT, remedy: 'by hand' } },
		twice: 'everything',
	},

	'weekly-digest': {
		start: 'Every Monday',
		events: ({ sandbox }) =>
			ODD.map((title, votes) => {
				const [post] = sandbox.createPosts(1, { title });
				sandbox.run('UPDATE posts SET total_up = ? WHERE feedback_id = ?', votes, post);
				return { title: title || `Post ${post}`, votes };
			}),
		expected: (posts) =>
			posts
				.toReversed()
				.map(({ title, votes }, at) => [
					`chat: ${at + 1}. ${escaped(String(title))} (${votes} ${votes === 1 ? 'vote' : 'votes'})`,
				]),
		seen: (kitchen) => lines(kitchen).filter((line) => line !== 'chat: Most voted open posts:'),
		steps: {
			'Most Voted': { asks: { method: 'GET', path: /posts/ }, all: true, remedy: 'retry' },
			Chat: { asks: CHAT, all: true, remedy: 'retry' },
		},
		twice: 'everything',
	},

	'gaining-traction': {
		start: 'Votes Gained',
		events: () =>
			TEXTS.map((title, at) => ({
				event: 'postGainingTraction',
				eventId: `${at}`,
				feedback_id: at,
				title,
				from: at,
				to: 10 + 3 * at,
			})),
		expected: (posts) => [
			posts.toReversed().reduce(
				(message, { title, feedback_id, from, to }) => {
					const name = escaped(String(title || `Post ${feedback_id}`));
					return [`${message}\n${name}: ${Number(to) - Number(from)} more votes, now ${to}`];
				},
				['chat: Gaining traction:'],
			),
		],
		seen: messages,
		steps: { Chat: { asks: CHAT, all: true, remedy: 'retry' } },
		twice: 'everything',
	},

	'quarterly-nps': {
		start: 'Every Quarter',
		events({ sandbox }) {
			for (const vote of [10, 9, 9, 8, 3]) {
				sandbox.createResponses(1, { vote, created: monthsAgo(3) });
			}
			for (const vote of [10, 0]) sandbox.createResponses(1, { vote, created: monthsAgo(6) });
			return [];
		},
		expected: () => [
			[
				`chat: NPS ${quarterOf(monthsAgo(3))}: 40 (+40)`,
				'chat: Responses: 5 (promoters 3, passives 1, detractors 1)',
			],
		],
		seen: lines,
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
			const [a, b, c, d, wrong] = sandbox.createPosts(5);
			const text = `#${b}, #999999x, issues/7#${wrong}, &#${wrong}; and #0${wrong}, see also #${b}`;
			return [
				...ODD.map((odd, at) => update(at, odd, odd, sandbox.createPosts(1))),
				update(5, 'Of two posts', `And #${d}.`, [a, d]),
				{ ...update(6, 'Named twice', text, [b]), feedback_id: 0 },
				{ ...update(7, 'Named alone', `For #${c}.`, [c]), feedback_id: 0 },
			];
		},
		expected: (updates) =>
			updates.map(({ posts, title }) =>
				(posts as number[]).map((post) => `comment on ${post}: Shipped: ${title}`),
			),
		seen: comments,
		steps: {
			'Comment on Post': { asks: { method: 'POST', path: /comment$/ }, remedy: 'by hand' },
		},
		twice: 'nothing',
	},

	'close-the-loop': {
		start: 'Status Changed',
		async events(kitchen) {
			const events = changes(kitchen, 'in-progress');
			for (const { feedback_id } of events) {
				for (const ticket of [`T/${feedback_id}`, `U${feedback_id}`, '..']) {
					const entry = { key: `ticket-${ticket}`, value: ticket };
					await send(kitchen.sandbox, 'PUT', `/v1/post/${feedback_id}/meta`, entry);
				}
			}
			return events;
		},
		expected: (events) =>
			(events as unknown as Change[]).map(({ title, feedback_id }) => [
				`chat: ${escaped(title)}: open to in-progress`,
				`/api/tickets/T%2F${feedback_id}/replies: Your request "${title}" is now in progress.`,
				`/api/tickets/U${feedback_id}/replies: Your request "${title}" is now in progress.`,
			]),
		seen: (kitchen) => [
			...messages(kitchen),
			...received(kitchen, /./).map(({ path, body }) => `${path}: ${body.message}`),
		],
		steps: {
			Team: { asks: CHAT, remedy: 'by hand' },
			Metadata: { asks: { method: 'GET', path: /meta$/ }, remedy: 'retry' },
			'Answer Ticket': { asks: /replies$/, remedy: 'by hand' },
		},
		twice: 'nothing',
	},

	'issue-link': {
		start: 'Post Planned',
		events: (kitchen) => changes(kitchen, 'planned'),
		// Jira takes no longer summary, and none that is empty.
		expected: (events) =>
			(events as unknown as Change[]).map(({ feedback_id, title }) => [
				`issue: ${first(title, 255) || `Post ${feedback_id}`} feedback-${feedback_id}`,
				`metadata of ${feedback_id}: issue is kept`,
			]),
		seen: (kitchen) => [
			...received(kitchen, /^\/rest\/api\/2\/issue$/).map(({ body }) => {
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
	},

	'issue-link, on the way back': {
		recipe: 'issue-link',
		start: 'Issue Closed',
		webhook: 'issue-closed',
		async events({ sandbox }) {
			const calls: Array<Record<string, unknown>> = [];
			for (const [at, post] of sandbox.createPosts(4).entries()) {
				const key = `FEED-${post}`;
				await send(sandbox, 'PUT', `/v1/post/${post}/meta`, { key: 'issue', value: key });
				const labels = ['ui', `feedback-${post}`];
				calls.push({ key, labels, post, resolution: at === 3 ? "Won't Do" : 'Done' });
			}
			const others = { resolution: 'Done', key: 'OTHER-1' };
			return [...calls, { ...others, labels: ['ui'] }, others];
		},
		expected: (calls) =>
			calls.map(({ post, resolution }) => [
				...(post ? [`metadata of ${post}: issue is FEED-${post}`] : []),
				...(post && resolution === 'Done'
					? [
							`comment on ${post}: This is done. Thank you for the idea!`,
							`metadata of ${post}: issue_done is FEED-${post}`,
						]
					: []),
			]),
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
		events: ({ sandbox }) =>
			TEXTS.map((title, at) => {
				const email = `user_${at}@customer.example`;
				const [user] = sandbox.createUsers(1, { data_mail: email });
				return { title, ticket: `T/${at}`, email, user };
			}),
		expected: (calls) =>
			calls.map(({ title, ticket, user }) =>
				title
					? [`post of ${user}: ${title} (idea) `, `ticket-${ticket} is ${ticket}: ${title}`]
					: [],
			),
		failed: 2,
		seen: (kitchen) => [
			...posts(kitchen),
			...kitchen.sandbox
				.rows('SELECT title, key, value FROM post_metadata JOIN posts USING (feedback_id)')
				.map(({ title, key, value }) => `${key} is ${value}: ${title}`),
			...votes(kitchen),
		],
		steps: {
			'Create or Vote': { asks: { method: 'POST', path: /post$/ }, remedy: 'run again' },
			'Save Ticket': { asks: { method: 'PUT', path: /meta$/ }, remedy: 'run again' },
		},
		twice: (calls) =>
			calls.flatMap(({ title, user }) => (title ? [`vote of ${user}: ${title}`] : [])),
	},

	'erasure-request': {
		start: 'Erasure Requested',
		webhook: 'erasure-request',
		events: ({ sandbox }) => [
			...TEXTS.map((email) => ({ email })),
			...['Ada', 'Grace', 'Joan'].map((name) => {
				const data_mail = `user_${name}@customer.example`;
				const [user] = sandbox.createUsers(1, { data_mail, data_name: name });
				const [post] = sandbox.createPosts(1, { title: `Wish of user ${user}` });
				sandbox.run('UPDATE posts SET user_id = ? WHERE feedback_id = ?', user, post);
				return { email: ` ${data_mail.toUpperCase()} `, user };
			}),
		],
		expected: (calls) =>
			calls.map(({ user }) => (user ? [`Wish of user ${user}, who is anonymous`] : [])),
		failed: 2,
		seen: ({ sandbox }) =>
			sandbox
				.rows('SELECT title, data_name FROM posts JOIN users USING (user_id) WHERE deleted = 1')
				.map(({ title, data_name }) => `${title}, who is ${data_name}`),
		steps: {
			Find: { asks: { method: 'GET', path: /user\// }, remedy: 'run again' },
			Delete: { asks: { method: 'DELETE', path: /user/ }, remedy: 'run again' },
		},
		twice: 'nothing',
	},

	'support-to-intelligence': {
		start: 'Conversation Closed',
		webhook: 'support-conversation',
		events: () =>
			TEXTS.map((text, at) => ({
				text,
				title: text,
				url: `https://support.example.com/tickets/${at}`,
				name: 'Ada <i>',
				email: 'ada@example.com',
			})),
		expected: (calls) =>
			calls.map(({ text, url }) =>
				text ? [`${text}, ${text}, ${url}, Ada <i>, ada@example.com, support-desk`] : [],
			),
		failed: 2,
		seen: ({ sandbox }) =>
			sandbox
				.rows('SELECT text, title, ref, user_name, user_email, service FROM queue_items')
				.map((row) => Object.values(row).join(', ')),
		steps: {
			'Send to Queue': { asks: { method: 'POST', path: /queue$/ }, remedy: 'retry' },
		},
		twice: 'everything',
	},

	'release-to-draft': {
		start: 'Released',
		webhook: 'released',
		events: () => TEXTS.map((text) => ({ title: text, notes: text })),
		expected: (calls) =>
			calls.map(({ title, notes }) => (title ? [`draft ${title}: ${notes}`] : [])),
		failed: 2,
		seen: ({ sandbox }) =>
			sandbox
				.rows('SELECT title, description, draft FROM updates')
				.map((row) => `${row.draft ? 'draft' : 'public'} ${row.title}: ${row.description}`),
		steps: {
			'Create Update': { asks: { method: 'POST', path: /update$/ }, remedy: 'retry' },
			'Make Draft': { asks: { method: 'PUT', path: /update\// }, remedy: 'retry' },
		},
		twice: 'everything',
	},

	'spreadsheet-to-posts': {
		// Before, its Extract from File loads a package that is left out of the tests' n8n.
		needs: '2.1',
		start: 'Every Night',
		events({ sandbox, others }) {
			sandbox.createPosts(1, { type: 'bug' });
			sandbox.run('DELETE FROM posts');
			const rows = [...ODD, ' Search '].map((title, at) => ({ title, type: at ? '' : 'bug' }));
			const cells = rows.map(({ title, type }) => `"${title}","a, b",${type}`);
			others.sheet = ['title,description,type', ...cells].join('\n');
			return rows;
		},
		expected: (rows) =>
			rows.map(({ title, type }) =>
				title ? [`post: ${String(title).trim()} (${type || 'idea'}) a, b`] : [],
			),
		seen: (kitchen) => posts(kitchen).map((text) => text.replace(/ of \d+/, '')),
		steps: {
			Sheet: { asks: /csv$/, all: true, remedy: 'run again' },
			'Create Post': { asks: { method: 'POST', path: /post$/ }, remedy: 'run again' },
		},
		twice: 'nothing',
	},

	'detractor-to-post': {
		start: 'Low Score',
		events: ({ sandbox }) =>
			[...ODD, 'Too slow\nby far'].map((comment, vote) => ({
				event: 'newNpsResponse',
				eventId: `${vote}`,
				promoter_id: vote,
				vote,
				comment,
				user_id: sandbox.createUsers(1)[0],
				data_name: vote === 0 ? '<i>' : null,
			})),
		expected: (responses) =>
			responses.map(({ user_id, comment, vote }) => {
				const text = String(comment);
				const title = first(text.split('\n')[0], 80) || `NPS score ${vote} without a comment`;
				return [
					`chat: NPS ${vote}\nFrom ${vote === 0 ? '&lt;i&gt;' : 'unknown'}\n${escaped(text)}`.trim(),
					`post of ${user_id}: ${title} (idea) ${text.replaceAll(/<.?b>/g, '')}`,
				];
			}),
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
	},

	'crm-to-groups': {
		needs: '2.1',
		start: 'Every Night',
		async events(kitchen) {
			const { n8n, sandbox } = kitchen;
			// The recipe creates the table.
			await deleteTable(n8n, 'crm_accounts');
			await n8n.run(await kitchen.setUp('crm-to-groups'), 'Every Night');
			const accounts = TEXTS.map((name, at) => {
				const emails = at < 2 ? [] : [`a${at}@crm.example`, `b${at}@crm.example`];
				for (const data_mail of emails) sandbox.createUsers(1, { data_mail });
				const member_emails = at === 0 ? null : emails.join(' ,') || ' , ';
				return {
					account_id: `account-${at}`,
					name,
					mrr: at === 0 ? null : at + 0.6,
					member_emails,
				};
			});
			for (const account of accounts) await addRow(n8n, 'crm_accounts', account);
			return accounts;
		},
		// The service takes no longer name.
		expected: (accounts) =>
			accounts.map(({ account_id, name, mrr, member_emails }) => {
				const members = String(member_emails ?? '')
					.split(',')
					.map((email) => email.trim());
				const named = first(String(name || account_id), 255);
				return [`group ${named} of ${Math.round(Number(mrr))}: ${members.join(' ').trim()}`];
			}),
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
	},

	'ai-triage': {
		needs: '1.123',
		start: 'New Post',
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
				proposed(same, title),
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
				proposed(same, title),
				`comment on ${feedback_id}: Duplicate of #${same} (private)`,
			]),
	},
};
