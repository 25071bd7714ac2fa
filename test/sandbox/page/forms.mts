// What the forms of the page do. Each asks the sandbox's own API for it, but for a status, which the API cannot change.
import type { Database } from '../database.mts';
import { timestamp } from '../timestamps.mts';

export type Fields = Record<string, string>;

/** What came of a form: the record that it wrote, or why it wrote nothing. */
export type Outcome = { id: number } | { refusal: string };

interface FormCall {
	/** As a person sent them. `as` is the ID of that person, 0 for the team. */
	fields: Fields;
	/** The post that the form belongs to, as its path has it. */
	post: string;
	database: Database;
	workspace: number;
	/** Posts to the API of the sandbox. @param id the field of the answer that holds the ID, or the ID itself */
	ask: (path: string, body: object, id: string | number) => Promise<Outcome>;
}

export interface Form {
	path: string;
	send: (call: FormCall) => Promise<Outcome>;
	/** What the page says afterwards. */
	sent: (id: number) => string;
}

/** A browser ends the lines of a text by two characters. */
const text = (value = '') => value.replaceAll('\r\n', '\n');

/** Without a person, the API takes the owner of the key, who belongs to the team. */
const by = (field: string, { as }: Fields) => (Number(as) === 0 ? {} : { [field]: Number(as) });

const inPost = ({ post }: FormCall, action: string) =>
	`/v1/post/${encodeURIComponent(post)}/${action}`;

export const forms: readonly Form[] = [
	{
		path: '/page/idea',
		send: async ({ ask, fields }) =>
			await ask(
				'/v1/post',
				{
					title: text(fields.title),
					description: text(fields.description),
					type: 'idea',
					...by('user', fields),
				},
				'feedback_id',
			),
		sent: (id) => `Idea #${id} was sent.`,
	},
	{
		path: '/page/post/:post/vote',
		async send(call) {
			const body = { vote: Number(call.fields.vote), ...by('user_id', call.fields) };
			return await call.ask(inPost(call, 'vote'), body, Number(call.post));
		},
		sent: (id) => `The vote for post #${id} was saved.`,
	},
	{
		path: '/page/post/:post/comment',
		async send(call) {
			const body = { comment: text(call.fields.comment), ...by('user_id', call.fields) };
			return await call.ask(inPost(call, 'comment'), body, 'comment_id');
		},
		sent: (id) => `Comment #${id} was sent.`,
	},
	{
		path: '/page/post/:post/status',
		async send({ database, workspace, post, fields: { status = '' } }) {
			if (!/^\S{1,64}$/.test(status)) return { refusal: 'A status is one word.' };
			const { changes } = database.run(
				'UPDATE posts SET status = ?, updated = ? WHERE feedback_id = ? AND workspace_id = ?',
				status,
				timestamp(),
				Number(post),
				workspace,
			);
			return changes === 0 ? { refusal: 'Feedback not found.' } : { id: Number(post) };
		},
		sent: (id) => `The status of post #${id} was changed.`,
	},
	{
		path: '/page/update',
		send: async ({ ask, fields }) =>
			await ask(
				'/v1/update',
				{ title: text(fields.title), description: text(fields.description), type: 'new' },
				'changelog_id',
			),
		sent: (id) => `Changelog update #${id} was published.`,
	},
	{
		path: '/page/score',
		send: async ({ ask, fields }) =>
			await ask(
				'/v1/promoter',
				{
					vote: Number(fields.vote),
					comment: text(fields.comment),
					...by('user_id', fields),
				},
				'promoter_id',
			),
		sent: (id) => `NPS response #${id} was sent.`,
	},
];
