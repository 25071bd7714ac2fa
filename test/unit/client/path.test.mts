import fc from 'fast-check';
import { expect, test } from 'vitest';
import { path, UnusableId } from '../../../nodes/shared/client/path';
import { withoutDecimals } from '../../../nodes/shared/service/values';

test.each<[unknown, RegExp]>([
	['', /is empty/],
	[undefined, /is empty/],
	[null, /is empty/],
	['.', /is not an ID/],
	['..\\posts', /is not an ID/],
	['x'.repeat(256), /longer than 255/],
	['\ud800', /not valid text/],
	[[1], /is not an ID/],
	[1.5, /is not an ID/],
	// Of these a server may read the first digits, and take another record.
	['1.5', /is not a whole number/],
	['1.23457E+11', /is not a whole number/],
	['5;6', /is not a whole number/],
	['5|6', /is not a whole number/],
	['10001 Dark mode', /is not a whole number/],
	['10001?page=2', /is not a whole number/],
	['10001;v=a', /is not a whole number/],
	['10001\u0000a', /is not a whole number/],
	[1e21, /too long for a number/],
])('%j cannot stand in a path', (id, reason) => {
	expect(() => path`/v1/post/${id}`).toThrow(UnusableId);
	expect(() => path`/v1/post/${id}`).toThrow(reason);
});

test.each(['10001', '-1', '2025-roadmap', '3f9a', '12_b', 'dark mode', 'post-1.5'])(
	'%s may be an ID',
	(id) => {
		expect(path`/v1/post/${id}`.things).toEqual([{ segment: 'post', id }]);
	},
);

test('a path knows the things it names', () => {
	expect(path`/v1/post/${5}/comment/${' 7 '}`.things).toEqual([
		{ segment: 'post', id: '5' },
		{ segment: 'comment', id: '7' },
	]);
	expect(path`/v1/post/${'7.00'}`.text).toBe('/v1/post/7');
	// As chats, documents and dialogs of Windows hand it over.
	expect(path`/v1/post/${'\u202A7\u202C\u200B'}`.text).toBe('/v1/post/7');
	expect(path`/v2/groups/${'7'.repeat(255)}`.things[0].id).toHaveLength(255);
	expect(path`/v1/posts`).toEqual({ text: '/v1/posts', things: [] });
});

test('whatever the id is, it stays one segment that reads as the id', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'binary' }), (id) => {
			let text: string;
			try {
				({ text } = path`/v1/post/${id}/meta`);
			} catch (error) {
				expect(error).toBeInstanceOf(UnusableId);
				return;
			}
			const { pathname, search, hash } = new URL(`https://feedback.example${text}`);
			expect([search, hash]).toEqual(['', '']);
			const segments = pathname.split('/');
			expect(segments).toHaveLength(5);
			expect(decodeURIComponent(segments[3])).toBe(withoutDecimals(id));
		}),
	);
});
