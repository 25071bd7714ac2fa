// The Data Tables of an n8n, by workflows of their own: no other way in is the same in all versions.
import { expect } from 'vitest';
import { inARow } from '../e2e/workflows.mts';
import type { Item, N8nRest, WorkflowNode } from '../n8n-host/host.mts';

const start: WorkflowNode = { name: 'Start', type: 'n8n-nodes-base.manualTrigger' };

async function run(n8n: N8nRest, parameters: Record<string, unknown>): Promise<Item['json'][]> {
	const type = 'n8n-nodes-base.dataTable';
	const node: WorkflowNode = { name: 'Table', type, typeVersion: 1.1, parameters };
	const execution = await n8n.run(await n8n.createWorkflow(inARow(start, node)), 'Start');
	expect(execution.error).toBeUndefined();
	return execution.json('Table');
}

/** By its exact name: n8n's own search finds a name within another one. */
async function find(n8n: N8nRest, table: string) {
	const all = await run(n8n, { resource: 'table', operation: 'list', returnAll: true });
	const found = all.find(({ name }) => name === table);
	return found && { __rl: true, mode: 'id', value: found.id as string };
}

export async function rowsOf(n8n: N8nRest, table: string): Promise<Item['json'][]> {
	const dataTableId = await find(n8n, table);
	return await run(n8n, { resource: 'row', operation: 'get', dataTableId, returnAll: true });
}

export async function addRow(
	n8n: N8nRest,
	table: string,
	value: Record<string, unknown>,
): Promise<void> {
	const columns = { mappingMode: 'defineBelow', value, matchingColumns: [], schema: [] };
	const dataTableId = await find(n8n, table);
	await run(n8n, { resource: 'row', operation: 'insert', dataTableId, columns, options: {} });
}

export async function deleteTable(n8n: N8nRest, table: string): Promise<void> {
	const dataTableId = await find(n8n, table);
	if (dataTableId) await run(n8n, { resource: 'table', operation: 'delete', dataTableId });
}
