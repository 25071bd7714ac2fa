// Every operation of every node under every fault: what was sent, what the user is shown, and what the service's
// database holds afterwards. Nothing may be missing, nothing doubled, and no key shown anywhere.
import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../contract/nodes.mts';
import { endpoints } from '../contract/specification.mts';
import { startWorkspace, type Things } from '../contract/workspace.mts';
import type { Sandbox } from '../sandbox/server.mts';
import { type Addresses, faultCases } from './faults.mts';
import { newKey, type Rehearsal, rehearse, roleOf, thingsFor } from './rehearsal.mts';
import { multiply } from './state.mts';

let addresses: Omit<Addresses, 'secrets' | 'listed'>;
let heardElsewhere = 0;
const elsewhere = createServer((_request, response) => {
	heardElsewhere++;
	response.end('{"status":"success","data":{}}');
});
const rows: Array<{ key: string; cells: string[] }> = [];

beforeAll(async () => {
	await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
	const { port } = elsewhere.address() as AddressInfo;
	addresses = { elsewhere: `http://127.0.0.1:${port}`, nowhere: await nowhere() };
});

afterAll(async () => {
	elsewhere.closeAllConnections();
	elsewhere.close();
	console.log(table());
});

describe.each(operations)('$key', (one) => {
	const role = roleOf(one);
	const row = { key: one.key, cells: [] as string[] };
	rows.push(row);
	let sandbox: Sandbox;
	let things: Things | undefined;
	let good: Rehearsal;

	beforeAll(async () => {
		sandbox = await startWorkspace();
		things = await thingsFor(sandbox, one, undefined);
		// Three pages, where pages are asked for by the hundred.
		if (role === 'list') multiply(sandbox, one.operation.output.kind.id, 230);
		good = await rehearse(sandbox, one, things);
	});

	afterAll(async () => await sandbox?.close());

	test.each(faultCases)('$name', async ({ play, expect: expected }) => {
		const wanted = expected(role, one.key);
		if (!wanted) {
			row.cells.push('');
			return;
		}
		things = await thingsFor(sandbox, one, things);
		const key = newKey(sandbox);
		const secrets = [key, Buffer.from(`${key}:`).toString('base64')];
		const given = { ...addresses, secrets, listed: listedBy(one.key) };
		const outcome = await rehearse(sandbox, one, things, play(given), key);
		const { sent, items, error, changes, shown } = outcome;
		row.cells.push(cell(outcome));

		const { sent: times, message, waits = [], applied, isWhole = true } = wanted;
		const paths = sent.map(({ method, path }) => `${method} ${path}`);
		// A list that gets over the trouble goes on to pages that are not counted here, each asked for once.
		const further = role === 'list' && !message ? new Set(paths).size - 1 : 0;
		if (isWhole) expect(sent.length, 'requests').toBe(times + further);
		else expect(sent.length, 'requests').toBeLessThanOrEqual(times);
		const tries = sent.slice(0, waits.length + 1);
		expect(new Set(paths.slice(0, tries.length)).size).toBe(1);
		expect(tries.slice(1).map(({ at }, index) => at - tries[index].at)).toEqual(waits);

		expect(changes).toEqual(applied === 1 ? good.changes : {});
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
	const { request, then = request } = endpoints[key];
	return new RegExp(`^${then.split(' ')[1].replaceAll(/\{\w+\}/g, '[^/]+')}(\\?|$)`);
}

/** NodeApiError or NodeOperationError, in words, with what to do and where it happened. */
function expectForPeople(error: Error | undefined, message: RegExp): void {
	expect(error instanceof NodeApiError || error instanceof NodeOperationError).toBe(true);
	const { description, context } = error as NodeApiError;
	expect(`${error!.message}\n${description}`).toMatch(message);
	expect(error!.message).not.toMatch(/undefined|\[object|null|NaN/);
	expect(description).toEqual(expect.stringMatching(/\w{3}/));
	expect(description).not.toMatch(/undefined|\[object|NaN/);
	expect(context.itemIndex).toBe(0);
	if (error instanceof NodeApiError) expect(error.httpCode).toMatch(/^(\d{3}|[A-Z][A-Z_]+|none)$/);
}

/** Requests sent, and what came of them: done, failed, or failed with the doubt whether it was done. */
function cell({ sent, error }: Rehearsal): string {
	const isInDoubt = /not known/.test((error as NodeApiError | undefined)?.description ?? '');
	return `${sent.length}${error ? (isInDoubt ? '?' : 'x') : '+'}`;
}

function table(): string {
	const cells = rows.flatMap((row) => row.cells).filter((text) => text !== '');
	const width = Math.max(...rows.map(({ key }) => key.length));
	const head = faultCases.map((_, index) => String(index + 1).padStart(4)).join('');
	return [
		`\nOperations x faults: ${rows.length} x ${faultCases.length}, ${cells.length} cells`,
		'In a cell: requests sent, then + done, x failed, ? failed and it may have been carried out',
		...faultCases.map(({ name }, index) => `${String(index + 1).padStart(4)} ${name}`),
		`${''.padEnd(width)}${head}`,
		...rows.map(
			({ key, cells: own }) => key.padEnd(width) + own.map((text) => text.padStart(4)).join(''),
		),
	].join('\n');
}

async function nowhere(): Promise<string> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return `http://127.0.0.1:${port}`;
}

test('the specification names an endpoint for every operation in the table', () => {
	expect(rows.map(({ key }) => key)).toEqual(operations.map(({ key }) => key));
	for (const { key } of rows) expect(endpoints).toHaveProperty([key]);
});
