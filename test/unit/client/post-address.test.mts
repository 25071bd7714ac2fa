// Post Address of a credential: what is taken, and the links that come of it.
import { expect, test } from 'vitest';
import { UnusableCredential } from '../../../nodes/shared/client/base-url';
import { normalizePostAddress, postUrl } from '../../../nodes/shared/client/post-address';

test.each([
	['https://a.example/post/{id}', 7, 'https://a.example/post/7'],
	[' a.example/post/{id}\u200b ', 7, 'https://a.example/post/7'],
	['http://localhost:3000/#/post-{id}?a=1', 7, 'http://localhost:3000/#/post-7?a=1'],
	['https://a.example/2/my-24/{id}/{slug}', 7, 'https://a.example/2/my-24/7/{slug}'],
	['https://a.example/?post={id}', '9007199254740993', 'https://a.example/?post=9007199254740993'],
	['https://a.example/{id}', "$&$'/?#", "https://a.example/%24%26%24'%2F%3F%23"],
])('%s is taken, and the post %s has a link', (typed, id, url) => {
	expect(postUrl(normalizePostAddress(typed)!, id)).toBe(url);
});

test.each(['', ' ', '\u200b'])('%j is no address', (typed) => {
	expect(normalizePostAddress(typed)).toBeUndefined();
});

test.each([
	['an address without {id}', 'https://a.example/post/1042'],
	['two of them', 'https://a.example/{id}/{id}'],
	['another name', 'https://a.example/post/{post_id}'],
	['another scheme', 'ftp://a.example/{id}'],
	['a script', 'javascript:{id}'],
	['the ID in the host name', 'https://{id}.example/'],
	['the ID as port', 'https://a.example:{id}/'],
	['the ID as user', 'https://{id}@a.example/'],
	['a password', 'https://me:secret@a.example/{id}'],
	['a blank', 'https://a.example/my post/{id}'],
	['no address', '{id}'],
	['several lines', 'https://a.example/\n{id}'],
	...[...'"<>()|`\\', '\u00a0', '\u202e', '\u2066', '\u200e', '\u3164', '\u0007'].map(
		(character) => [
			`the character ${JSON.stringify(character)}`,
			`https://a.example/x${character}y/{id}`,
		],
	),
	['one slash', 'https:/a.example/{id}'],
	['no slash', 'http:a/{id}'],
	['no scheme before slashes', '//a.example/{id}'],
	['no host', 'https:///{id}'],
	['a port alone', 'https://:80/{id}'],
	['backslashes', 'https:\\\\a.example/{id}'],
])('%s is refused', (_what, typed) => {
	expect(() => normalizePostAddress(typed)).toThrow(UnusableCredential);
	expect(() => normalizePostAddress(typed)).toThrow('The Post Address in the credential');
});
