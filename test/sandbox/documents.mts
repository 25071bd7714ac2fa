import type { Database } from './database.mts';
import { type Call, find, ok, type Part } from './endpoint.mts';
import { Refusal, type Row } from './envelope.mts';
import { type Field, formatted, reader, text } from './fields.mts';
import { Filters, type Listing, v2List } from './paging.mts';
import { timestamp } from './timestamps.mts';

const list: Field<string[]> = { type: 'array' };
const readDocument = reader(
	{
		title: { ...text, minLength: 3, maxLength: 500 },
		content: formatted('2 MB'),
		document_type: text,
		tags: { ...list, maxItems: 50, items: text },
		status: { ...text, enum: ['draft', 'published', 'archived'] },
	},
	'title',
);

export const documentPart: Part = {
	firstIds: { documents: 70_001 },
	tables: `
CREATE TABLE IF NOT EXISTS document_types (
	workspace_id INTEGER NOT NULL, type TEXT NOT NULL, PRIMARY KEY (workspace_id, type)
);
CREATE TABLE IF NOT EXISTS documents (
	document_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, title TEXT NOT NULL, slug TEXT NOT NULL,
	document_type TEXT NOT NULL, tags TEXT NOT NULL, status TEXT NOT NULL, current_version INTEGER NOT NULL,
	created TEXT NOT NULL, updated TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS documents_by_created ON documents (workspace_id, created DESC, document_id DESC);
CREATE TABLE IF NOT EXISTS document_versions (
	document_id INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE, version INTEGER NOT NULL, content TEXT NOT NULL,
	created TEXT NOT NULL, PRIMARY KEY (document_id, version)
);
`,
	endpoints: {
		'POST /v2/documents'(call) {
			const { database, workspace, body } = call;
			const fields = readDocument(body);
			const { title, content = '', tags = [], status = 'draft' } = fields;
			const { document_type: type = 'knowledge-base' } = fields;
			const known = 'SELECT 1 FROM document_types WHERE workspace_id = ? AND type = ?';
			if (!database.get(known, workspace, type)) {
				throw new Refusal(
					400,
					'invalid_argument',
					'document_type is not defined in this workspace.',
				);
			}
			const document = { title, content, type, tags, status };
			const id = insertDocument(database, workspace, document);
			return { status: 201, data: findDocument(call, String(id)) };
		},
		'GET /v2/documents'(call) {
			const listing: Listing = {
				select: 'SELECT * FROM documents',
				filters: new Filters(call, 'workspace_id').search('title', 'slug'),
				order: 'created DESC, document_id DESC',
				toRecord: toDocument,
			};
			return ok(v2List(call, listing));
		},
		'GET /v2/documents/{documentId}': (call) => ok(findDocument(call, call.params.documentId)),
	},
};

/** With its content, which lists leave out. */
function findDocument(call: Call, id: string): Row {
	const sql = `SELECT d.*, v.content FROM documents d JOIN document_versions v
		ON v.document_id = d.document_id AND v.version = d.current_version
		WHERE d.document_id = ? AND d.workspace_id = ?`;
	return toDocument(find(call, 'Document', sql, id));
}

function toDocument({ workspace_id: _, tags, ...fields }: Row): Row {
	return { ...fields, tags: JSON.parse(tags as string) };
}

function slugOf(title: string): string {
	const plain = title
		.normalize('NFKD')
		.replaceAll(/\p{Mark}/gu, '')
		.toLowerCase();
	return plain.replaceAll(/[^\p{Letter}\p{Number}]+/gu, '-').replaceAll(/^-|-$/g, '');
}

export interface NewDocument {
	title: string;
	content: string;
	type: string;
	tags: string[];
	status: string;
	created?: string;
}

export function insertDocument(
	database: Database,
	workspace: number,
	document: NewDocument,
): number {
	const { title, status, type: document_type, content, created = timestamp() } = document;
	const document_id = database.insert('documents', {
		workspace_id: workspace,
		title,
		status,
		document_type,
		slug: slugOf(title),
		tags: JSON.stringify(document.tags),
		current_version: 1,
		created,
		updated: created,
	});
	database.insert('document_versions', { document_id, version: 1, content, created });
	return document_id;
}
