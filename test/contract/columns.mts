// What each column of an item holds, for docs/columns.md. The names come from the records; only the meanings stand here.
import { columns } from '../../nodes/shared/node/columns';
import type { RecordKind } from '../../nodes/shared/service/records';
import type { ValueTypes } from '../../nodes/shared/service/values';
import { operations } from './nodes.mts';

const UNSAID = 'The service does not say';

/** By the name of the column, or by the record and its name where records differ. */
const meanings: Readonly<Record<string, string>> = {
	...Object.fromEntries(
		Object.entries(columns).map(([name, [label, meaning]]) => [name, `${label}: ${meaning}`]),
	),
	...same(UNSAID, 'child_count', 'effort', 'enabled', 'is_active', 'liked', 'likes', 'modified'),
	...same(UNSAID, 'notify_delay', 'queue', 'reactions', 'scoring', 'segment', 'trend'),
	...same(
		'Whether this is allowed. The service does not say to whom',
		'can_comment',
		'can_delete',
		'can_edit',
		'can_pin',
	),
	announcement: 'Whether it is announced in the product. The service does not say more',
	anonymous: 'Whether the person is anonymous. The service does not say when',
	changelog_id: 'ID of the changelog update',
	comment: 'Text of the comment',
	comment_html: 'The same as HTML',
	comment_id: 'ID of the comment',
	content: 'Markdown. Get returns it, and a list does not',
	created: 'When it was created. The nodes read it as UTC',
	current_version: 'Number of the newest version',
	data: 'Custom data: your own keys and values',
	data_full_name: 'Full name, such as Ada Lovelace',
	data_img: 'URL of a picture',
	data_mail: 'Email: the address of the end-user',
	data_name: 'Username, such as ada_lovelace',
	data_system: 'What the service knows of the browser and its place',
	deleted: 'Always true: the record is gone',
	description: 'Text, as plain text or Markdown',
	description_html: 'The same as HTML',
	document_id: 'ID of the document',
	document_type: 'Key of the type, which your workspace defines',
	draft: 'Whether it is a draft',
	existed: 'Whether it was there before. The node adds it',
	feedback_id: 'ID of the post',
	files: 'Files of the record. The service does not say what is in them',
	group_id: 'ID of the group in the service',
	has_child: 'Whether it has replies',
	message: 'Words of the service',
	meta: 'Your own keys and values',
	metadata: 'Your own keys and values',
	name: 'Name of the group',
	notify: 'Whether people are mailed about it',
	notify_settings: 'What the end-user is mailed about',
	parent:
		'ID of the comment that it replies to. The service does not say what stands there without one',
	pinned: 'Whether it stays at the top of the post',
	post_url:
		'Address of the post, if [the credential](credentials.md#post-address) has a **Post Address**',
	product_id: 'Probably the ID of the workspace. The service does not say',
	promoter_id: 'ID of the response',
	public: 'Whether everyone who sees the post can read it. Off: only your team',
	queued: 'Always true: the service has taken it',
	ref: 'Source URL, as sent',
	referrer: 'URL of the page where the score was given',
	scheduled: 'Whether it is published at the time in created',
	segments: 'IDs of the segments that the end-user is in',
	settings: 'Link of the update',
	slug: 'The title in the form of an address',
	status: 'Key of the status, which your workspace defines',
	tags: 'List of texts',
	title: 'Title',
	total_comments: 'Number of comments. The service does not say whether private ones count',
	total_down: 'Number of downvotes',
	total_ratio: 'Ratio of the votes. The service does not say how it is counted',
	total_subscriber: 'Number of subscribers',
	total_up: 'Number of upvotes',
	type: 'Key of the type, which your workspace defines',
	updated: 'When it was last changed. The service does not say what counts as a change',
	user: 'The author, with these columns and others',
	user_id: 'ID of the end-user',
	weight: 'How much the feedback counts, from 0 to 10',

	'changelog update feedback_id': 'ID of a post. The service does not say which',
	'changelog update stats': 'How often it was announced, seen, mailed and clicked',
	'changelog update type': 'Key of the type, which your workspace defines',
	pageviews: 'How often it was seen',
	'comment status': UNSAID,
	'comment type': UNSAID,
	'document status': 'Draft, published or archived',
	'end-user notify': UNSAID,
	'end-user stats_comments': 'Number of comments',
	'end-user stats_feedback': 'Number of posts',
	'end-user stats_promoter': 'A number about NPS. The service does not say more',
	'end-user stats_satisfaction': 'A number about satisfaction. The service does not say more',
	'end-user stats_votes': 'A number of votes. The service does not say whether given or received',
	'end-user weight': 'Probably how much the feedback counts. The service does not say',
	'group stats':
		'Users, posts, votes and comments of its members, average satisfaction from 0 to 5, average NPS from 0 to 10, and last activity. Up to an hour late',
	'group type': 'The kind of group, such as company',
	'post metadata': 'Your own keys and values. Only with **Include Metadata**',
	'NPS response comment': 'Reason for the score',
	'NPS response meta': 'Your own keys and values. The service uses referrer',
	'vote vote': 'The vote, as sent: usually 1 or -1',

	'Post > Find Similar score': 'How similar it is, from 0 to 100',
	'Post > Summarize posts': 'Number of posts with this status and type',
	'Post > Summarize votes': 'Up votes minus down votes of these posts',
	'Post > Summarize comments': 'Number of comments of these posts',
	'Post Metadata > Create or Update key': 'Name of the entry, as sent',
	'Post Metadata > Create or Update value': 'Value of the entry, as sent',
	'NPS Response > Create action': 'What the service did. It does not say which words there are',
	'NPS Response > Summarize period': 'Name of the period, such as 2026-03, 2026-Q1 or 2026-W10',
	'NPS Response > Summarize from': 'First day of the period',
	'NPS Response > Summarize score': 'NPS from -100 to 100. Empty without responses',
	'NPS Response > Summarize previous_score': 'NPS of the period before',
	'NPS Response > Summarize change': 'NPS minus that of the period before',
	'NPS Response > Summarize count': 'Number of responses with a score from 0 to 10',
	'NPS Response > Summarize promoters': 'Number of scores of 9 and 10',
	'NPS Response > Summarize passives': 'Number of scores of 7 and 8',
	'NPS Response > Summarize detractors': 'Number of scores from 0 to 6',
};

