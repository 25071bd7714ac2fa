// One bad day for each recipe: its events, odd and hostile texts among them, what they must lead to, and the steps that may fail.
import { randomUUID } from 'node:crypto';
import { send } from '../contract/workspace.mts';
import type { BadDay } from './bad-days.mts';
import { formOf, type Kitchen } from './kitchen.mts';
import { addRow, deleteTable } from './tables.mts';

type Json = Record<string, unknown>;

const CHAT = /^\/hooks\//;
const messages = ({ others }: Kitchen) => others.messages.map((text) => `chat: ${text}`);
const lines = ({ others }: Kitchen) =>
	others.messages.flatMap((text) => text.split('\n').map((line) => `chat: ${line}`));
const comments = ({ sandbox }: Kitchen) =>
	sandbox
		.rows('SELECT feedback_id, comment, public FROM comments')
		.map((row) => `comment on ${row.feedback_id}: ${row.comment}${row.public ? '' : ' (private)'}`);
const metadata = ({ sandbox }: Kitchen, prefix: string) =>
	sandbox
		.rows('SELECT feedback_id, key, value FROM post_metadata')
		.filter(({ key }) => String(key).startsWith(prefix))
		.map(({ feedback_id, key, value }) => `metadata of ${feedback_id}: ${key} is ${value}`);
const posts = ({ sandbox }: Kitchen) =>
	sandbox
		.rows('SELECT title, description, type, user_id FROM posts')
		.map((row) => `post of ${row.user_id}: ${row.title} (${row.type}) ${row.description}`);
const votes = ({ sandbox }: Kitchen) =>
	sandbox
		.rows(
			'SELECT p.title, v.user_id FROM votes v JOIN posts p USING (feedback_id) WHERE v.vote = 1',
		)
		.map(({ title, user_id }) => `vote of ${user_id}: ${title}`);
const received = ({ others }: Kitchen, path: RegExp) =>
	others.received.filter((one) => one.authorized && path.test(one.path));

const changes = ({ sandbox }: Kitchen, to: string) =>
	ODD.map((title) => {
		const [feedback_id] = sandbox.createPosts(1, { title, description: title, status: to });
		const eventId = `status-${feedback_id}`;
		const post = { feedback_id, title, description: title, total_sum: 7 };
		return { event: 'postStatusChanged', eventId, from: 'open', to, ...post };
	});

// An emoji stands where 80 and where 255 characters would cut it in two.
const LONG = `${'x'.repeat(79)}🦉${'x'.repeat(173)}🦉${'Very long'.repeat(90)}`;

/** Mentions all, links away, forges a line, and opens what Slack, Mattermost, Jira and browsers know as markup. */
export const HOSTILE =
	'Evil\n\\n@channel <!channel>\u2028[Approve](https://evil.example/) ```\n{noformat}h1. <img src=x>{noformat:a}';

/** Titles, comments and messages as people, programs and strangers write them. */
const ODD = [
	'<b>Bold</b> & more',
	'',
	'🦉',
	'It&#39;s',
	LONG,
	HOSTILE,
	'=HYPERLINK("https://evil.example/")',
	'Dark mode',
	'Too slow\nby far',
	'Search',
];
/** They begin alike. */
const WISHES = [
	'Customer request:\nAcme wants an export',
	'Customer request:\nUmbrella wants a dark mode',
];
const TEXTS = [...ODD.slice(0, -1), null];

/** Of customers, of whom one is no end-user yet. */
const requests = ({ sandbox }: Kitchen) =>
	TEXTS.map((title, at) => {
		const email = `user_${at}@customer.example`;
		const [user] = at === 3 ? [] : sandbox.createUsers(1, { data_mail: email });
		return { title, ticket: `T/${at}`, email, user };
	});

/** The look-up of one of them whom the service knows: without the others, nothing is missing. */
const LOOKED_UP = { method: 'GET', path: /users.*user_(?!3)/ };

interface Change {
	feedback_id: number;
	eventId: string;
	title: string;
}

