/**
 * Codes, as Node.js and undici name them, of requests that were surely not sent: a name that was not found, a refused
 * connection, a certificate that is not trusted, a handshake that failed, or a request that could not be made. What a
 * connection under way can fail with as well, such as EPROTO, ECONNRESET or a record of TLS that cannot be read, is
 * none of them, and neither is a code that nobody has thought of.
 */
const UNSENT = new Set([
	// Names and connections.
	'ENOTFOUND',
	'ECONNREFUSED',
	'UND_ERR_CONNECT_TIMEOUT',
	// Requests that cannot be made.
	'ERR_INVALID_CHAR',
	'ERR_INVALID_HTTP_TOKEN',
	'ERR_INVALID_PROTOCOL',
	'ERR_INVALID_URL',
	'ERR_UNESCAPED_CHARACTERS',
	// Certificates, which are looked at before the request leaves: node:tls, "X509 certificate error codes".
	'CERT_CHAIN_TOO_LONG',
	'CERT_HAS_EXPIRED',
	'CERT_NOT_YET_VALID',
	'CERT_REJECTED',
	'CERT_REVOKED',
	'CERT_SIGNATURE_FAILURE',
	'CERT_UNTRUSTED',
	'CRL_HAS_EXPIRED',
	'CRL_NOT_YET_VALID',
	'CRL_SIGNATURE_FAILURE',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'ERROR_IN_CERT_NOT_AFTER_FIELD',
	'ERROR_IN_CERT_NOT_BEFORE_FIELD',
	'ERROR_IN_CRL_LAST_UPDATE_FIELD',
	'ERROR_IN_CRL_NEXT_UPDATE_FIELD',
	'HOSTNAME_MISMATCH',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'SELF_SIGNED_CERT_IN_CHAIN',
	'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
	'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
	'UNABLE_TO_DECRYPT_CRL_SIGNATURE',
	'UNABLE_TO_GET_CRL',
	'UNABLE_TO_GET_ISSUER_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
	'ERR_TLS_CERT_ALTNAME_FORMAT',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	// Handshakes that we give up.
	'ERR_SSL_CERTIFICATE_VERIFY_FAILED',
	'ERR_SSL_DH_KEY_TOO_SMALL',
	'ERR_SSL_NO_CIPHERS_AVAILABLE',
	'ERR_SSL_NO_PROTOCOLS_AVAILABLE',
	'ERR_SSL_UNSAFE_LEGACY_RENEGOTIATION_DISABLED',
	'ERR_SSL_UNSUPPORTED_PROTOCOL',
	'ERR_TLS_DH_PARAM_SIZE',
	'ERR_TLS_INVALID_PROTOCOL_VERSION',
	'ERR_TLS_PROTOCOL_VERSION_CONFLICT',
]);

/** Handshakes that the server gives up, by those alerts of TLS that belong to a handshake alone (RFC 8446, 6.2). */
const HANDSHAKE_ALERT =
	/^ERR_SSL_(?:SSL\/TLS|SSLV3|TLSV1|TLSV13)(?:_ALERT)?_(?:BAD_CERTIFICATE|CERTIFICATE_(?:EXPIRED|REQUIRED|REVOKED|UNKNOWN)|HANDSHAKE_FAILURE|INSUFFICIENT_SECURITY|MISSING_EXTENSION|NO_APPLICATION_PROTOCOL|PROTOCOL_VERSION|UNKNOWN_CA|UNKNOWN_PSK_IDENTITY|UNRECOGNIZED_NAME|UNSUPPORTED_(?:CERTIFICATE|EXTENSION))$/;

/** Looking up a name, and n8n's own protection against requests to forbidden addresses. */
const BEFORE_ANYTHING = /^EAI_|SSRF/;

/** Whether a failure with this code came before anything of the request left. */
export function isConnectError(code: string): boolean {
	return UNSENT.has(code) || HANDSHAKE_ALERT.test(code) || BEFORE_ANYTHING.test(code);
}
