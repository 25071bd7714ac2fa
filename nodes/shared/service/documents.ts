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

/** A document in a list: its content is only read one by one. */
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
