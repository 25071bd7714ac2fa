// A workspace of the sandbox with one of everything, so that each operation has something to work on.
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox/server.mts';
import { clientOf } from '../sandbox/rules/client.mts';

/** Ids by the name of the node's field that takes them. */
export type Things = ReturnType<typeof addThings>;

/** Far above what a test sends: the sandbox must not slow down what it is not asked to. */
export const NO_LIMIT = { requests: 1_000_000, windowMs: 1000 };

export async function startWorkspace(options: SandboxOptions = {}): Promise<Sandbox> {
	return await startSandbox({ v2Limit: NO_LIMIT, ...options });
}

let made = 0;

/** Adds one of everything to the database, new with each call. */
export function addThings(sandbox: Sandbox) {
	const unique = `contract-${++made}`;
	const [postId] = sandbox.createPosts(1, { type: 'idea', description: 'As CSV' });
	const [updateId] = sandbox.createUpdates(1);
	const [user_id] = sandbox.createUsers(1, {
		data_name: unique.replace('-', '_'),
		segments: ['enterprise', 'early-access'],
	});
	const byUser = { user: user_id };
	const [commentId] = sandbox.createComments(1, { post: postId, comment: 'Me too', ...byUser });
	sandbox.run("INSERT INTO post_metadata VALUES (?, 'crm', '4711')", postId);
	const meta = { referrer: 'https://app.example.com' };
	sandbox.createResponses(1, { vote: 9, comment: 'Good', meta, ...byUser });
	const [groupId] = sandbox.createGroups(1, { id: unique });
	sandbox.run('INSERT INTO group_members VALUES (?, ?)', groupId, user_id);
	const [documentId] = sandbox.createDocuments(1, { title: `Plan ${unique}`, content: '# Goal' });
	return { postId, updateId, userId: user_id, user_id, commentId, groupId, documentId };
}

/** Speaks with the sandbox past the code under test. */
export async function send(
	sandbox: Sandbox,
	method: string,
	path: string,
	body: object,
): Promise<Record<string, number>> {
	const { status, text, json } = await clientOf(sandbox)(method, path, body);
	if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
	return json?.data;
}