function same(meaning: string, ...names: string[]): Readonly<Record<string, string>> {
	return Object.fromEntries(names.map((name) => [name, meaning]));
}

const used = new Set<string>();

/** @throws for a column that has none */
function meaningOf(of: string, name: string): string {
	const key = `${of} ${name}` in meanings ? `${of} ${name}` : name;
	if (!(key in meanings)) {
		throw new Error(`Say what '${of} ${name}' holds, in test/contract/columns.mts`);
	}
	used.add(key);
	return meanings[key];
}

const code = (text: string) => (text === '' ? '' : `\`${text}\``);

/** The columns of a record: those of Simplify first, then those that only the whole record has. */
function rowsOf({ noun, fields, simple, added = [] }: RecordKind, isWhole: boolean): string[][] {
	const shown = simple.map((field) => (typeof field === 'string' ? ['', field] : field));
	const taken = new Set(shown.filter(([part]) => part === '').map(([, name]) => name));
	const others = Object.keys(fields).filter((name) => !taken.has(name));
	return [
		...shown.map(([part, name]) => [
			code(name),
			isWhole ? code(part ? `${part}.${name}` : name) : '',
			meaningOf(noun, name),
		]),
		...added.map((name) => [code(name), isWhole ? code(name) : '', meaningOf(noun, name)]),
		...others.map((name) => [
			'',
			code(name),
			withParts(meaningOf(noun, name), fields[name].properties),
		]),
	];
}

const withParts = (meaning: string, parts: ValueTypes | undefined) =>
	parts ? `${meaning}: ${Object.keys(parts).map(code).join(', ')}` : meaning;

const named = (of: string, rows: string[][]) => rows.map((row, at) => [at === 0 ? of : '', ...row]);

/** Each record, and after it what operations give beside its columns. */
export function columnRows(): string[][] {
	used.clear();
	const resources = [
		...new Map(operations.map(({ resource }) => [resource.value, resource])).values(),
	];
	const rows = resources.flatMap(({ name, operations: all }) => {
		const outputs = all.map(({ output }) => output);
		const { kind } = outputs.find(({ isWhole }) => isWhole) ?? outputs[0];
		const more = all.flatMap(({ option, output: { gives = {} } }) => {
			const of = `${name} > ${option.name}`;
			const extra = Object.keys(gives).filter((column) => !(column in kind.fields));
			return named(
				of,
				extra.map((column) => [code(column), '', meaningOf(of, column)]),
			);
		});
		return [
			...named(
				name,
				rowsOf(
					kind,
					outputs.some(({ isWhole }) => isWhole),
				),
			),
			...more,
		];
	});
	const unused = Object.keys(meanings).filter((key) => !used.has(key));
	if (unused.length > 0) throw new Error(`No column has these meanings: ${unused.join(', ')}`);
	return rows;
}
