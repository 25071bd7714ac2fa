// Every operation of every node under every fault: what was sent, what the user is shown, and what the service's
// database holds afterwards. Nothing may be missing, nothing doubled, and no key shown anywhere.
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../contract/nodes.mts';
import { endpointOf, endpoints } from '../contract/expectations.mts';
import { startWorkspace, type Things } from '../contract/workspace.mts';
import { served } from '../n8n-host/ports.mts';
import type { Sandbox } from '../sandbox/server.mts';
import { faultCases } from './faults.mts';
import { byId } from '../unit/n8n-context.mts';
import { newKey, type Played, type Rehearsal, rehearse, roleOf, thingsFor } from './rehearsal.mts';
import { isPlayed } from './share.mts';
import { type Changes, multiply } from './state.mts';

let heardElsewhere = 0;
const elsewhere = createServer((_request, response) => {
	heardElsewhere++;
	response.end('{"status":"success","data":{}}');
});
const { port, close } = await served(elsewhere);
const addresses = { elsewhere: `http://127.0.0.1:${port}`, nowhere: 'http://127.0.0.1:9' };
afterAll(close);

/** As many as there are of each thing where it is listed: three pages, where they are asked for by the hundred. */
const LISTED = 230;

/** How many items come of a list where that is not all of them, or one. */
const RETURNED: Readonly<Record<string, number>> = { 'post.findSimilar': 5 };

/** What one success of each operation that is no read leaves in the service's tables. */
const WRITES: Readonly<Record<string, Changes>> = {
	'changelogUpdate.create': { updates: '+1 -0' },
	'changelogUpdate.delete': { updates: '+0 -1' },
	'changelogUpdate.update': { updates: '+1 -1' },
	'comment.create': { comments: '+1 -0', posts: '+1 -1' },
	'comment.delete': { comments: '+0 -1', posts: '+1 -1' },
	'comment.update': { comments: '+1 -1' },
	'document.create': { documents: '+1 -0', document_versions: '+1 -0' },
	'endUser.delete': { users: '+1 -1', promoters: '+1 -1', group_members: '+0 -1' },
	'endUser.update': { users: '+1 -1' },
	'group.create': { groups: '+1 -0' },
	'groupMember.add': { group_members: '+1 -0' },
	'groupMember.remove': { group_members: '+0 -1' },
	'npsResponse.create': { promoters: '+1 -0' },
	'post.create': { posts: '+1 -0' },
	'post.delete': { posts: '+0 -1', comments: '+0 -1', post_metadata: '+0 -1' },
	'post.update': { posts: '+1 -1' },
	'postMetadata.upsert': { post_metadata: '+1 -0' },
	'queueItem.create': { queue_items: '+1 -0' },
	'vote.upsert': { votes: '+1 -0', posts: '+1 -1' },
};

/** Options that take further requests, or that the node applies itself. */
const options: Array<[key: string, option: string, chosen: Played['chosen']]> = [
	['post.get', 'Include Metadata', () => ({ includeMetadata: true })],
	['post.getAll', 'Include Metadata', () => ({ includeMetadata: true })],
	['post.getAll', 'End-User', byAuthorIn('posts')],
	['post.summarize', 'End-User', byAuthorIn('posts')],
	['comment.getAllOfPosts', 'End-User', byAuthorIn('comments')],
	['npsResponse.getAll', 'End-User', byAuthorIn('promoters')],
];

function byAuthorIn(table: string): Played['chosen'] {
	return ({ rows }) => {
		const [{ user_id }] = rows(`SELECT user_id FROM ${table}`);
		return { filters: { endUser: byId(user_id) } };
	};
}

const played: Array<Played & { what: string }> = [
	...operations.map((one) => ({ ...one, what: one.key })),
	...options.map(([key, option, chosen]) => {
		const one = operations.find((known) => known.key === key)!;
		return { ...one, chosen, what: `${key} with ${option}` };
	}),
];

