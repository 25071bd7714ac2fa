/** Names that are not found, and refused connections. */
const NOT_CONNECTED = /^(?:ECONNREFUSED|ENOTFOUND|UND_ERR_CONNECT_TIMEOUT)$|^EAI_/;

/** Requests that Node.js cannot make. */
const NOT_MADE = /^ERR_(?:INVALID_(?:CHAR|HTTP_TOKEN|PROTOCOL|URL)|UNESCAPED_CHARACTERS)$/;

/** n8n's own protection against addresses in its network, since 2.12. */
const FORBIDDEN = /SSRF/;

/** Certificates, which are checked before the request leaves: node:tls, "X509 certificate error codes". */
const CERTIFICATE =
	/CERT|^(?:CRL_|UNABLE_TO_)|^(?:HOSTNAME_MISMATCH|INVALID_(?:CA|PURPOSE)|PATH_LENGTH_EXCEEDED)$/;

/**
 * Whether a failure with this code came before anything of the request left. A connection under way can fail with any
 * other code as well, such as ECONNRESET or EPROTO.
 */
export function isConnectError(code: string): boolean {
	return [NOT_CONNECTED, NOT_MADE, CERTIFICATE, FORBIDDEN].some((pattern) => pattern.test(code));
}

export function isCertificateError(code: string): boolean {
	return CERTIFICATE.test(code);
}

export function isForbiddenAddress(code: string): boolean {
	return FORBIDDEN.test(code);
}
