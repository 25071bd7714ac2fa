import { beforeAll, expect, test } from 'vitest';
import type { StoredCredential } from '../n8n-host/host.mts';
import { ownSandbox, sandbox } from '../sandbox/own-sandbox.mts';
import { sharedN8n } from './session.mts';
import { postsNode } from './workflows.mts';

const n8n = await sharedN8n();
let credential: StoredCredential;
let ids: number[];

ownSandbox();
beforeAll(async () => {
	credential = await n8n.credentialFor(sandbox, 'feedbackBasicApi');
	ids = sandbox.createPosts(329);
	ids.push(...sandbox.createPosts(1, { title: 'A needle in the haystack' }));
});
test('the list to choose a post from can be searched, and goes on page by page', async () => {
	const node = postsNode('get', {}, credential);
	const seen: number[] = [];
	let paginationToken: string | undefined;
	do {
		const page = await n8n.searchList(node, 'postId', 'searchPosts', { paginationToken });
		seen.push(...page.results.map(({ value }) => Number(value)));
		paginationToken = page.paginationToken;
	} while (paginationToken !== undefined && seen.length <= ids.length);
	expect(seen.toSorted((a, b) => a - b)).toEqual(ids.toSorted((a, b) => a - b));

	const found = await n8n.searchList(node, 'postId', 'searchPosts', { filter: 'needle' });
	expect(found.results.map(({ value }) => Number(value))).toEqual([ids.at(-1)]);
});