/** A text of a stranger, as it may leave n8n: one line, short, and without anything that a chat or a browser acts on. */
export function shown(text: unknown): string {
	const readable = String(text ?? '')
		.replaceAll(/&(?:amp;)+/g, '&')
		.replaceAll('&#39;', "'");
	const harmless: Record<string, string> = {
		'<': '‹',
		'&lt;': '‹',
		'>': '›',
		'&gt;': '›',
		'@': '@\u200b',
		'`': "'",
		'](': '] (',
		'\\n': '\\ n',
	};
	const line = readable
		.replaceAll(/<|>|&[lg]t;|@|`|\]\(|\\n/g, (one) => harmless[one])
		.replaceAll(/\s+/g, ' ')
		.trim();
	return [...line].length > 200 ? `${[...line].slice(0, 199).join('')}…` : line;
}

/** A title made out of a text: one line, at most 80 characters. */
function titled(text: unknown): string {
	const line = String(text ?? '')
		.replaceAll(/\s+/g, ' ')
		.trim();
	return [...line].length > 80 ? `${[...line].slice(0, 79).join('')}…` : line;
}

/** The text, where its title does not hold all of it. */
const unlessTitle = (text: unknown) =>
	titled(text) === text || text === null ? '' : stored(String(text));

/** The title of such a text in a digest. */
const short = (title: unknown) => shown(title).replace(/^(.{59}).{2,}$/u, '$1…');

const daysAgo = (days: number) =>
	new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 19).replace('T', ' ');

/** What the service keeps of a description. */
const stored = (text: string) => text.replaceAll(/<.?b>|<img[^>]*>/g, '');

/** A line of a message, without what the texts left empty. */
const sentence = (text: string) => text.replaceAll(/ {2,}/g, ' ').replace(/[ :-]+$/, '');

const NOT_SAVED = 'chat: This message has no text that can be saved. Nothing was saved.';

const asked = (vote: unknown, comment: unknown) =>
	`chat: NPS score: ${vote}\nCustomer: ${vote === 0 ? '‹i›' : ''}\nComment: ${shown(comment)}\nCreate a public post?`;

const proposed = (same: unknown, title: unknown, id: unknown) =>
	`chat: Save this type?\nType: feature\nDuplicate of Export of invoices #${same}\n${`${shown(title)} #${id}`.trim()}`;

/** Planned posts become issues of a tracker, one each. */
function postToTracker(tracker: {
	recipe: string;
	issue(body: Record<string, unknown>): string;
	/** What stands before the ID of a post. */
	mark: string;
	expected(title: string, label: string, text: string, words: string): string;
}): BadDay {
	const text = (id: unknown) => `Feedback post ${tracker.mark}${id}, votes: 7`;
	return {
		recipe: tracker.recipe,
		doubled: /^comment/,
		start: 'Post Planned',
		events: (kitchen) => changes(kitchen, 'planned'),
		// No tracker takes an issue without a title.
		expected: (events) =>
			(events as unknown as Change[]).map(({ feedback_id: id, title }) => {
				const words = [title, title].filter(Boolean).join('\n\n');
				return [tracker.expected(shown(title) || text(id), `feedback-${id}`, text(id), words)];
			}),
		seen: (kitchen) =>
			received(kitchen, /issues?$/).map(({ body }) =>
				tracker.issue((body.fields ?? body) as Record<string, unknown>),
			),
		steps: {
			'Find Issue': { asks: /search|labels/, remedy: 'retry' },
			'Create Issue': { asks: /issues?$/, remedy: 'retry' },
		},
		twice: 'nothing',
	};
}

/** A tracker calls when an issue is closed, whose label leads to a post: done, not done, or none of ours. */
function trackerToPost(
	recipe: string,
	webhook: string,
	call: (post: number | undefined, resolution: string, labels: string[]) => object,
	/** Calls about an issue that was not closed by them. */
	others: (labels: string[]) => object[] = () => [],
): BadDay {
	return {
		recipe,
		webhook,
		doubled: /^comment/,
		start: 'Issue Closed',
		events({ sandbox }) {
			const calls = sandbox.createPosts(10).map((post, at) => {
				const isDone = at !== 3;
				const labels = ['ui', `feedback-b-${post}`, `feedback-${post}`];
				return { ...call(post, isDone ? '' : 'not_planned', labels), ...(isDone && { post }) };
			});
			const [post] = sandbox.createPosts(1);
			const strangers = [call(undefined, '', ['ui']), ...others([`feedback-${post}`])];
			return [...calls, ...strangers.map((one) => ({ ...one }))];
		},
		expected: (calls) =>
			calls.map(({ post }) =>
				post
					? [
							`comment on ${post}: This is done. Thank you for the idea!`,
							`metadata of ${post}: issue_done is FEED-${post}`,
						]
					: [],
			),
		seen: (kitchen) => [...comments(kitchen), ...metadata(kitchen, '')],
		steps: {
			Metadata: { asks: { method: 'GET', path: /meta$/ }, remedy: 'retry' },
			'Comment on Post': { asks: { method: 'POST', path: /comment$/ }, remedy: 'retry' },
			Remember: { asks: { method: 'PUT', path: /meta$/ }, remedy: 'retry' },
		},
		twice: 'nothing',
	};
}

/** What an idea in the form leads to, with its private comment. */
function ideaSaved({ title, user }: Json, comment: string): string[] {
	if (!title) return [];
	const words = [withCrlf(unlessTitle(title)), 'a, b'].filter(Boolean).join('\n\n');
	const vote = user ? [`vote of ${user as string}: ${titled(title)}`] : [];
	return [`post: ${titled(title)} (idea) ${words}`, comment, ...vote];
}

/** The comment of an idea whose post exists. */
const sentAgain = ({ title, email }: Json) =>
	`comment: From ${email as string}\n${withCrlf(String(title))}\na, b (private)`;

/** Forms send lines so. */
const withCrlf = (text: string) => text.replaceAll('\n', '\r\n');

/** What a message in Slack leads to, with its reply and the words that its private comment adds. */
function messageSaved(call: Json, reply: string, added = ''): string[] {
	const at = String(call.ts);
	if (call.text === '') return [`${NOT_SAVED} in ${at}`];
	const words = wordsOf(call);
	return [
		`post: ${titled(words)} (idea) ${stored(words)}`,
		`comment: https://slack.example.com/p${at}${added} (private)`,
		`chat: ${reply} in ${at}`,
		`done: ${at}`,
	];
}

const wordsOf = ({ text }: Json) => String(text).replace('Dark', 'Dark (https://a.example)');

/** What a bad day of a recipe looks like, by the name of its file. */
export const days: Record<string, BadDay> = {
	'news-to-chat': {
		doubled: /./,
		start: 'News',
		events: () => [
			...TEXTS.map((text, at) => ({
				event: ['newPost', 'newComment', 'postGainingTraction'][at % 3],
				eventId: `${at}`,
				feedback_id: at,
				...(at % 3 === 1
					? { postTitle: text, comment: text, data_name: text }
					: { title: text, description: text, from: 1, to: 12 }),
			})),
			{
				event: 'newChangelogUpdate',
				eventId: 'update',
				changelog_id: 7,
				feedback_id: 0,
				title: HOSTILE,
				description: '<p>Two &lt;things&gt;</p><ul><li>R&amp;D</li><li>&amp;lt;</li></ul>',
			},
		],
		expected: (events) =>
			events.map(({ event, feedback_id, title, postTitle, data_name, comment, description }) => {
				const said: Record<string, string> = {
					newPost: `New post: ${shown(title)} #${feedback_id} - ${shown(description)}`,
					newComment: `New comment: ${shown(postTitle)} #${feedback_id} - ${shown(comment)} - ${shown(data_name)}`,
					postGainingTraction: `Post gaining traction: ${shown(title)} #${feedback_id} - from 1 to 12 votes`,
					newChangelogUpdate: `New changelog update: ${shown(title)} - Two ‹things› • R&D • ‹`,
				};
				return [`chat: ${sentence(said[String(event)])}`];
			}),
		seen: lines,
		steps: { Chat: { asks: CHAT, all: true, remedy: 'retry' } },
		twice: 'everything',
	},

	'weekly-digest': {
		doubled: /./,
		start: 'Every Monday',
		events({ sandbox }) {
			const [user] = sandbox.createUsers(1, { data_mail: 'ada@customer.example' });
			const posts = ODD.map((title, votes) => {
				// Five of them are old.
				const created = daysAgo(votes < 5 ? 20 - votes : 10 - votes);
				const [post] = sandbox.createPosts(1, { title, user, created });
				return { title, post, votes };
			});
			const [answered, whispered, askedAgain, asked] = posts.slice(1).map(({ post }) => post);
			sandbox.createComments(1, { post: answered, created: daysAgo(19) });
			sandbox.createComments(1, { post: whispered, public: false });
			sandbox.createComments(1, { post: askedAgain, created: daysAgo(12) });
			sandbox.createComments(1, { post: askedAgain, user, created: daysAgo(8) });
			sandbox.createComments(1, { post: asked, user });
			// Nobody waits for an answer here.
			sandbox.createPosts(1, { user, created: daysAgo(30), status: 'done' });
			for (const { post, votes } of posts) {
				sandbox.run('UPDATE posts SET total_up = ? WHERE feedback_id = ?', votes, post);
			}
			return posts;
		},
		expected(posts) {
			const line = (at: number, end = '') =>
				`chat: ${sentence(`• ${short(posts[at].title)} #${posts[at].post}${end}`)}`;
			const posted = (days: number) => `, posted: ${daysAgo(days).slice(0, 10)}`;
			const top = posts
				.toReversed()
				.map(({ title, post, votes }, at) =>
					sentence(`chat: ${at + 1}. ${short(title)} #${post}, votes: ${votes}`),
				);
			return [
				[
					'chat: New posts this week: 5',
					...[9, 8, 7, 6, 5].map((at) => line(at)),
					'chat: No answer of the team for 7 days: 4',
					line(0, posted(20)),
					line(2, posted(18)),
					line(3, posted(17)),
					line(4, posted(16)),
					'chat: Most voted open posts',
					...top,
				],
			];
		},
		seen: lines,
		steps: {
			'New Posts': { asks: { method: 'GET', path: /posts/ }, all: true, remedy: 'retry' },
			Chat: { asks: CHAT, all: true, remedy: 'retry' },
		},
		twice: 'everything',
	},

	'feedback-report': {
		doubled: /./,
		start: 'Every Month',
		events: ({ sandbox }) => {
			sandbox.createResponses(3, { vote: 10 });
			for (const title of ODD) sandbox.createPosts(1, { title });
			return [];
		},
		expected: () => [
			[
				'chat: Feedback report DATE',
				`mail to product@example.com: Feedback report DATE, ${ODD.length} posts`,
			],
		],
		seen: (kitchen) =>
			[
				...lines(kitchen).filter((line) => line.startsWith('chat: Feedback')),
				...kitchen.mails.map(({ to, subject, html }) => {
					const [, count] = /idea<\/td><td[^>]*>(\d+)/.exec(html)!;
					return `mail to ${to.join()}: ${subject}, ${count} posts`;
				}),
			].map((line) => line.replace(/\d{4}-\d\d-\d\d/, 'DATE')),
		steps: {
			Scores: { asks: { method: 'GET', path: /promoter/ }, all: true, remedy: 'retry' },
			Posts: { asks: { method: 'GET', path: /posts/ }, all: true, remedy: 'retry' },
			Chat: { asks: CHAT, all: true, remedy: 'retry' },
		},
		twice: 'everything',
	},

	'wishes-by-revenue': {
		doubled: /./,
		start: 'Every Monday',
		async events(kitchen) {
			const { n8n, sandbox } = kitchen;
			// The table of the customers is also that of Plan and revenue, whose story may run beside this one.
			await deleteTable(n8n, 'wishes');
			// The recipe creates the tables, and may say that nobody is in that of the customers.
			await n8n.run(await kitchen.setUp('wishes-by-revenue'), 'Every Monday');
			const wishes = ODD.map((title, at) => {
				const email = `c${at}@wish.example`;
				const [user] = sandbox.createUsers(1, { data_mail: email });
				const [post] = sandbox.createPosts(1, { title, user });
				return { title, post, email, plan: at % 2 ? 'pro' : '', mrr: at + 0.5 };
			});
			for (const { email, plan, mrr } of wishes) {
				await addRow(n8n, 'customers', { email, plan, mrr });
			}
			// Somebody else asks for the first one, too, whom the team names.
			const comment = `Ticket 7 of ${wishes.at(-1)!.email}`;
			sandbox.createComments(1, { post: wishes[0].post, comment, public: false });
			// What is done is no wish.
			sandbox.createPosts(1, { title: 'Done', user: 1, status: 'done' });
			return wishes;
		},
		expected(wishes) {
			const line = (
				{ title, post, plan }: Json,
				revenue: number,
				customers: number,
				plans = plan,
			) =>
				sentence(
					`chat: • ${shown(title)} #${post}: revenue ${revenue}, customers ${customers}, votes 0 - ${plans ? 'pro 1' : ''}`,
				);
			const [first, ...others] = wishes;
			const rest = others.toReversed().map((one) => line(one, Number(one.mrr), 1));
			return [
				[
					`chat: Open wishes of the customers with most revenue, the largest of ${wishes.length}`,
					line(first, Number(first.mrr) + Number(wishes.at(-1)!.mrr), 2, 'pro'),
					...rest,
				],
			];
		},
		seen: lines,
		steps: {
			'Open Posts': { asks: { method: 'GET', path: /posts/ }, all: true, remedy: 'retry' },
			Chat: { asks: CHAT, all: true, remedy: 'retry' },
		},
		twice: 'everything',
	},

	'error-workflow': {
		doubled: /./,
		start: 'Workflow Failed',
		events: () => [
			{
				eventId: '1',
				workflow: { id: randomUUID(), name: 'Nightly <sync>' },
				execution: {
					url: 'http://n8n.example.com/1',
					lastNodeExecuted: 'Posts',
					// As n8n shows it: HTML.
					error: { message: HOSTILE, description: 'Choose &lt;another&gt;<br>R&amp;D' },
				},
			},
		],
		expected: () => [
			[
				`chat: Nightly ‹sync› failed in Posts: ${shown(HOSTILE)}\nChoose &lt;another&gt; R&amp;D\nFailures since the last message: 1\nhttp://n8n.example.com/1`,
			],
		],
		seen: messages,
		steps: { Chat: { asks: CHAT, all: true, remedy: 'retry' } },
		twice: 'nothing',
	},

	'close-the-loop': {
		doubled: /^chat|replies/,
		start: 'Post Done',
		isPublished: true,
		async events(kitchen) {
			const events = changes(kitchen, 'in-progress');
			for (const { feedback_id } of events) {
				for (const ticket of [`T/${feedback_id}`, `U${feedback_id}`, '..', ' ']) {
					const entry = { key: `ticket-${ticket}`, value: ticket };
					await send(kitchen.sandbox, 'PUT', `/v1/post/${feedback_id}/meta`, entry);
				}
			}
			return events;
		},
		expected: (events) =>
			(events as unknown as Change[]).map(({ title, feedback_id, eventId }) => [
				`chat: ${sentence(`Done: ${shown(title)} #${feedback_id}`)}`,
				...[`T/${feedback_id}`, `U${feedback_id}`].flatMap((ticket) => [
					`/api/tickets/${encodeURIComponent(ticket)}/replies: What you asked for is done. Thank you for the idea!`,
					`metadata of ${feedback_id}: answered-${ticket} is ${eventId}`,
				]),
			]),
		seen: (kitchen) => [
			...lines(kitchen),
			...received(kitchen, /./).map(({ path, body }) => `${path}: ${body.message}`),
			...metadata(kitchen, 'answered-'),
		],
		steps: {
			Chat: { asks: CHAT, all: true, remedy: 'retry' },
			Metadata: { asks: { method: 'GET', path: /meta$/ }, all: true, remedy: 'retry' },
			'Answer Ticket': { asks: /replies$/, remedy: 'retry' },
			Remember: { asks: { method: 'PUT', path: /meta$/ }, remedy: 'retry' },
		},
		twice: (events) =>
			(events as unknown as Change[]).map(
				({ title, feedback_id }) => `chat: ${sentence(`Done: ${shown(title)} #${feedback_id}`)}`,
			),
	},

	'post-to-jira': postToTracker({
		recipe: 'jira',
		mark: '#',
		issue({ project, summary, description, labels }) {
			return `${(project as { key: string }).key}: ${summary} ${labels}\n${description}`;
		},
		expected: (summary, label, text, words) =>
			`FEED: ${summary} ${label}\n${text}\n{noformat}\n${words.replaceAll('{noformat', '{ noformat')}\n{noformat}`,
	}),

	'jira-to-post': trackerToPost('jira', 'issue-closed', (post, resolution, labels) => ({
		key: `FEED-${post}`,
		labels,
		resolution: resolution || 'Done',
	})),

	'post-to-github': postToTracker({
		recipe: 'github',
		mark: '',
		issue: ({ title, body, labels }) => `${title} ${labels}\n${body}`,
		// A block of code, which no line of a stranger ends.
		expected: (title, label, text, words) =>
			`${title} ${label}\n${text}\n\n${words.replaceAll(/^/gm, '    ')}`,
	}),

	'github-to-post': trackerToPost(
		'github',
		'github-issue-closed/webhook',
		(post, resolution, labels) => ({
			action: 'closed',
			issue: {
				html_url: `FEED-${post}`,
				labels: labels.map((name) => ({ name })),
				state_reason: resolution || 'completed',
			},
		}),
		(labels) =>
			['labeled', 'reopened'].map((action) => ({
				action,
				issue: {
					html_url: action,
					labels: labels.map((name) => ({ name })),
					state_reason: 'completed',
				},
			})),
	),

	'ticket-vote': {
		start: 'Request Found',
		webhook: 'ticket-request',
		events: requests,
		expected: (calls) =>
			calls.map(({ title, ticket, email, user }) =>
				title
					? [
							`post: ${titled(title)} (idea) ${unlessTitle(title)}`,
							`comment: Ticket ${ticket} of ${email}\n${title} (private)`,
							`ticket-${ticket} is ${ticket}: ${titled(title)}`,
							...(user ? [`vote of ${user}: ${titled(title)}`] : []),
						]
					: [],
			),
		failed: 2,
		seen: (kitchen) => [
			...[...posts(kitchen), ...comments(kitchen)].map((text) => text.replace(/ o[fn] \d+/, '')),
			...kitchen.sandbox
				.rows('SELECT title, key, value FROM post_metadata JOIN posts USING (feedback_id)')
				.map(({ title, key, value }) => `${key} is ${value}: ${title}`),
			...votes(kitchen),
		],
		steps: {
			'Create or Find': { asks: { method: 'POST', path: /post$/ }, remedy: 'run again' },
			'Saved Words': { asks: { method: 'GET', path: /\/comments/ }, remedy: 'run again' },
			'Keep Words': { asks: { method: 'POST', path: /comment$/ }, remedy: 'run again' },
			'Save Ticket': { asks: { method: 'PUT', path: /meta$/ }, remedy: 'run again' },
			Customer: { asks: LOOKED_UP, remedy: 'run again' },
			Vote: { asks: { method: 'POST', path: /vote$/ }, remedy: 'run again' },
		},
		twice: 'nothing',
	},

	'feedback-form': {
		doubled: /^comment/,
		start: 'Form',
		webhook: 'feedback-form',
		form: ({ title, email }) => formOf(String(title ?? ''), 'a, b', String(email)),
		events: requests,
		expected: (ideas) =>
			ideas.map((one) => ideaSaved(one, `comment: From ${one.email as string} (private)`)),
		resumed: (ideas) => ideas.map((one) => ideaSaved(one, sentAgain(one))),
		seen: (kitchen) => [
			...[...posts(kitchen), ...comments(kitchen)].map((text) => text.replace(/ o[fn] \d+/, '')),
			...votes(kitchen),
		],
		steps: {
			'Create or Find': { asks: { method: 'POST', path: /post$/ }, remedy: 'run again' },
			'Keep Words': { asks: { method: 'POST', path: /comment$/ }, remedy: 'run again' },
			Customer: { asks: LOOKED_UP, remedy: 'retry' },
			Vote: { asks: { method: 'POST', path: /vote$/ }, remedy: 'retry' },
		},
		// Each sending is kept, also one of the same words.
		twice: (ideas) => ideas.filter(({ title }) => title).map(sentAgain),
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
		// Without an address, and with a text that is too long to be looked up.
		failed: 3,
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

	'support-conversations': {
		doubled: /./,
		start: 'Conversation Closed',
		webhook: 'conversation-closed',
		async events(kitchen) {
			await deleteTable(kitchen.n8n, 'conversations');
			const texts = [...TEXTS, '<p>Hello,</p><p>we miss an export</p><blockquote>Old</blockquote>'];
			return texts.map((text, at) => ({
				reference: `https://desk.example/${at}`,
				title: `Ticket ${at}`,
				text,
				email: `user_${at}@customer.example`,
				name: `User ${at}`,
			}));
		},
		expected: (calls) =>
			calls.map(({ reference, title, text, email, name }) => {
				const own = String(text ?? '')
					.replace('<b>Bold</b>', 'Bold')
					.replace(/^<p>Hello,.*$/, 'Hello,\n\nwe miss an export')
					.trim();
				return own ? [`${title}, Support, ${reference}, ${name}, ${email}: ${own}`] : [];
			}),
		failed: 2,
		seen: ({ sandbox }) =>
			sandbox
				.rows('SELECT * FROM queue_items')
				.map(
					({ title, service, ref, user_name, user_email, text }) =>
						`${title}, ${service}, ${ref}, ${user_name}, ${user_email}: ${text}`,
				),
		steps: { Queue: { asks: { method: 'POST', path: /queue$/ }, remedy: 'run again' } },
		twice: 'nothing',
	},

	'import-from-another-tool': {
		start: 'Form',
		webhook: 'import-posts',
		async events(kitchen) {
			await deleteTable(kitchen.n8n, 'import_rows');
			return requests(kitchen)
				.filter(({ title }) => title)
				.map((request) => ({ ...request, url: `https://old.example/${request.ticket}` }));
		},
		file(rows) {
			const cell = (value: unknown) => `"${String(value).replaceAll('"', '""')}"`;
			const lines = rows.map(({ title, email, url }) =>
				[title, 'a, b', email, url].map(cell).join(),
			);
			const content = ['title,description,voter email,url', ...lines].join('\n');
			const body = new FormData();
			body.set('field-0', new File([content], 'export.csv', { type: 'text/csv' }));
			return body;
		},
		expected: (rows) =>
			rows.map(({ title, email, url, user }) => {
				const line = String(title).replaceAll('&#39;', "'").replaceAll(/\s+/g, ' ').trim();
				const isLong = [...line].length > 200;
				const named = isLong ? `${[...line].slice(0, 79).join('')}…` : line;
				return [
					`post: ${named} (idea) ${isLong ? `${title}\n\n` : ''}a, b`,
					`${named}: imported_from is ${url}`,
					user ? `vote of ${user}: ${named}` : `${named}: Voted, but is no end-user: ${email}`,
				];
			}),
		seen: (kitchen) => [
			...posts(kitchen).map((text) => text.replace(/ of \d+/, '')),
			...kitchen.sandbox
				.rows('SELECT title, key, value FROM post_metadata JOIN posts USING (feedback_id)')
				.map(({ title, key, value }) => `${title}: ${key} is ${value}`),
			...votes(kitchen),
			...kitchen.sandbox
				.rows('SELECT title, comment FROM comments JOIN posts USING (feedback_id) WHERE public = 0')
				.map(({ title, comment }) => `${title}: ${comment}`),
		],
		steps: {
			'End-Users': { asks: { method: 'GET', path: /users/ }, all: true, remedy: 'run again' },
			'Create Post': { asks: { method: 'POST', path: /post$/ }, remedy: 'run again' },
			'Set Metadata': { asks: { method: 'PUT', path: /meta$/ }, remedy: 'run again' },
			Vote: { asks: { method: 'POST', path: /vote$/ }, remedy: 'run again' },
		},
		twice: 'nothing',
	},

	'posts-to-google-sheets': {
		// Before, its Google Sheets loads a package that is left out of the tests' n8n.
		needs: '2.1',
		start: 'Every Night',
		events({ sandbox, others }) {
			const columns =
				'feedback_id title status type total_sum total_comments data_mail description created updated post_url';
			others.rows = [
				[...columns.split(' '), 'Our notes'],
				['7', 'Deleted post'],
				['8', 'Other', '', '', 0, 0, '', '', '', '', '', 'Keep'],
			];
			return ODD.map((title, at) => {
				const [post] = sandbox.createPosts(1, { title, status: at ? 'open' : '' });
				if (at < 2)
					others.rows.push([
						`${post}`,
						'Old',
						'open',
						'idea',
						5,
						0,
						'',
						'',
						'',
						'',
						'',
						`Note ${at}`,
					]);
				return { post, title, status: at ? 'open' : '', note: at < 2 ? `Note ${at}` : '' };
			});
		},
		expected: (posts) =>
			posts.map(({ post, title, status, note }) => [`${post}: ${title} (${status}) 0 ${note}`]),
		seen: ({ others }) =>
			others.rows
				.slice(3)
				.map(
					([id, title, status, , sum, , , , , , , note]) =>
						`${id}: ${title} (${status}) ${sum} ${note ?? ''}`,
				),
		steps: {
			'All Posts': { asks: { method: 'GET', path: /posts/ }, all: true, remedy: 'run again' },
			Save: { asks: /values/, all: true, remedy: 'retry' },
		},
		twice: 'nothing',
	},

	'crm-to-groups': {
		start: 'Every Night',
		async events(kitchen) {
			const { n8n, sandbox } = kitchen;
			// The recipe creates the table.
			await deleteTable(n8n, 'crm_accounts');
			await n8n.run(await kitchen.setUp('crm-to-groups'), 'Every Night');
			// n8n takes a name that begins with = for an expression, here where the test saves it.
			const accounts = TEXTS.map((text, at) => {
				const name = text?.replace(/^=/, '-') ?? null;
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
				const named = String(name || account_id).replace(/^(.{254}).{2,}$/su, '$1…');
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

	'plan-and-revenue': {
		start: 'Every Night',
		async events(kitchen) {
			const { n8n, sandbox } = kitchen;
			// The recipe creates the table.
			await deleteTable(n8n, 'customers');
			await n8n.run(await kitchen.setUp('plan-and-revenue'), 'Every Night');
			const customers = TEXTS.map((text, at) => {
				const email = `c${at}@plan.example`;
				// One is no end-user yet.
				if (at !== 3) sandbox.createUsers(1, { data_mail: email });
				// n8n takes a text that begins with = for an expression, here where the test saves it.
				return { email, plan: text?.replace(/^=/, '-') ?? null, mrr: at === 0 ? null : at + 0.5 };
			});
			for (const customer of customers) await addRow(n8n, 'customers', customer);
			return customers;
		},
		expected: (customers) =>
			customers.map(({ email, plan, mrr }, at) =>
				at === 3 ? [] : [`${email}: ${JSON.stringify(String(plan ?? '').trim())} ${mrr ?? ''}`],
			),
		seen: ({ sandbox }) =>
			sandbox
				.rows(
					"SELECT data_mail, data FROM users WHERE data_mail LIKE '%@plan.example' AND data <> '{}'",
				)
				.map(({ data_mail, data }) => {
					const { plan, mrr } = JSON.parse(String(data));
					return `${data_mail}: ${JSON.stringify(plan)} ${mrr}`;
				}),
		steps: {
			'End-Users': { asks: { method: 'GET', path: /users/ }, all: true, remedy: 'run again' },
			'Update End-User': { asks: { method: 'PUT', path: /user/ }, remedy: 'run again' },
		},
		twice: 'nothing',
	},

	// Posts become done: they wait for the next release notes.
	'done-posts': {
		recipe: 'release-notes',
		doubled: /./,
		start: 'Post Done',
		events: (kitchen) => changes(kitchen, 'done'),
		expected: (events) =>
			events.map(({ feedback_id }) => [`metadata of ${feedback_id}: release_note is waiting`]),
		seen: (kitchen) => metadata(kitchen, ''),
		steps: { Mark: { asks: { method: 'PUT', path: /meta$/ }, all: true, remedy: 'retry' } },
		twice: 'nothing',
	},

	'release-notes': {
		doubled: /^chat/,
		start: 'Every Friday',
		async events(kitchen) {
			const { sandbox } = kitchen;
			const posts = changes(kitchen, 'done');
			for (const { feedback_id } of posts) {
				const entry = { key: 'release_note', value: 'waiting' };
				await send(sandbox, 'PUT', `/v1/post/${feedback_id}/meta`, entry);
			}
			// One is in an update already, one was done before, and one is not done any more.
			const others = sandbox.createPosts(3, { status: 'done' });
			sandbox.run("UPDATE posts SET status = 'open' WHERE feedback_id = ?", others[2]);
			await send(sandbox, 'PUT', `/v1/post/${others[0]}/meta`, { key: 'release_note', value: '7' });
			await send(sandbox, 'PUT', `/v1/post/${others[2]}/meta`, {
				key: 'release_note',
				value: 'waiting',
			});
			return posts.map(({ feedback_id, title }) => ({ feedback_id, title }));
		},
		expected: (posts) => [
			[
				'chat: Publish these release notes?\nWhat is new',
				`update: What is new\n${posts
					.toReversed()
					.map(({ title }) => `• ${shown(title)}`)
					.join('\n')}`,
				...posts.flatMap(({ feedback_id }) => [
					`comment on ${feedback_id}: This is in our release notes: What is new`,
					`${feedback_id} remembers its update`,
				]),
			],
		],
		seen: (kitchen) => [
			...messages(kitchen).map((text) => text.replace(/, \d.*$/s, '')),
			...kitchen.sandbox
				.rows('SELECT title, description FROM updates')
				.map((row) => `update: ${row.title}\n${row.description}`.replace(/, \d.*$/m, '')),
			...comments(kitchen).map((text) => text.replace(/, \d.*$/, '')),
			...kitchen.sandbox
				.rows(
					"SELECT m.feedback_id FROM post_metadata m JOIN updates ON value = changelog_id || ''",
				)
				.map(({ feedback_id }) => `${feedback_id} remembers its update`),
		],
		decision: 'Publish',
		steps: {
			'Done Posts': { asks: { method: 'GET', path: /posts/ }, all: true, remedy: 'retry' },
			Chat: { asks: CHAT, all: true, remedy: 'retry' },
			'Create Update': { asks: { method: 'POST', path: /update$/ }, all: true, remedy: 'retry' },
			Comment: { asks: { method: 'POST', path: /comment$/ }, all: true, remedy: 'retry' },
		},
		// Each post is in an update.
		twice: 'nothing',
	},

	'ai-triage': {
		needs: '1.123',
		doubled: /^chat|^comment/,
		start: 'New Post',
		isPublished: true,
		events({ sandbox, others }) {
			const [same] = sandbox.createPosts(1, { title: 'Export of invoices', type: 'feature' });
			others.proposal = { type: 'feature', duplicate_of: same };
			return ODD.map((title, at) => {
				const [feedback_id] = sandbox.createPosts(1, { title });
				const eventId = `${at}`;
				return { event: 'newPost', eventId, feedback_id, title, description: title, same };
			});
		},
		expected: (events) =>
			events.map(({ feedback_id, title, same }) => [
				proposed(same, title, feedback_id),
				`${title} is a feature`,
				`comment on ${feedback_id}: Duplicate of Export of invoices #${same} (private)`,
			]),
		seen: (kitchen) => [
			...messages(kitchen).map((text) => text.replace(/\nhttp\S+$/, '')),
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
				proposed(same, title, feedback_id),
				`comment on ${feedback_id}: Duplicate of Export of invoices #${same} (private)`,
			]),
	},

	'slack-to-post': {
		// Before, a wrong signature is answered with 500.
		needs: '1.123',
		doubled: /^c/,
		start: 'Emoji Added',
		webhook: 'slack-to-post/webhook',
		events: ({ others }) =>
			[...ODD, ...WISHES].map((text, at) => {
				const ts = `1700000000.0000${at}`;
				// As Slack escapes and marks up what people write. An app has its words in blocks.
				const marked = text
					.replaceAll(/[&<>]/g, (one) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[one]!)
					.replace('Dark', '<@U1> <https://a.example|Dark>');
				const blocks = [{ type: 'section', text: { type: 'mrkdwn', text: marked } }];
				const isOfApp = text === WISHES.at(-1);
				others.slack[ts] = isOfApp
					? { text: "This content can't be displayed.", blocks }
					: { text: marked };
				const event = { type: 'reaction_added', reaction: 'bulb', item: { channel: 'C1', ts } };
				return { type: 'event_callback', event, text, ts };
			}),
		expected: (calls) => calls.map((one) => messageSaved(one, 'Saved as post')),
		resumed: (calls) =>
			calls.map((one) =>
				messageSaved(one, 'Added to post, which has the same title', `\n${wordsOf(one)}`),
			),
		seen: (kitchen) => [
			...[...posts(kitchen), ...comments(kitchen)].map((text) => text.replace(/ o[fn] \d+/, '')),
			...messages(kitchen).map((text) => text.replace(/ #\d+/, '')),
			...[...kitchen.others.marked].map((ts) => `done: ${ts}`),
		],
		steps: {
			'Read Message': { asks: /replies/, remedy: 'retry' },
			Link: { asks: /getPermalink/, remedy: 'retry' },
			'Create Post': { asks: { method: 'POST', path: /post$/ }, remedy: 'retry' },
			'Link Back': { asks: { method: 'POST', path: /comment$/ }, remedy: 'retry' },
			Reply: { asks: /postMessage$/, remedy: 'retry' },
			Done: { asks: /reactions.add$/, remedy: 'retry' },
		},
		// What was not saved has no mark, and is answered again.
		twice: (calls) =>
			calls.filter(({ text }) => text === '').map(({ ts }) => `${NOT_SAVED} in ${ts as string}`),
	},

	'slack-approval': {
		doubled: /^c/,
		start: 'Low Score',
		isPublished: true,
		events: ({ sandbox }) =>
			[...ODD, ODD.at(-1)].map((comment, vote) => ({
				event: 'newNpsResponse',
				eventId: `${vote}`,
				promoter_id: vote,
				vote,
				comment,
				user_id: sandbox.createUsers(1)[0],
				data_name: vote === 0 ? '<i>' : null,
			})),
		expected: (responses) => {
			const all = responses.map(({ user_id, comment, vote }) => {
				const text = String(comment);
				const title = titled(text) || `NPS score ${vote} without a comment`;
				const by = text === ODD.at(-1) ? '' : ` of ${user_id}`;
				const post = `post${by}: ${title} (idea) ${stored(text)}`;
				const kept = `comment: NPS score, customer: \n${text} (private)`;
				return [asked(vote, text), `vote of ${user_id}: ${title}`, vote === 10 ? kept : post];
			});
			// The same words of two customers are a post and a comment on it, whoever of both comes first.
			return [...all.slice(0, -2), all.slice(-2).flat()];
		},
		seen: (kitchen) => [
			...messages(kitchen).map((text) => text.replaceAll(/\n(?:Create|Ignore): \S+/g, '')),
			...posts(kitchen).map((text) => text.replace(/ of \d+(?=: Search )/, '')),
			...comments(kitchen).map((text) => text.replace(/ on \d+/, '').replace(/: \d+,/, ',')),
			...votes(kitchen),
		],
		decision: 'Create',
		steps: {
			Ask: { asks: /chat.postMessage$/, remedy: 'retry' },
			'Create Post': { asks: { method: 'POST', path: /post$/ }, remedy: 'retry' },
			'Keep Words': { asks: { method: 'POST', path: /comment$/ }, isOnly: true, remedy: 'retry' },
			Vote: { asks: { method: 'POST', path: /vote$/ }, remedy: 'retry' },
		},
		// Each approval of a title that exists is kept.
		twice: (responses) =>
			responses.flatMap(({ comment, vote, data_name }) => [
				asked(vote, comment),
				`comment: NPS score, customer: ${shown(data_name)}${comment ? `\n${comment as string}` : ''} (private)`,
			]),
	},
};
