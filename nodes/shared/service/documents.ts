import type { Schemas } from './request-bodies';
import type { List } from './pages';
import type { RecordKind } from './records';
import { list, numeric, text } from './values';

const withoutContent = {
	document_id: numeric,
	title: text,
	slug: text,
	document_type: text,
	tags: list,
	status: text,
	current_version: numeric,
	created: text,
	updated: text,
};

/** Document - v2. */
export const document: RecordKind = {
	noun: 'document',
	id: 'document_id',
	fields: { ...withoutContent, content: text },
	simple: [
		'document_id',
		'title',
		'slug',
		'document_type',
		'tags',
		'status',
		'current_version',
		'content',
		'created',
		'updated',
	],
};

/** A document as it stands in a list: its content is only read one by one. */
export const listedDocument: RecordKind = {
	...document,
	fields: withoutContent,
	simple: document.simple.filter((name) => name !== 'content'),
};

/** GET /v2/documents, whose answer is not shown: read by the rule of every list of /v2. */
export const documentList: List = {
	path: '/v2/documents',
	record: listedDocument,
	containers: ['items'],
};

/** GET /v2/documents, query. */
export const documentFilters = ({ z, sentText }: Schemas) =>
	z.object({ search: sentText.optional() });

/** "Up to 2MB", in the larger of its two meanings, since the smaller one would refuse what may be accepted. */
const LARGEST_CONTENT_BYTES = 2 * 1024 * 1024;

/** POST /v2/documents, body. */
export const documentDraft = ({
	z,
	requiredText,
	sentText,
	textList,
	textOf,
	textOfBytes,
}: Schemas) =>
	z.object({
		title: textOf(3, 500),
		content: textOfBytes(LARGEST_CONTENT_BYTES).optional(),
		document_type: sentText.optional(),
		tags: textList(50).optional(),
		status: requiredText,
	});

/** Default type keys in a new workspace (Document); a workspace can add or rename them. */
export const DEFAULT_DOCUMENT_TYPES = [
	'knowledge-base',
	'prd',
	'spec',
	'plan',
	'research',
	'decision',
	'summary',
	'project',
];