describe.each(played)('$what', (one) => {
	const role = roleOf(one);
	const place = played.indexOf(one);
	const cases = faultCases.flatMap(([name, play, expected], index) => {
		const wanted = isPlayed(place, index) ? expected(role, one.key) : undefined;
		return wanted ? [{ name, play, wanted }] : [];
	});
	const writes = WRITES[one.key] ?? {};
	let sandbox: Sandbox;
	let things: Things | undefined;
	let good: Rehearsal;

	beforeAll(async () => {
		sandbox = await startWorkspace();
		things = await thingsFor(sandbox, one, undefined);
		if (role === 'list') multiply(sandbox, one.operation.output.kind.id, LISTED);
		good = await rehearse(sandbox, one, things);
	});

	afterAll(async () => await sandbox?.close());

	test('does what it is for on a good day', () => {
		expect(good.error).toBeUndefined();
		expect(good.items).toHaveLength(RETURNED[one.key] ?? (/\.getAll/.test(one.key) ? LISTED : 1));
		expect(good.changes).toEqual(writes);
	});

	test.each(cases)('$name', async ({ play, wanted }) => {
		things = await thingsFor(sandbox, one, things);
		const key = newKey(sandbox);
		const secrets = [key, Buffer.from(`${key}:`).toString('base64')];
		const given = { ...addresses, listed: listedBy(one.key) };
		const outcome = await rehearse(sandbox, one, things, play(given), key);
		const { items, error, changes, shown, sent } = outcome;

		const { sent: times, message, waits = [], applied, isWhole = true } = wanted;
		const paths = sent.map(({ method, path }) => `${method} ${path}`);
		// A list that gets over the trouble goes on to pages that are not counted here, each asked for once.
		const goesOn = (role === 'list' || one.chosen) && !message;
		const further = goesOn ? new Set(paths).size - 1 : 0;
		const ofList = sent.filter(({ path }) => !/\/meta$/.test(path));
		if (isWhole) expect(sent.length, 'requests').toBe(times + further);
		else expect(ofList.length, 'requests').toBeLessThanOrEqual(times);
		const tries = sent.slice(0, waits.length + 1);
		expect(new Set(paths.slice(0, tries.length)).size).toBe(1);
		expect(tries.slice(1).map(({ at }, index) => at - tries[index].at)).toEqual(waits);

		expect(changes).toEqual(applied === 1 ? writes : {});
		if (message) {
			expectForPeople(error, message);
		} else {
			expect(error).toBeUndefined();
			for (const { json, pairedItem } of items!) {
				expect(pairedItem).toEqual({ item: 0 });
				expect(json).not.toHaveProperty('error');
			}
			const ids = items!.map(({ json }) => json[one.operation.output.kind.id]);
			if (role === 'list') expect(new Set(ids).size).toBe(ids.length);
			const isRead = role === 'list' || role === 'read';
			if (isRead && isWhole) expect(items).toEqual(good.items);
		}
		for (const secret of [...secrets, /authorization/i, 'fault-matrix-secret']) {
			expect(shown).not.toMatch(secret);
		}
		expect(heardElsewhere, 'requests to another host').toBe(0);
	});
});

function listedBy(key: string): RegExp {
	const { request, then = request } = endpointOf(key);
	return new RegExp(`^${then.split(' ')[1].replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`);
}

/** NodeApiError or NodeOperationError, in words, with what to do and where it happened. */
function expectForPeople(error: Error | undefined, message: RegExp): void {
	expect([NodeApiError, NodeOperationError]).toContain(error?.constructor);
	const { description, context } = error as NodeApiError;
	expect(`${error!.message}\n${description}`).toMatch(message);
	expect(error!.message).not.toMatch(/undefined|\[object|null|NaN/);
	expect(description).toEqual(expect.stringMatching(/\w{3}/));
	expect(description).not.toMatch(/undefined|\[object|NaN/);
	expect(context.itemIndex).toBe(0);
	if (error instanceof NodeApiError) expect(error.httpCode).toMatch(/^(\d{3}|[A-Z][A-Z_]+|none)$/);
}

test('every operation that changes something stands in the table of what it changes', () => {
	const changing = Object.keys(endpoints).filter(
		(key) => !endpointOf(key).request.startsWith('GET '),
	);
	expect(Object.keys(WRITES).toSorted()).toEqual(changing.toSorted());
});
