import { beforeEach, describe, expect, it } from 'vitest';
import { ask, ownSandbox, sandbox } from '../own-sandbox.mts';
import { expectKeyed, expectLists } from './client.mts';

ownSandbox({ v2Limit: { requests: 100_000, windowMs: 1000 } });

beforeEach(() => sandbox.run('DELETE FROM documents'));

const create = (fields: object = {}) =>
	ask('POST', '/v2/documents', { title: 'A plan', ...fields });
const created = async (fields: object = {}) => (await create(fields)).json.data;

it('content is returned by create and retrieve, never by the list', async () => {
	const document = await created({ content: '# Plan' });
	expect(document.content).toBe('# Plan');
	const listed = { ...document, content: undefined };
	expect((await ask('GET', `/v2/documents/${document.document_id}`)).json.data).toEqual(document);
	expect((await ask('GET', '/v2/documents')).json.data.items).toEqual([listed]);
});

describe('POST /v2/documents', () => {
	it('keeps what was sent, makes the slug of the title, and records version 1', async () => {
		const sent = {
			title: 'Über: the Plan (v2)!',
			content: '# Größe\n\n🎉',
			document_type: 'plan',
			tags: ['a', 'b'],
			status: 'published',
		};
		const { document_id, ...document } = await created({ ...sent, slug: 'other' });
		expect(document).toMatchObject({ ...sent, slug: 'uber-the-plan-v2', current_version: 1 });
		expect(sandbox.rows('SELECT document_id, version, content FROM document_versions')).toEqual([
			{ document_id, version: 1, content: sent.content },
		]);
	});

	it('needs only a title', async () => {
		expect(await created()).toMatchObject({
			content: '',
			document_type: 'knowledge-base',
			tags: [],
			status: 'draft',
		});
	});

	it('rejects an unknown type with invalid_argument', async () => {
		expectKeyed(await create({ document_type: 'poem' }), 400, 'invalid_argument');
		expectKeyed(await create({ document_type: 'Plan' }), 400, 'invalid_argument');
		expect(sandbox.rows('SELECT * FROM documents')).toEqual([]);
	});
});

it('finds a document by search', async () => {
	const titles = ['Pricing plan', 'Größe 100%', 'Pricing research'];
	for (const title of titles) await create({ title });
	const listed = async (search: string) =>
		(await ask('GET', `/v2/documents?search=${encodeURIComponent(search)}`)).json.data.items.map(
			({ title }: { title: string }) => title,
		);
	await expectLists(listed, [
		['pricing', ['Pricing research', 'Pricing plan']],
		['PLAN', ['Pricing plan']],
		['100%', ['Größe 100%']],
		['_', []],
		['', titles.toReversed()],
	]);
});
