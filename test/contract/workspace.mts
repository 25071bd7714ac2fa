// A workspace of the sandbox with one of everything, so that each operation has something to work on.
import { request } from 'undici';
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/server.mts';

/** Ids by the name of the node's field that takes them. */
export interface Things {
	postId: number;
	commentId: number;
	updateId: number;
	userId: number;
	user_id: number;
	groupId: number;
	documentId: number;
}

/** Far above what a test sends: the sandbox must not slow down what it is not asked to. */
const NO_LIMIT = { requests: 1_000_000, windowMs: 1000 };

export async function startWorkspace(options: SandboxOptions = {}): Promise<Sandbox> {
	return await startSandbox({ v2Limit: NO_LIMIT, ...options });
}

let made = 0;

/** Adds one of everything, new with each call, and forgets the requests it took. */
export async function addThings(sandbox: Sandbox): Promise<Things> {
	const unique = `contract-${++made}`;
	const ask = async (method: string, path: string, body: object) =>
		await send(sandbox, method, path, body);
	const [postId] = sandbox.createPosts(1, { type: 'idea', description: 'As CSV' });
	const [updateId] = sandbox.createUpdates(1);
	const [userId] = sandbox.createUsers(1, {
		data_name: unique.replace('-', '_'),
		segments: ['enterprise', 'early-access'],
	});
	const user_id = userId;
	const { comment_id } = await ask('POST', `/v1/post/${postId}/comment`, {
		comment: 'Me too',
		user_id,
	});
	await ask('PUT', `/v1/post/${postId}/meta`, { key: 'crm', value: '4711' });
	await ask('POST', '/v1/promoter', {
		vote: 9,
		user_id,
		comment: 'Good',
		meta: { referrer: 'https://app.example.com' },
	});
	const { group_id } = await ask('POST', '/v2/groups', { id: unique });
	await ask('POST', `/v2/groups/${group_id}/members`, { user_id });
	const { document_id } = await ask('POST', '/v2/documents', {
		title: `Plan ${unique}`,
		content: '# Goal',
	});
	sandbox.requests.length = 0;
	return {
		postId,
		updateId,
		userId,
		user_id,
		commentId: comment_id,
		groupId: group_id,
		documentId: document_id,
	};
}

/** Speaks with the sandbox past the code under test. */
export async function send(
	{ baseUrl, apiKey }: Sandbox,
	method: string,
	path: string,
	body: object,
): Promise<Record<string, number>> {
	const answer = await request(baseUrl + path, {
		method: method as 'POST',
		headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const text = await answer.body.text();
	if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${text}`);
	return text === '' ? {} : (JSON.parse(text) as { data: Record<string, number> }).data;
}
