// The lists of the editor and the test of a credential under every fault: a person waits, so it is soon over, and what
// comes is the list, the verdict, or the reason why not; never an empty list in its place.
import { type INodeListSearchResult, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodes } from '../contract/nodes.mts';
import { addThings, startWorkspace, type Things } from '../contract/workspace.mts';
import type { Sandbox } from '../sandbox/server.mts';
import { bearer, byId, credentialTestContext, loadOptionsContext } from '../unit/n8n-context.mts';
import { type Addresses, faultCases } from './faults.mts';
import { newKey, type Play, shown, stage } from './rehearsal.mts';
import { isPlayed } from './share.mts';

const nowhere = 'http://127.0.0.1:9';
const addresses = { elsewhere: 'http://127.0.0.1:9', nowhere };
/** What a person may have to wait for a limit, and for one answer that never comes. */
const LONGEST_MS = 5_000 + 20_000;

let sandbox: Sandbox;
let things: Things;
beforeAll(async () => {
	sandbox = await startWorkspace();
	things = await addThings(sandbox);
});
afterAll(async () => await sandbox?.close());

/** Of each list, something that it holds on a good day. */
const holds: Readonly<Record<string, (things: Things) => string>> = {
	searchChangelogUpdates: ({ updateId }) => String(updateId),
	searchChangelogUpdateTypes: () => 'new',
	searchComments: ({ commentId }) => String(commentId),
	searchCommentTypes: () => 'comment',
	searchDocuments: ({ documentId }) => String(documentId),
	searchDocumentTypes: () => 'knowledge-base',
	searchEndUsers: ({ userId }) => String(userId),
	searchGroups: ({ groupId }) => String(groupId),
	searchPosts: ({ postId }) => String(postId),
	searchPostStatuses: () => 'open',
	searchPostTypes: () => 'idea',
	searchSegments: () => 'enterprise',
};
const methods = new Map(
	nodes.flatMap(({ Node }) =>
		Object.keys(new Node().methods?.listSearch ?? {}).map((method) => [method, Node] as const),
	),
);
/** Things page by page, things of another thing, and keys in use: of each form one list stands for the others. */
const ONE_OF_EACH_FORM = ['searchPosts', 'searchComments', 'searchPostTypes'];
/** What shows of the others that they are read, and how they fail. */
const ENOUGH_OF_OTHERS = ['none', '403', 'envelope without data'];

/** A list in the editor is read by the page, or a few of them: it need not end. */
const needsNoEnd = (name: string) => name === 'same page for ever';
/** A workflow waits for so long, or tries again; a person reads the reason. */
const isNotWaitedFor = ({ name, expect: expected }: (typeof faultCases)[number]) =>
	name === '429, no Retry-After' || (!name.startsWith('429') && (expected('read')?.sent ?? 1) > 1);
const cases = faultCases
	.filter(({ name }) => name !== 'endless has_more')
	.map((one) => ({
		...one,
		fails:
			isNotWaitedFor(one) || (!needsNoEnd(one.name) && one.expect('list')?.message !== undefined),
	}));

test('of every list it is known what it holds', () => {
	expect([...methods.keys()].toSorted()).toEqual(Object.keys(holds).toSorted());
});

describe.each([...methods])('%s', (method, Node) => {
	const place = [...methods.keys()].indexOf(method);
	/** What the list shows, as somebody opens it who has just entered the credential. */
	const open = async (play: (given: Addresses) => Play) => {
		const key = newKey(sandbox);
		const secrets = [key, Buffer.from(`${key}:`).toString('base64')];
		const played = play({ ...addresses, secrets, listed: /./ });
		const node = new Node();
		const context = loadOptionsContext(node, {
			parameters: method.startsWith('searchComment')
				? { resource: 'comment', operation: 'get', postId: byId(things.postId) }
				: {},
			credentials: bearer(played.baseUrl ?? sandbox.baseUrl, key),
		});
		const outcome = await stage(
			sandbox,
			played,
			context.helpers,
			'httpRequestWithAuthentication',
			async () => await node.methods!.listSearch![method].call(context),
		);
		return { ...outcome, secrets };
	};
	let good: INodeListSearchResult['results'];
	beforeAll(async () => {
		good = (await open(() => ({}))).result!.results;
	});

	test('holds what there is', () => {
		expect(good.map(({ value }) => value)).toContain(holds[method](things));
	});

	const ofForm = cases.filter(
		({ name }, index) =>
			isPlayed(place, index) &&
			(ONE_OF_EACH_FORM.includes(method) || ENOUGH_OF_OTHERS.includes(name)),
	);
	test.each(ofForm)('$name', async ({ play, fails }) => {
		const { sent, result, error, secrets } = await open(play);
		expect(sent.at(-1)!.at - sent[0].at).toBeLessThanOrEqual(LONGEST_MS);
		if (fails) {
			expect([NodeApiError, NodeOperationError]).toContain(error?.constructor);
			expect(error!.message).toMatch(/\w{3}/);
			expect(error!.message).not.toMatch(/undefined|\[object/);
		} else {
			expect(error).toBeUndefined();
			expect(result!.results).toEqual(good);
		}
		expectHidden(shown({ error }, []) + JSON.stringify(result), secrets);
	});
});

describe.each([
	['feedbackBearerApi', 0],
	['feedbackBasicApi', 1],
] as const)('test of a %s', (type, place) => {
	test.each(cases.filter((_, index) => isPlayed(place, index)))(
		'$name',
		async ({ play, fails }) => {
			const key = newKey(sandbox);
			const secrets = [key, Buffer.from(`${key}:`).toString('base64')];
			const played = play({ ...addresses, secrets, listed: /./ });
			const [{ Node }] = nodes.filter(({ description }) =>
				description.credentials?.some(({ name }) => name === type),
			);
			const node = new Node();
			const { testedBy } = node.description.credentials!.find(({ name }) => name === type)!;
			const context = credentialTestContext();
			const { sent, result, error } = await stage(
				sandbox,
				played,
				context.helpers,
				'request',
				async () =>
					await node.methods!.credentialTest![testedBy as string].call(context, {
						id: '1',
						name: 'Test',
						type,
						data: { baseUrl: played.baseUrl ?? sandbox.baseUrl, apiKey: key, allowHttp: false },
					}),
			);
			expect(error).toBeUndefined();
			expect(sent.at(-1)!.at - sent[0].at).toBeLessThanOrEqual(LONGEST_MS);
			expect(result!.status).toBe(fails ? 'Error' : 'OK');
			expect(result!.message).toMatch(/\w{3}/);
			expect(result!.message).not.toMatch(/undefined|\[object/);
			expectHidden(JSON.stringify(result), secrets);
		},
	);
});

function expectHidden(text: string, secrets: readonly string[]): void {
	for (const secret of secrets) expect(text).not.toContain(secret);
	expect(text).not.toMatch(/authorization/i);
}
