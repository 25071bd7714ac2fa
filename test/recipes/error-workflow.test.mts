// The error workflow in a real n8n: failures of steps and of triggers, and syncs that did not run.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, expect, test } from 'vitest';
import { sharedN8n } from '../e2e/session.mts';
import { openKitchen } from './kitchen.mts';
import { addRow, deleteTable } from './tables.mts';

const n8n = await sharedN8n();
const kitchen = await openKitchen(n8n);
const TABLE = 'late_runs';
afterAll(async () => {
	await deleteTable(n8n, TABLE);
	await kitchen.close();
});
afterEach(async () => await kitchen.clear());

test('says each morning which sync has not run for 26 hours, and nothing while all run', async () => {
	await deleteTable(n8n, TABLE);
	const ours = (text: string) => text.replaceAll('"sync_runs"', `"${TABLE}"`);
	const workflow = await kitchen.setUp('error-workflow', {}, ours);
	const morning = async () => {
		expect((await n8n.run(workflow, 'Every Morning')).error).toBeUndefined();
		return kitchen.others.messages.splice(0);
	};
	expect(await morning()).toEqual([]);
	const ran = async (sync: string, hours: number) => {
		const started = new Date(Date.now() - hours * 3_600_000).toISOString();
		await addRow(n8n, TABLE, {
			sync,
			started,
			read: 1,
			inserted: 0,
			updated: 0,
			deleted: 0,
			seconds: 1,
		});
	};
	const suffix = randomUUID();
	await ran(`Posts ${suffix}`, 25);
	await ran(`Groups ${suffix}`, 50);
	await ran(`Groups ${suffix}`, 2);
	expect(await morning()).toEqual([]);
	await ran(`Sheet ${suffix}`, 27);
	await ran(`Sheet ${suffix}`, 90);
	await addRow(n8n, TABLE, { sync: `Broken ${suffix}`, started: 'yesterday' });
	expect(await morning()).toEqual([
		expect.stringContaining(`No run for 26 hours: Broken ${suffix}, Sheet ${suffix}\n`),
	]);
	await ran(`Sheet ${suffix}`, 1);
	await ran(`Broken ${suffix}`, 1);
	expect(await morning()).toEqual([]);
});
