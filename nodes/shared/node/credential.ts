import { type IAuthenticate, type IHttpRequestOptions, UserError } from 'n8n-workflow';
import { normalizeBaseUrl } from '../client/base-url';
import { isDataRecord } from '../service/records';

/** The fields of both credential types. */
export interface Credential {
	baseUrl: string;
	apiKey: string;
	allowHttp: boolean;
	/** The address of a post with `{id}` in place of its ID; empty for no links. */
	postAddress: string;
	/** Whether to send the key to a server with an invalid certificate. */
	ignoreSSLIssues: boolean;
}

type Stored = Readonly<Partial<Record<keyof Credential, unknown>>>;

/** A stored credential, whose fields may be missing or of another type when an expression or a secret store fills them. */
export function readCredential(data: Stored = {}): Credential {
	return {
		baseUrl: String(data.baseUrl ?? ''),
		apiKey: String(data.apiKey ?? '')
			.trim()
			.replace(/^bearer\s+/i, ''), // Pasted from an example of a request.
		allowHttp: isTrue(data.allowHttp),
		postAddress: String(data.postAddress ?? ''),
		ignoreSSLIssues: isTrue(data.ignoreSSLIssues),
	};
}

/** Secret stores and expressions return it as text. */
const isTrue = (value: unknown) => value === true || value === 'true';

/** How each credential type sends the key (`securitySchemes` in docs/openapi.yaml). Basic: as user name, without a password. */
export const schemes = {
	basic: (apiKey: string) => `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
	bearer: (apiKey: string) => `Bearer ${apiKey}`,
};

/**
 * Adds the key to a request to the service, in n8n's helpers and so also in HTTP Request and Custom API Call. A function and
 * not an expression, which n8n 2.41 would evaluate for each request.
 * @throws UserError for another address; UnusableCredential
 */
export const authenticateAs =
	(scheme: keyof typeof schemes): IAuthenticate =>
	async (data, options) => {
		const { baseUrl, apiKey, allowHttp, ignoreSSLIssues } = readCredential(data);
		const { origin } = new URL(normalizeBaseUrl(baseUrl, allowHttp));
		if (!isAt(origin, options)) {
			throw new UserError(
				`The credential allows requests to ${origin} only. To call another address, use a credential of its own.`,
			);
		}
		return await Promise.resolve({
			...options,
			headers: { ...headersOf(options), Authorization: schemes[scheme](apiKey) },
			// The key must not go on to another host, port, proxy or certificate. By themselves, both helpers of n8n 2.41 send it
			// along a redirect (n8n-io/n8n#24526).
			skipSslCertificateValidation: ignoreSSLIssues,
			rejectUnauthorized: !ignoreSSLIssues,
			proxy: undefined,
			disableFollowRedirect: true,
			followRedirect: false,
			followAllRedirects: false,
		});
	};

/**
 * The headers of a request but for Host, by which a proxy or CDN chooses which of its sites gets the key.
 * @throws UserError for a header that is an object: of one named `common` or `get`, the HTTP library makes headers again
 */
function headersOf({ headers = {} }: IHttpRequestOptions): Readonly<Record<string, unknown>> {
	const all = Object.entries(headers);
	const nested = all.find(([, value]) => isDataRecord(value));
	if (nested) {
		throw new UserError(
			`The header '${nested[0]}' is an object. Set each header as text, and not inside another one.`,
		);
	}
	return Object.fromEntries(all.filter(([name]) => name.trim().toLowerCase() !== 'host'));
}

/**
 * Whether all addresses of a request are at this origin, also the one that others may be below: the HTTP library and a parser
 * of addresses do not agree which are. The older helper has its address in `uri`.
 */
function isAt(origin: string, options: IHttpRequestOptions & { uri?: string }): boolean {
	const { url, uri, baseURL } = options;
	const addresses = [url, uri].filter((address) => Boolean(address));
	const all = baseURL ? [...addresses, baseURL] : addresses;
	return (
		addresses.length > 0 &&
		all.every(
			(address) => URL.canParse(address!, baseURL) && new URL(address!, baseURL).origin === origin,
		)
	);
}
