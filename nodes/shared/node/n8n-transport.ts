import {
	type ICredentialDataDecryptedObject,
	type ICredentialTestFunctions,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type IPollFunctions,
	sleep,
} from 'n8n-workflow';
import {
	type Clock,
	type OutgoingRequest,
	type Transport,
	TransportFailure,
} from '../client/transport';
import { type Answer, isSuccess } from '../service/envelope';
import { readBody } from './answer-body';

/** The contexts in which a node sends requests. */
export type NodeContext = IExecuteFunctions | ILoadOptionsFunctions | IPollFunctions;

export type CredentialType = 'feedbackBearerApi' | 'feedbackBasicApi';

/**
 * n8n's request helper, which adds the credential. It must not judge the status: that is read by error key.
 * @param data the credential as it was read: the helper of n8n 2.41 would read it again for each request, and send the key
 * of one that was edited meanwhile to the address of the former
 */
export function nodeTransport(
	context: NodeContext,
	credentialType: CredentialType,
	data: ICredentialDataDecryptedObject,
): Transport {
	const { id, name } = context.getNode().credentials?.[credentialType] ?? {};
	const credentialsDecrypted = { id: id ?? '', name: name ?? '', type: credentialType, data };
	return async (request) =>
		await settled(request, async (abortSignal) => {
			const options: IHttpRequestOptions = {
				method: request.method,
				url: request.url,
				headers: headers(request),
				body: request.body,
				// So that no more is taken in than may be; nothing is parsed, and long integers arrive unrounded.
				encoding: 'stream',
				timeout: request.timeoutMs,
				returnFullResponse: true,
				ignoreHttpStatusErrors: true,
				disableFollowRedirect: true,
				abortSignal,
			};
			return await context.helpers.httpRequestWithAuthentication.call(
				endedBy(abortSignal, context),
				credentialType,
				options,
				{ credentialsDecrypted },
			);
		});
}

/** Passes our signal to n8n's helper, which by itself uses that of the execution (n8n-io/n8n#11704). Ours aborts with it. */
function endedBy(signal: AbortSignal, context: NodeContext): IExecuteFunctions {
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as IExecuteFunctions;
}

/**
 * The one request helper a credential test is given. It knows nothing of credentials, so their header is set here.
 * @param authorization value of the header, as the credential type under test builds it
 */
export function credentialTestTransport(
	context: ICredentialTestFunctions,
	authorization: string,
	ignoreSSLIssues = false,
): Transport {
	return async (request) =>
		await settled(request, async (signal) => {
			// In n8n 2.41 it takes no signal; its connection does.
			const agentOptions: object = { signal };
			return (await context.helpers.request({
				method: request.method,
				uri: request.url,
				headers: { ...headers(request), Authorization: authorization },
				json: false,
				timeout: request.timeoutMs,
				simple: false,
				resolveWithFullResponse: true,
				useStream: true,
				followRedirect: false,
				followAllRedirects: false,
				...(ignoreSSLIssues && { rejectUnauthorized: false }),
				agentOptions,
			})) as unknown;
		});
}

/** A clock that ignores changes of the machine's clock, so that nothing waits for hours or is sent too early. */
export const clock: Clock = {
	now: () => performance.timeOrigin + performance.now(),
	async sleep(ms, signal) {
		// n8n 1 and 2.0 ignore the signal, 2.41 rejects.
		await unlessAborted(sleep(ms, signal), signal).catch(() => undefined);
	},
};

function headers({ body }: OutgoingRequest): Record<string, string> {
	return {
		Accept: 'application/json',
		...(body !== undefined && { 'Content-Type': 'application/json' }),
	};
}

/**
 * Bounds a request in time and stops it with the execution. The timeout of n8n 2.41 would start again with each byte.
 * Closes the connection at the end.
 */
async function settled(
	{ timeoutMs, signal }: OutgoingRequest,
	send: (ended: AbortSignal) => Promise<unknown>,
): Promise<Answer> {
	const over = new AbortController();
	const timedOut = clock.sleep(timeoutMs, over.signal).then(() => {
		throw NO_ANSWER;
	});
	try {
		const answer = send(over.signal).then(
			async (response) => await toAnswer(response, over.signal),
		);
		return await unlessAborted(Promise.race([answer, timedOut]), signal);
	} catch (error) {
		throw toTransportFailure(error);
	} finally {
		over.abort(NO_ANSWER);
	}
}

/** Made once, because each request aborts with one of them at its end. */
const NOBODY_WAITS = new TransportFailure('ABORTED', 'Nobody waits for the answer any more');
const NO_ANSWER = new TransportFailure('ETIMEDOUT', 'No answer came in time');

/** The result of a promise, or a rejection when the signal aborts. Leaves no listener behind. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
	if (!signal) return await promise;
	let leave: () => void = () => undefined;
	const aborted = new Promise<never>((_resolve, reject) => {
		leave = () => reject(NOBODY_WAITS);
		if (signal.aborted) leave();
		else signal.addEventListener('abort', leave, { once: true });
	});
	try {
		return await Promise.race([promise, aborted]);
	} finally {
		signal.removeEventListener('abort', leave);
	}
}

async function toAnswer(response: unknown, ended: AbortSignal): Promise<Answer> {
	const { statusCode: status, headers = {}, body } = response as HelperAnswer;
	return { status, headers, ...(await readBody(body, isSuccess(status), ended)) };
}

/** An answer of n8n's helpers. */
interface HelperAnswer extends Pick<Answer, 'headers'> {
	statusCode: number;
	body?: unknown;
}

/** The helper of n8n 2.41 throws a NodeApiError around the error of its HTTP library, which has the code. */
function toTransportFailure(error: unknown): TransportFailure {
	if (error instanceof TransportFailure) return error;
	const seen = new Set<unknown>();
	const queue = [error];
	while (queue.length > 0) {
		const current = queue.shift();
		if (typeof current !== 'object' || current === null || seen.has(current)) continue;
		seen.add(current);
		const { code, name, message, cause, errorResponse } = current as Record<string, unknown>;
		// The protection of n8n 2.12 against addresses in its own network gives no code (n8n-io/n8n#26837).
		if (/^SsrfBlocked/.test(String(name)))
			return new TransportFailure('SSRF_BLOCKED', String(message));
		if (isCode(code)) {
			const isUnsent = isConnecting(current) || isConnecting(cause);
			return new TransportFailure(code, String(message), isUnsent);
		}
		queue.push(cause, errorResponse);
	}
	// n8n 1.123 to 2.0 lose the cause (n8n-io/n8n#34509 says why); the code is then left where a status would stand.
	const { httpCode } = Object(error) as { httpCode?: unknown };
	const message = error instanceof Error ? error.message : String(error);
	return new TransportFailure(isCode(httpCode) ? httpCode : 'UNKNOWN', message);
}

/** Whether it is an error code of Node.js or undici. */
function isCode(value: unknown): value is string {
	return typeof value === 'string' && /^[A-Z][A-Z\d_/]+$/.test(value);
}

/** Whether it failed while connecting to all addresses, before the request was sent. */
function isConnecting(error: unknown): boolean {
	const { syscall, errors } = (error ?? {}) as { syscall?: unknown; errors?: unknown };
	return syscall === 'connect' || (Array.isArray(errors) && errors.every(isConnecting));
}
