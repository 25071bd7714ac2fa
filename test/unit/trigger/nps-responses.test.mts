// New NPS Response: its filters, and changed answers.
import type { IDataObject } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { begun, ownSandboxInEachTest, sandbox } from './n8n.mts';

ownSandboxInEachTest();

const scores = (items: IDataObject[]) => items.map(({ vote }) => vote).toSorted();

test.each([
	[{ group: 'detractor' }, [0, 1, 6]],
	[{ group: 'passive' }, [7, 8]],
	[{ group: 'promoter' }, [10, 9]],
	[{ lowest: 6, highest: 8 }, [6, 7, 8]],
	[{ lowest: 1, highest: 6 }, [1, 6]],
	[{ lowest: 0, highest: 0 }, [0]],
	[{ group: 'detractor', lowest: 2 }, [6]],
	[{ group: 'passive', lowest: 1, highest: 10 }, [7, 8]],
	[{}, [0, 1, 10, 6, 7, 8, 9]],
])('fires under the filters %j', async (npsFilters, expected) => {
	const trigger = await begun(sandbox, 'newNpsResponse', { npsFilters });
	for (const vote of [0, 1, 6, 7, 8, 9, 10]) sandbox.createResponses(1, { vote });
	expect(scores(await trigger.poll())).toEqual(expected);
	// What did not match is stored all the same.
	trigger.configure({ events: ['newNpsResponse'] });
	expect(await trigger.poll()).toEqual([]);
});

test('is activated where the empty list is an error, and fires for the first response', async () => {
	Object.assign(sandbox.settings, { nothingFound: 'refused' });
	const trigger = await begun(sandbox, 'newNpsResponse');
	sandbox.createResponses(1, { vote: 9 });
	expect(await trigger.poll()).toMatchObject([{ vote: 9 }]);
	expect(trigger.logged).toEqual([]);
});

test('with Changed NPS Answers, a changed answer fires under the filters, with from and to', async () => {
	const [response, other] = sandbox.createResponses(2, { vote: 9 });
	const unchosen = await begun(sandbox, 'newNpsResponse');
	const chosen = await begun(sandbox, 'newNpsResponse', {
		changedAnswers: true,
		npsFilters: { group: 'detractor' },
	});
	const answer = (vote: number, id: number) =>
		sandbox.run('UPDATE promoters SET vote = ? WHERE promoter_id = ?', vote, id);
	answer(3, response);
	answer(8, other);
	expect(await unchosen.poll()).toEqual([]);
	expect(await chosen.poll()).toMatchObject([
		{
			eventId: expect.stringMatching(`^newNpsResponse:${response}:.`),
			from: 9,
			to: 3,
			vote: 3,
		},
	]);
	answer(0, response);
	expect(await chosen.poll()).toMatchObject([{ from: 3, to: 0 }]);
	sandbox.run("UPDATE promoters SET comment = 'Slow' WHERE promoter_id = ?", response);
	const [later] = await chosen.poll();
	expect(later).toMatchObject({ vote: 0, comment: 'Slow', changedFields: ['comment'] });
	expect(later.from).toBeUndefined();
	const [created] = sandbox.createResponses(1, { vote: 2 });
	expect(await chosen.poll()).toMatchObject([{ eventId: `newNpsResponse:${created}`, to: 2 }]);
	expect(await chosen.poll()).toEqual([]);
});

test('Changed NPS Answers that is chosen later ignores existing answers', async () => {
	sandbox.createResponses(3);
	const trigger = await begun(sandbox, 'newNpsResponse');
	trigger.configure({ events: ['newNpsResponse'], changedAnswers: true });
	expect(await trigger.poll()).toEqual([]);
	expect(trigger.logged).toEqual([]);
	sandbox.run('UPDATE promoters SET vote = 1');
	expect(await trigger.poll()).toHaveLength(3);
});
