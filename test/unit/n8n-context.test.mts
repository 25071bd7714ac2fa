import { expect, test } from 'vitest';
import { FeedbackChangelog } from '../../nodes/FeedbackChangelog/FeedbackChangelog.node';
import { byId, executeContext } from './n8n-context.mts';

const update = { resource: 'changelogUpdate', operation: 'update', updateId: byId(1) };

test.each([
	[{ title: 'of Create' }, "No field takes 'title' here"],
	[{ unknown: 1 }, "No field takes 'unknown' here"],
	[{ updateFields: { unknown: 1 } }, "No field takes 'unknown' here"],
	[{ operation: 'rename' }, `'operation' does not offer "rename"`],
	[{ clearFields: ['description', 'c'] }, `'clearFields' does not offer "c"`],
	[{ updateId: { ...byId(1), mode: 'url' } }, `'updateId' does not offer "url"`],
])('%j is refused, since no field and no menu of the node has it', (more, says) => {
	const parameters = { ...update, ...more };
	expect(() => executeContext(new FeedbackChangelog(), { parameters })).toThrow(says);
});
