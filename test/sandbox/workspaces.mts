import type { Database } from './database.mts';
import { insertUser } from './users.mts';

const postTypes = 'idea feature bug improvement integration question praise other'.split(' ');
const documentTypes = 'knowledge-base prd spec plan research decision summary project'.split(' ');

/** The workspace of that name, made with its defaults when it is new. */
export function workspaceId(database: Database, name: string): number {
	const known = database.get('SELECT workspace_id FROM workspaces WHERE name = ?', name);
	if (known) return known.workspace_id as number;
	const id = database.run('INSERT INTO workspaces (name) VALUES (?)', name).id;
	const staff = insertUser(database, id, {
		admin_id: id,
		data_name: 'product_team',
		data_full_name: 'Product team',
	});
	database.run('UPDATE workspaces SET staff_id = ? WHERE workspace_id = ?', staff, id);
	for (const type of postTypes) addPostType(database, id, type);
	for (const type of documentTypes) {
		database.run('INSERT INTO document_types (workspace_id, type) VALUES (?, ?)', id, type);
	}
	return id;
}

export function addPostType(database: Database, workspace: number, type: string): void {
	database.run(
		'INSERT OR IGNORE INTO post_types (workspace_id, type) VALUES (?, ?)',
		workspace,
		type,
	);
}
