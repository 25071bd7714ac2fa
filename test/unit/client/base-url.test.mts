import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normalizeBaseUrl, UnusableCredential } from '../../../nodes/shared/client/base-url';

test.each([
	['https://feedback.example.com', 'https://feedback.example.com'],
	['  https://feedback.example.com  ', 'https://feedback.example.com'],
	// As chats and documents hand it over, with characters that nobody sees.
	['\u200bhttps://feedback.example.com/v1\u2060', 'https://feedback.example.com'],
	['https://feedback.example.com/v1', 'https://feedback.example.com'],
	['https://feedback.example.com/v2/', 'https://feedback.example.com'],
	['https://feedback.example.com/api/v2', 'https://feedback.example.com/api'],
	['https://feedback.example.com/v1//v1', 'https://feedback.example.com'],
	['https://feedback.example.com/v3', 'https://feedback.example.com/v3'],
	['https://feedback.example.com/?x=1#y', 'https://feedback.example.com'],
	['HTTPS://Feedback.Example.COM:443', 'https://feedback.example.com'],
	['https:/feedback.example.com', 'https://feedback.example.com'],
	['feedback.example.com', 'https://feedback.example.com'],
	['feedback.example.com/?from=https://other.example.com', 'https://feedback.example.com'],
	['feedback.example.com:8443/v1', 'https://feedback.example.com:8443'],
	['localhost:3000?x=1#y', 'http://localhost:3000'],
	['api.localhost', 'https://api.localhost'],
	['127.0.0.1:8080/v1/', 'http://127.0.0.1:8080'],
	['127.8.9.10', 'http://127.8.9.10'],
	['[::1]:8080', 'http://[::1]:8080'],
	['http://localhost', 'http://localhost'],
])('%j is understood', (typed, root) => {
	expect(normalizeBaseUrl(typed, false)).toBe(root);
});

test.each<[string, RegExp]>([
	['', /^The Base URL in the credential is empty$/],
	['   ', /empty/],
	['https://', /web address\. Enter one such as https:\/\/feedback\.example\.com$/],
	['not a url', /not a valid web address/],
	['javascript:alert(1)', /not a valid web address/],
	['ftp://feedback.example.com', /^The Base URL must start with https:\/\/$/],
	['user:secret@feedback.example.com', /a user name or password\. Enter the key in API Key$/],
	['https://user@feedback.example.com', /user name or password/],
	['https://:secret@feedback.example.com', /user name or password/],
	[
		'http://feedback.example.com',
		/key unencrypted\. Use https:\/\/, or turn on Allow Unencrypted HTTP in the credential$/,
	],
	['http://10.0.0.1', /unencrypted/],
	['http://localhost.example.com', /unencrypted/],
	['http://notlocalhost', /unencrypted/],
	// Who that is, the resolver says.
	['http://evil.localhost', /unencrypted/],
	['http://localhost.', /unencrypted/],
	['http://127.0.0.1.example.com', /unencrypted/],
	['http://128.0.0.1', /unencrypted/],
	['http:feedback.example.com', /unencrypted/],
])('%j cannot be used', (typed, reason) => {
	expect(() => normalizeBaseUrl(typed, false)).toThrow(UnusableCredential);
	expect(() => normalizeBaseUrl(typed, false)).toThrow(reason);
});

test('plain http goes out when it is allowed', () => {
	expect(normalizeBaseUrl('http://feedback.example.com/', true)).toBe(
		'http://feedback.example.com',
	);
});

test('whatever is typed, a root comes out that comes out the same again, or the reason why not', () => {
	const typed = fc.oneof(fc.webUrl(), fc.string(), fc.domain(), fc.ipV6());
	fc.assert(
		fc.property(typed, fc.boolean(), (text, allowHttp) => {
			try {
				const root = normalizeBaseUrl(text, allowHttp);
				expect(normalizeBaseUrl(root, allowHttp)).toBe(root);
				expect(root).not.toMatch(/\/$|[?#]/);
			} catch (error) {
				expect(error).toBeInstanceOf(UnusableCredential);
			}
		}),
	);
});
