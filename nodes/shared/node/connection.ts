import { FeedbackClient } from '../client/client';
import { normalizeBaseUrl } from '../client/base-url';
import { sharedPace } from '../client/pace';
import { PATIENT, type Patience } from '../client/retry';
import type { Transport } from '../client/transport';
import { clock, type CredentialType, type NodeContext, nodeTransport } from './transport';

/** What both credential types hold. */
export interface Credential {
	baseUrl: string;
	apiKey: string;
	allowHttp: boolean;
}

/** How long and until when a client may try. */
export interface Terms {
	patience: Patience;
	/** Ends everything at once; by default the cancellation of the execution. */
	signal?: AbortSignal;
	/** Milliseconds for one request. */
	timeoutMs?: number;
}

/**
 * The client for the credential a node is set to. Nodes whose part of the API takes only Bearer do not ask which.
 * @throws NodeOperationError of n8n's own when the node has no credential; UnusableBaseUrl
 */
export async function connect(
	context: NodeContext,
	terms: Terms = { patience: PATIENT },
): Promise<FeedbackClient> {
	const { authentication = 'feedbackBearerApi' } = context.getNode().parameters;
	const credentialType = authentication as CredentialType;
	const credential = readCredential(await context.getCredentials(credentialType));
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return toClient(credential, nodeTransport(context, credentialType), { signal, ...terms });
}

/** @throws UnusableBaseUrl */
export function toClient(
	{ baseUrl, apiKey, allowHttp }: Credential,
	transport: Transport,
	terms: Terms,
): FeedbackClient {
	const root = normalizeBaseUrl(baseUrl, allowHttp);
	return new FeedbackClient({
		baseUrl: root,
		transport,
		clock,
		...terms,
		pace: (namespace) => sharedPace(`${root} ${apiKey}`, namespace, clock),
		secrets: apiKey === '' ? [] : [basicToken(apiKey), apiKey],
	});
}

/** A stored credential, whose fields may be missing or of another type when an expression or a secret store fills them. */
export function readCredential(data: Partial<Record<keyof Credential, unknown>> = {}): Credential {
	return {
		baseUrl: String(data.baseUrl ?? ''),
		apiKey: String(data.apiKey ?? '').trim(),
		allowHttp: data.allowHttp === true,
	};
}

/** Basic: the key as user name, with an empty password (Authentication, 2). */
export function basicToken(apiKey: string): string {
	return Buffer.from(`${apiKey}:`).toString('base64');
}
