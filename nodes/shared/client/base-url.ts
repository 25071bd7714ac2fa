/** An unusable Base URL or API key. The message says what to change. */
export class UnusableCredential extends Error {
	override name = 'UnusableCredential';
}

/** Without names below `localhost`, which a resolver may send elsewhere. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** What people paste after the root. Reads each run of slashes only once. */
const PASTED = /(?<!\/)(?:\/+v[12]){0,9}\/*$/;

/**
 * The root of the service from what a person typed: without surrounding spaces, trailing slashes and a pasted `/v1` or
 * `/v2`. The default scheme is https, on loopback http.
 * @param allowHttp whether to allow http to other machines, which shows the API key to the network
 * @throws UnusableCredential
 */
export function normalizeBaseUrl(typed: string, allowHttp: boolean): string {
	const entered = trimmed(typed);
	if (entered === '') throw new UnusableCredential('The Base URL in the credential is empty');
	const address = withScheme(entered);
	if (!URL.canParse(address)) {
		throw new UnusableCredential(
			'The Base URL is not a valid web address. Enter one such as https://feedback.example.com',
		);
	}
	const url = new URL(address);
	if (url.username + url.password !== '') {
		throw new UnusableCredential(
			'The Base URL must not contain a user name or password. Enter the key in API Key',
		);
	}
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw new UnusableCredential('The Base URL must start with https://');
	}
	if (url.protocol === 'http:' && !allowHttp && !LOOPBACK.test(url.hostname)) {
		throw new UnusableCredential(
			`The Base URL ${url.origin} would send the API key unencrypted. Use https://, or turn on Allow Unencrypted HTTP in the credential`,
		);
	}
	return url.origin + url.pathname.replace(PASTED, '');
}

/** An address without surrounding spaces, and without characters that nobody sees: some come with what is copied. */
export const trimmed = (typed: string) => typed.replace(/[\u200b-\u200d\u2060]/g, '').trim();

/** The address that was typed, with a scheme. */
export function withScheme(entered: string): string {
	if (/^(?:[a-z][a-z\d+.-]*:\/\/|https?:)/i.test(entered)) return entered;
	const host = entered.split(/[/?#]/)[0].replace(/:\d+$/, '');
	return `${LOOPBACK.test(host) ? 'http' : 'https'}://${entered}`;
}
