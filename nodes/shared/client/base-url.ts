/** A base URL that cannot be used; the message says what to change. */
export class UnusableBaseUrl extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'UnusableBaseUrl';
	}
}

/** Names below `localhost` are not among them: a resolver may lead them elsewhere. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/**
 * What a person typed, as the root of the service: without surrounding spaces, trailing slashes and a pasted `/v1` or
 * `/v2`. Without a scheme it is https, on loopback http.
 * @param allowHttp whether plain http may leave this machine; it would show the API key to the network
 * @throws UnusableBaseUrl
 */
export function normalizeBaseUrl(typed: string, allowHttp: boolean): string {
	const entered = typed.trim();
	if (entered === '') throw new UnusableBaseUrl('The Base URL in the credential is empty');
	const url = parse(
		/^(?:[a-z][a-z\d+.-]*:\/\/|https?:)/i.test(entered) ? entered : withScheme(entered),
	);
	if (url.username !== '' || url.password !== '') {
		throw new UnusableBaseUrl(
			'The Base URL must not contain a user name or password. Enter the key in API Key',
		);
	}
	if (url.protocol !== 'https:' && url.protocol !== 'http:') {
		throw new UnusableBaseUrl('The Base URL must start with https://');
	}
	if (url.protocol === 'http:' && !allowHttp && !LOOPBACK.test(url.hostname)) {
		throw new UnusableBaseUrl(
			`The Base URL ${url.origin} would send the API key unencrypted. Use https://, or turn on Allow Unencrypted HTTP in the credential`,
		);
	}
	return url.origin + withoutSlashes(withoutSlashes(url.pathname).replace(/\/v[12]$/, ''));
}

/** Looks at each run of slashes once. */
const withoutSlashes = (path: string) => path.replace(/(?<!\/)\/+$/, '');

function withScheme(entered: string): string {
	const host = entered.split(/[/?#]/)[0].replace(/:\d+$/, '');
	return `${LOOPBACK.test(host) ? 'http' : 'https'}://${entered}`;
}

function parse(text: string): URL {
	if (!URL.canParse(text)) {
		throw new UnusableBaseUrl(
			'The Base URL is not a valid web address. Enter one such as https://feedback.example.com',
		);
	}
	return new URL(text);
}
