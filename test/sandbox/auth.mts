import { createHash } from 'node:crypto';
import type { Database } from './database.mts';
import { type Namespace, Refusal, unauthorized } from './envelope.mts';

export type Permissions = 'all' | 'read' | 'none';

interface Key {
	workspace: number;
	permissions: Permissions;
}

/** Finds the workspace a request may touch. The key alone decides it. */
export function authenticate(
	database: Database,
	namespace: Namespace,
	authorization: string | undefined,
	query: URLSearchParams,
): Key {
	const key = presentedKey(namespace, authorization, query);
	const row = database.get(
		'SELECT workspace_id, permissions, revoked FROM api_keys WHERE digest = ?',
		digest(key),
	);
	if (row && !row.revoked) {
		return { workspace: row.workspace_id as number, permissions: row.permissions as Permissions };
	}
	throw unauthorized('Invalid API key.');
}

function presentedKey(
	namespace: Namespace,
	authorization: string | undefined,
	query: URLSearchParams,
): string {
	if (authorization !== undefined) {
		const [, scheme, credential] = /^(\S+) +(\S+)$/.exec(authorization) ?? [];
		if (scheme?.toLowerCase() === 'bearer') return credential;
		if (scheme?.toLowerCase() === 'basic' && namespace === 'v1') return basicUser(credential);
		throw unauthorized('Malformed Authorization header.');
	}
	const key = namespace === 'v1' ? query.get('api_key') : null;
	if (!key) throw unauthorized('Missing API key.');
	return key;
}

/** The key is the user name and the password is empty. */
function basicUser(credential: string): string {
	const pair = Buffer.from(credential, 'base64').toString('utf8');
	if (!pair.endsWith(':') || pair.length === 1) throw unauthorized('Malformed Basic credential.');
	return pair.slice(0, -1);
}

export function permit(permissions: Permissions, method: string): void {
	if (permissions === 'all' || (permissions === 'read' && method === 'GET')) return;
	throw new Refusal(403, 'forbidden', "The key's user lacks the permission for this action.");
}

export function addKey(
	database: Database,
	key: string,
	workspace: number,
	permissions: Permissions = 'all',
): void {
	database.run(
		'INSERT OR REPLACE INTO api_keys (digest, workspace_id, permissions) VALUES (?, ?, ?)',
		digest(key),
		workspace,
		permissions,
	);
}

export function revokeKey(database: Database, key: string): void {
	database.run('UPDATE api_keys SET revoked = 1 WHERE digest = ?', digest(key));
}

/** Keys are stored as digests, so that a database read out in a test shows none. */
function digest(key: string): string {
	return createHash('sha256').update(key).digest('hex');
}
