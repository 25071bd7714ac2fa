// The lists that the editor offers to choose from.
import { describe, expect, test } from 'vitest';
import { byId } from '../n8n-context.mts';
import { post, scriptedOperations } from './scripted-operations.mts';

const { search, service } = scriptedOperations();

describe('lists in the editor', () => {
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
});
