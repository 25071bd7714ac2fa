// Which failures of a connection came before the request left.
import { expect, test } from 'vitest';
import { isConnectError } from '../../../nodes/shared/client/connect-errors';

test.each([
	'EAI_AGAIN',
	'UND_ERR_CONNECT_TIMEOUT',
	'ERR_INVALID_CHAR',
	'ERR_INVALID_URL',
	'ERR_UNESCAPED_CHARACTERS',
	'ERR_SSRF_BLOCKED',
	'CERT_HAS_EXPIRED',
	'DEPTH_ZERO_SELF_SIGNED_CERT',
	'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
	'HOSTNAME_MISMATCH',
	'INVALID_CA',
	'INVALID_PURPOSE',
	'PATH_LENGTH_EXCEEDED',
	'CRL_HAS_EXPIRED',
	'ERR_TLS_CERT_ALTNAME_INVALID',
	'ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE',
])('surely nothing was sent: %s', (code) => {
	expect(isConnectError(code)).toBe(true);
});

test.each([
	'EPIPE',
	'EPROTO',
	'EHOSTUNREACH',
	'ERR_NETWORK',
	'ERR_INVALID_STATE',
	'ERR_STREAM_PREMATURE_CLOSE',
	// What comes of an answer over TLS that was spoilt on its way.
	'ERR_SSL_WRONG_VERSION_NUMBER',
	'ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE',
	'ERR_TLS_RENEGOTIATION_DISABLED',
	'UND_ERR_SOCKET',
	'ABORTED',
	'',
])('something may have been sent: %s', (code) => {
	expect(isConnectError(code)).toBe(false);
});
