// What is stored after a poll that succeeds, and after one that fails.
import { expect, test } from 'vitest';
import { Listing } from './listing.mts';
import { begun, ids, ownSandboxInEachTest, sandbox, watching } from './n8n.mts';

ownSandboxInEachTest({ v1PerPage: 10 });

test.each([
	['events', ['newPost']],
	['simplify', true],
	['options', false, 'ignoreWhileInactive'],
	['postFilters', 'all', 'filter'],
])(
	'an expression in %s that cannot be evaluated loses no batch',
	async (name, usual, inner?: string) => {
		const listing = new Listing();
		let isBroken = false;
		const broken = () => {
			if (isBroken) throw new Error('Referenced node is unexecuted');
			return usual;
		};
		const { now: poll, staticData } = await begun(listing, 'newPost', {
			[name]: inner ? { [inner]: broken } : broken,
		});
		const { feedback_id: id } = listing.create(1);
		const before = JSON.stringify(staticData.node);
		isBroken = true;
		await expect(poll()).rejects.toThrow('Referenced node is unexecuted');
		expect(JSON.stringify(staticData.node)).toBe(before);
		isBroken = false;
		expect(ids(await poll())).toEqual([id]);
	},
);

test('n8n notices each change of what is stored', async () => {
	const trigger = watching(sandbox);
	for (let polls = 0; polls < 3; polls++) {
		trigger.staticData.save();
		sandbox.createPosts(1);
		const { node } = trigger.staticData;
		const before = JSON.stringify(node);
		await trigger.poll();
		expect(JSON.stringify(node)).not.toBe(before);
	}
	trigger.staticData.save();
	sandbox.fault({ action: { type: 'unauthorized' } });
	await expect(trigger.poll()).rejects.toThrow();
	expect(trigger.staticData.changed).toBe(false);
});
