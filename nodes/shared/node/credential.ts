import { type IAuthenticate, type IHttpRequestOptions, UserError } from 'n8n-workflow';
import { normalizeBaseUrl, UnusableBaseUrl } from '../client/base-url';

/** What both credential types hold. */
export interface Credential {
	baseUrl: string;
	apiKey: string;
	allowHttp: boolean;
	/** Whether to send the key also to a server whose certificate cannot be checked. */
	ignoreSSLIssues: boolean;
}

/** Where the key may be sent, beside what is asked of the service: n8n's own field, with a default of ours. */
export type AllowedDomains = 'all' | 'baseUrl' | 'domains' | 'none';

type Stored = Readonly<
	Partial<Record<keyof Credential | 'allowedHttpRequestDomains' | 'allowedDomains', unknown>>
>;

/** A stored credential, whose fields may be missing or of another type when an expression or a secret store fills them. */
export function readCredential(data: Stored = {}): Credential {
	return {
		baseUrl: String(data.baseUrl ?? ''),
		apiKey: String(data.apiKey ?? '').trim(),
		allowHttp: isOn(data.allowHttp),
		ignoreSSLIssues: isOn(data.ignoreSSLIssues),
	};
}

/** A secret store and an expression give it as text. */
const isOn = (value: unknown) => value === true || value === 'true';

/** Basic: the key as user name, with an empty password (Authentication, 2). */
export function basicToken(apiKey: string): string {
	return Buffer.from(`${apiKey}:`).toString('base64');
}

/**
 * The hosts to which n8n may send the key, separated by commas as its helper takes them; undefined for any host.
 * @throws UnusableBaseUrl, also of one that is not among them, so that every version of n8n keeps to it
 */
export function allowedDomainsOf(data: Stored): string | undefined {
	const { allowedHttpRequestDomains: mode = 'baseUrl', allowedDomains } = data;
	// 'none' keeps the credential to the nodes that it is made for.
	if (mode !== 'baseUrl' && mode !== 'domains') return undefined;
	const { hostname } = new URL(rootOf(data));
	const named = mode === 'domains' ? String(allowedDomains ?? '').trim() : '';
	if (named === '') return hostname;
	if (!isAmong(hostname, named)) {
		throw new UnusableBaseUrl(
			`The Base URL is at ${hostname}, which is not among the Allowed Domains of the credential`,
		);
	}
	return named;
}

/** As n8n reads the list: a `*.` stands for any subdomain. */
function isAmong(hostname: string, domains: string): boolean {
	return domains.split(',').some((entry) => {
		const domain = entry.trim().toLowerCase().replace(/\.$/, '');
		return domain.startsWith('*.') ? hostname.endsWith(domain.slice(1)) : hostname === domain;
	});
}

/**
 * Adds the key to a request, in n8n's helpers and so also in HTTP Request and Custom API Call. A function and not an
 * expression, which n8n would have to evaluate for each request.
 * @throws UserError where the owner of the credential did not allow the address; UnusableBaseUrl
 */
export const authenticateAs =
	(scheme: (apiKey: string) => string): IAuthenticate =>
	async (data, options) => {
		const { apiKey } = readCredential(data);
		const allowedDomains =
			data.allowedHttpRequestDomains === 'baseUrl'
				? onlyBaseUrl(data, options)
				: options.allowedDomains;
		return await Promise.resolve({
			...options,
			headers: { ...options.headers, Authorization: scheme(apiKey) },
			...(allowedDomains !== undefined && { allowedDomains }),
		});
	};

/** @returns the host, for redirects that n8n follows */
function onlyBaseUrl(data: Stored, options: IHttpRequestOptions): string {
	const { origin, hostname } = new URL(rootOf(data));
	// The older helper has the address in `uri`.
	const { url = '', uri = url, baseURL } = options as IHttpRequestOptions & { uri?: string };
	const isSame = URL.canParse(uri, baseURL) && new URL(uri, baseURL).origin === origin;
	if (!isSame) {
		throw new UserError(
			`The credential allows requests to ${origin} only. To use it for another address, change Allowed HTTP Request Domains in the credential.`,
		);
	}
	return hostname;
}

function rootOf(data: Stored): string {
	const { baseUrl, allowHttp } = readCredential(data);
	return normalizeBaseUrl(baseUrl, allowHttp);
}
