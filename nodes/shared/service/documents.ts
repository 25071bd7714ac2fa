import type { List } from './pages';
import type { RecordKind } from './records';
import { each, list, numeric, textual } from './values';

const withoutContent = {
	...each(numeric, 'document_id', 'current_version'),
	...each(textual, 'title', 'slug', 'document_type', 'status', 'created', 'updated'),
	tags: list,
};

/** Document - v2. */
export const document: RecordKind = {
	noun: 'document',
	id: 'document_id',
	fields: { ...withoutContent, content: textual },
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

/** A document in a list. Only Get returns its content. */
const listedDocument: RecordKind = {
	...document,
	fields: withoutContent,
	simple: document.simple.filter((name) => name !== 'content'),
};

/** GET /v2/documents. Its answer is undocumented, so it is read like every list of /v2. */
export const documentList: List = {
	path: '/v2/documents',
	record: listedDocument,
	isSearchable: true,
};

/** Type keys of a new workspace (`Document` in docs/openapi.yaml); a workspace can add or rename them. */
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
