// The lists that the editor offers to choose from.
import { describe, expect, test } from 'vitest';
import { byId } from '../n8n-context.mts';
import { post, scriptedOperations } from './scripted-operations.mts';

const { search, service } = scriptedOperations();

describe('lists in the editor', () => {
	test('types are those that the posts have, each once, in order, narrowed by what is typed', async () => {
		const types = ['feature', 'bug', '', 'feature', 'Big idea', undefined];
		const items = types.map((type, at) => ({ feedback_id: at, type }));
		service.says({ data: { items, has_more: false } });
		expect(await search('searchPostTypes')).toEqual({
			results: ['Big idea', 'bug', 'feature'].map((key) => ({ name: key, value: key })),
		});
		const { results } = await search('searchPostTypes', {}, 'B');
		expect(results.map(({ value }) => value)).toEqual(['Big idea', 'bug']);
	});

	test('a list that cannot be loaded says why in plain text', async () => {
		const message = 'Ask <R&D>';
		service.says({ status: 403, envelope: { status: 'error', message } });
		await expect(search('searchPosts')).rejects.toHaveProperty(
			'description',
			expect.stringMatching(/lacks the permission[^<]+\nThe service said: Ask <R&D>$/),
		);
	});

	test('comments are those of the chosen post', async () => {
		const comment = 'Please add\na button';
		const comments = { 12: { comment, user: { data_name: 'ada' } } };
		service.says({ data: { comments, has_more: true } });
		const parameters = { resource: 'comment', operation: 'get', ...post };
		expect(await search('searchComments', parameters, 'add')).toEqual({
			results: [{ name: 'Please add a button (ada)', value: '12' }],
			paginationToken: expect.any(String),
		});
		expect(service.received[0].url).toBe('/v1/post/7/comments?search=add&page=0');
	});

	test.each([
		['', 'Choose a post first'],
		['={{ $json.feedback_id }}', 'has no value yet'],
	])('comments of the post %j: it says what is missing', async (value, message) => {
		const parameters = { resource: 'comment', operation: 'get', postId: byId(value) };
		await expect(search('searchComments', parameters)).rejects.toThrow(message);
		expect(service.received).toEqual([]);
	});

	test('a failure shows its reason', async () => {
		service.says({ status: 403, envelope: { status: 'error', message: 'No' } });
		await expect(search('searchEndUsers')).rejects.toThrow('The API key is not allowed');
		await expect(search('searchPostStatuses')).rejects.toThrow('The API key is not allowed');
	});

	test('an end-user reads as the best name there is', async () => {
		const items = [
			{ user_id: 1, data_full_name: 'Ada Lovelace', data_name: 'ada', data_mail: 'a@example.com' },
			{ user_id: 2, data_full_name: '', data_name: 'bob' },
			{ user_id: 3 },
		];
		service.says({ data: { items, has_more: false } });
		expect((await search('searchEndUsers')).results).toEqual([
			{ name: 'Ada Lovelace (a@example.com)', value: '1' },
			{ name: 'bob', value: '2' },
			{ name: 'User 3', value: '3' },
		]);
	});
});
