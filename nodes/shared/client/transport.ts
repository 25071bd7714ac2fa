import type { Answer } from '../service/envelope';
import { isConnectError } from './connect-errors';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** One request, complete but for the credential, which only the transport knows. */
export interface OutgoingRequest {
	method: Method;
	url: string;
	/** JSON text. */
	body?: string;
	/** Milliseconds after which the transport gives up. */
	timeoutMs: number;
	signal?: AbortSignal;
}

/**
 * The way out: n8n's request helper in a node, undici in tests and benchmarks. Adds the credential, follows no
 * redirect, resolves with whatever status and text came, and rejects only with a `TransportFailure`.
 */
export type Transport = (request: OutgoingRequest) => Promise<Answer>;

/** No answer came. Its message carries no header and no key. */
export class TransportFailure extends Error {
	/** Whether it came before anything of the request left. */
	readonly isUnsent: boolean;

	/**
	 * @param code as Node.js names it, such as ECONNRESET
	 * @param isConnecting whether it came while connecting, also if its code does not say so
	 */
	constructor(
		readonly code: string,
		message: string,
		isConnecting = false,
	) {
		super(message);
		this.name = 'TransportFailure';
		this.isUnsent = isConnecting || isConnectError(code);
	}
}

/** Time as the client sees it, so that tests can own it. */
export interface Clock {
	/** Milliseconds. */
	now(): number;
	/** Ends early, without an error, when the signal does. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
