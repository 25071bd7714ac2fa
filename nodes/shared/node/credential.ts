import { type IAuthenticate, type IHttpRequestOptions, UserError } from 'n8n-workflow';
import { normalizeBaseUrl, UnusableCredential } from '../client/base-url';

/** The fields of both credential types. */
export interface Credential {
	baseUrl: string;
	apiKey: string;
	allowHttp: boolean;
	/** Whether to send the key to a server with an invalid certificate. */
	ignoreSSLIssues: boolean;
}

type Stored = Readonly<
	Partial<Record<keyof Credential | 'allowedHttpRequestDomains' | 'allowedDomains', unknown>>
>;

/** A stored credential, whose fields may be missing or of another type when an expression or a secret store fills them. */
export function readCredential(data: Stored = {}): Credential {
	return {
		baseUrl: String(data.baseUrl ?? ''),
		apiKey: String(data.apiKey ?? '')
			.trim()
			.replace(/^bearer\s+/i, ''), // Pasted from an example of a request.
		allowHttp: isOn(data.allowHttp),
		ignoreSSLIssues: isOn(data.ignoreSSLIssues),
	};
}

/** Secret stores and expressions return it as text. */
const isOn = (value: unknown) => value === true || value === 'true';

/** How each credential type sends the key. Basic: as user name, with an empty password (Authentication, 2). */
export const schemes = {
	basic: (apiKey: string) => `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
	bearer: (apiKey: string) => `Bearer ${apiKey}`,
};

/** @throws UnusableCredential of a Base URL that is not among the Allowed Domains, or cannot be used at all */
export function checkDomains(data: Stored): void {
	const { hostname } = new URL(rootOf(data));
	if (modeOf(data) !== 'domains' || isAmong(hostname, domainsIn(data))) return;
	throw new UnusableCredential(
		`The Base URL is at ${hostname}, which is not among the Allowed Domains of the credential`,
	);
}

/** Without any, the domain of the Base URL. */
const domainsIn = (data: Stored) =>
	String(data.allowedDomains ?? '').trim() || new URL(rootOf(data)).hostname;

/**
 * Where the key may be sent, beside what is asked of the service: n8n's own field, with a default of ours. An unknown
 * mode, such as an expression without a value, allows the least that still works.
 */
const modeOf = ({ allowedHttpRequestDomains: mode }: Stored) =>
	['all', 'none', 'domains'].includes(mode as string) ? mode : 'baseUrl';

/** As n8n reads the list: a `*.` stands for any subdomain. */
function isAmong(hostname: string, domains: string): boolean {
	const host = hostname.replace(/\.$/, '');
	return domains.split(',').some((entry) => {
		const domain = entry.trim().toLowerCase().replace(/\.$/, '');
		return domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : host === domain;
	});
}

/**
 * Adds the key to a request, in n8n's helpers and so also in HTTP Request and Custom API Call. A function and not an
 * expression, which n8n would have to evaluate for each request.
 * @throws UserError where the owner of the credential did not allow the address; UnusableCredential
 */
export const authenticateAs =
	(scheme: keyof typeof schemes): IAuthenticate =>
	async (data, options) => {
		const { apiKey } = readCredential(data);
		return await Promise.resolve({
			...options,
			headers: { ...options.headers, Authorization: schemes[scheme](apiKey) },
			...keptTo(data, options),
		});
	};

/**
 * Also where n8n checks the domains itself, since HTTP Request before 1.123 and its tool after that do not.
 * @returns what keeps n8n's helpers, old and new, from sending the key on: to another host, port or proxy
 */
function keptTo(data: Stored, options: IHttpRequestOptions): object {
	const mode = modeOf(data);
	// With None, newer versions of n8n refuse other nodes themselves. Older ones do not, so None counts as Base URL.
	if (mode === 'all') return {};
	const allowed = mode === 'domains' ? domainsIn(data) : new URL(rootOf(data)).origin;
	const isAllowed = ({ origin, hostname }: URL) =>
		mode === 'domains' ? isAmong(hostname, allowed) : origin === allowed;
	// The older helper has the address in `uri`.
	const { url, uri, baseURL } = options as IHttpRequestOptions & { uri?: string };
	const given = [url ?? '', uri ?? ''].filter((one) => one !== '');
	const goesOut = (one: string) => !URL.canParse(one, baseURL) || !isAllowed(new URL(one, baseURL));
	if (given.length === 0 || given.some(goesOut)) {
		throw new UserError(
			`The credential allows requests to ${allowed} only. To use it for another address, change Allowed HTTP Request Domains in the credential.`,
		);
	}
	return {
		proxy: undefined,
		disableFollowRedirect: true,
		followRedirect: false,
		followAllRedirects: false,
	};
}

function rootOf(data: Stored): string {
	const { baseUrl, allowHttp } = readCredential(data);
	return normalizeBaseUrl(baseUrl, allowHttp);
}
