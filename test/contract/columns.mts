// What each column of an item holds, for docs/columns.md. The names come from the records; only the meanings stand here.
import { columns } from '../../nodes/shared/node/columns';
import type { ValueTypes } from '../../nodes/shared/service/values';
import { operations } from './nodes.mts';

/** The name says what it holds, or the service shows no more. */
const BY_NAME = '';

/** By the name of the column, or by the record or operation and its name where they differ. */
const meanings: Readonly<Record<string, string>> = {
	...Object.fromEntries(
		Object.entries(columns).map(([name, [label, meaning]]) => [name, `${label}: ${meaning}`]),
	),
	...same(BY_NAME, 'child_count', 'effort', 'enabled', 'is_active', 'liked', 'likes', 'modified'),
	...same(BY_NAME, 'notify_delay', 'queue', 'reactions', 'scoring', 'segment', 'trend'),
	...same(BY_NAME, 'can_comment', 'can_delete', 'can_edit', 'can_pin', 'total_ratio'),
	...same(BY_NAME, 'anonymous', 'files', 'product_id', 'title', 'tags', 'draft', 'pinned'),
	...same(BY_NAME, 'changelog_id', 'comment_id', 'document_id', 'current_version', 'data_img'),
	...same(BY_NAME, 'comment_html', 'description_html', 'total_up', 'total_down'),
	...same(BY_NAME, 'total_subscriber', 'stats_comments', 'stats_feedback', 'stats_votes'),
	...same(BY_NAME, 'action', 'queued', 'message', 'key', 'value', 'name', 'slug'),
	...same(BY_NAME, 'posts', 'comments', 'pageviews', 'updated', 'group_id', 'data_full_name'),
	...same(BY_NAME, 'count', 'promoters', 'passives', 'detractors', 'period', 'change', 'notify'),
	...same(BY_NAME, 'has_child', 'previous_score', 'announcement', 'description', 'segments'),
	...same(BY_NAME, 'document_type', 'status', 'type', 'weight'),
	comment: 'Text of the comment, or the reason for a score',
	content: 'Markdown. Get returns it, and a list does not',
	created: 'When it was created. The nodes read it as UTC',
	data: 'Custom data: your own keys and values',
	data_mail: 'Email of the end-user',
	data_name: 'Username, such as ada_lovelace',
	data_system: 'What the service knows of the browser and its place',
	existed: 'Whether it was there before. The node adds it',
	feedback_id: 'ID of the post',
	from: 'First day of the period',
	meta: 'Your own keys and values. NPS responses have `referrer` there',
	metadata: 'Your own keys and values. In posts only with **Include Metadata**',
	notify_settings: 'What the end-user is mailed about',
	parent: 'ID of the comment that it replies to',
	post_url:
		'Address of the post, if [the credential](credentials.md#post-address) has a **Post Address**',
	promoter_id: 'ID of the response',
	public: 'Whether everyone who sees the post can read it. Off: only your team',
	ref: 'Source URL, as sent',
	referrer: 'URL of the page where the score was given',
	scheduled: 'Whether it is published at the time in `created`',
	settings: 'Link of the update',
	...same(BY_NAME, 'stats_promoter', 'stats_satisfaction'),
	total_comments: 'Number of comments. Private ones may count',
	user: 'The author',
	user_id: 'ID of the end-user',
	votes: 'Up votes minus down votes of the counted posts',

	'Changelog Update notify': 'Whether people are mailed about it',
	'Changelog Update stats': 'How often it was announced, seen, mailed and clicked',
	'Group weight': 'How much its feedback counts, from 0 to 10',
	'Post status': 'Key of the status, which your workspace defines',
	'Post type': 'Key of the type, which your workspace defines',
	'Group stats':
		'Numbers of its members, average satisfaction from 0 to 5, average NPS from 0 to 10, and last activity. Up to an hour late',
	'Post > Find Similar score': 'How similar it is, from 0 to 100',
	'NPS Response > Summarize score': 'NPS from -100 to 100. Empty without responses',
	'Vote vote': 'The vote, as sent: usually 1 or -1',
};

function same(meaning: string, ...names: string[]): Readonly<Record<string, string>> {
	return Object.fromEntries(names.map((name) => [name, meaning]));
}

const code = (text: string) => `\`${text}\``;
const codes = (names: readonly string[]) => names.map(code).join(', ');

/** What Simplify returns and what only the whole record has, or what an operation gives beside it. */
interface Held {
	of: string;
	simple: ReadonlyArray<string | readonly [part: string, name: string]>;
	others: readonly string[];
	fields: ValueTypes;
}

const nameOf = (field: Held['simple'][number]) => (typeof field === 'string' ? field : field[1]);

const resources = [
	...new Map(operations.map(({ resource }) => [resource.value, resource])).values(),
];

/** Each record, and after it the operations that give more than its columns. */
const held: Held[] = resources.flatMap(({ name, operations: all }) => {
	const outputs = all.map(({ output }) => output);
	const { kind, isWhole } = outputs.find(({ isWhole }) => isWhole) ?? outputs[0];
	const { fields, simple, added = [] } = kind;
	const shown = [...simple, ...added];
	const rest = Object.keys(fields).filter((field) => !simple.includes(field));
	const more = all.flatMap(({ option, output: { gives = {} } }) => {
		const extra = Object.keys(gives).filter((name) => !(name in fields) && name !== 'deleted');
		return extra.length > 0
			? [{ of: `${name} > ${option.name}`, simple: extra, others: [], fields }]
			: [];
	});
	return [{ of: name, simple: shown, others: isWhole ? rest : [], fields }, ...more];
});

/** Which columns there are. One that comes from a part of the whole record is named with it. */
export const recordRows = (): string[][] =>
	held.map(({ of, simple, others }) => [
		of,
		simple
			.map((field) => code(nameOf(field)) + (typeof field === 'string' ? '' : ` (${field[0]})`))
			.join(', '),
		codes(others),
	]);

/** What they hold, where that is more than the name says. */
export function columnMeanings(): string[][] {
	const used = new Map<string, string[]>();
	for (const { of, simple, others, fields } of held) {
		for (const name of [...simple.map(nameOf), ...others]) {
			const key = `${of} ${name}` in meanings ? `${of} ${name}` : name;
			if (!(key in meanings)) {
				throw new Error(`Say what '${of} ${name}' holds, in test/contract/columns.mts`);
			}
			used.set(key, Object.keys(fields[name]?.properties ?? {}));
		}
	}
	const unused = Object.keys(meanings).filter((key) => !used.has(key));
	if (unused.length > 0) throw new Error(`No column has these meanings: ${unused.join(', ')}`);
	const explained = [...used].filter(([key]) => meanings[key] !== BY_NAME);
	const rows = explained.map(([key, parts]) => {
		const [, of, name] = /^(?:(.*) )?(\w+)$/.exec(key)!;
		const column = of ? `${code(name)} of ${of}` : code(name);
		return [column, meanings[key] + (parts.length > 0 ? `: ${codes(parts)}` : '')];
	});
	return rows.sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
}
