import { createHash } from 'node:crypto';
import type { INode } from 'n8n-workflow';
import { FeedbackClient } from '../client/client';
import { normalizeBaseUrl } from '../client/base-url';
import { Pace, sharedPace } from '../client/pace';
import { PATIENT, type Patience } from '../client/retry';
import type { Transport } from '../client/transport';
import { clock, type CredentialType, type NodeContext, nodeTransport } from './transport';

/** An API key that cannot be sent; the message says what is wrong with it. */
export class UnusableApiKey extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'UnusableApiKey';
	}
}

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
 * The client for the credential a node is set to; where its part of the API takes only Bearer, it does not ask which.
 * @throws NodeOperationError of n8n's own when the node has no credential; UnusableBaseUrl, UnusableApiKey
 */
export async function connect(
	context: NodeContext,
	terms: Terms = { patience: PATIENT },
): Promise<FeedbackClient> {
	return (await open(context, terms)).feedback;
}

/** A client, and what tells its workspace from others. */
export interface Connection {
	feedback: FeedbackClient;
	/** Tells keys apart, without telling the key. */
	account: string;
	credentialType: CredentialType;
}

/** The same, for what remembers something of a workspace. */
export async function open(context: NodeContext, terms: Terms): Promise<Connection> {
	const credentialType = credentialTypeOf(context.getNode());
	const credential = readCredential(await context.getCredentials(credentialType));
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const transport = nodeTransport(context, credentialType);
	const account = accountOf(credential.apiKey);
	const feedback = toClient(credential, transport, { signal, ...terms }, account);
	return { feedback, account, credentialType };
}

/** Tells keys apart: eight characters of a hash, from which no key can be found. What outlives a call holds only this. */
function accountOf(apiKey: string): string {
	return createHash('sha256').update(apiKey).digest('base64url').slice(0, 8);
}

/** Which of its credentials a node uses; it may have one of the other type stored as well. */
export function credentialTypeOf({ parameters }: INode): CredentialType {
	return (parameters.authentication ?? 'feedbackBearerApi') as CredentialType;
}

/** @throws UnusableBaseUrl, UnusableApiKey */
export function toClient(
	{ baseUrl, apiKey, allowHttp }: Credential,
	transport: Transport,
	terms: Terms,
	account = accountOf(apiKey),
): FeedbackClient {
	const root = normalizeBaseUrl(baseUrl, allowHttp);
	if (apiKey === '') throw new UnusableApiKey('The API Key in the credential is empty');
	if (!/^[\x21-\x7e]+$/.test(apiKey)) {
		throw new UnusableApiKey('The API Key in the credential has characters that no key has');
	}
	const workspace = `${root} ${account}`;
	const own = terms.patience.isApart ? new Pace(clock) : undefined;
	return new FeedbackClient({
		baseUrl: root,
		transport,
		clock,
		...terms,
		pace: (namespace) => own ?? sharedPace(workspace, namespace, clock),
		secrets: () => formsOf(apiKey),
	});
}

/** A stored credential, whose fields may be missing or of another type when an expression or a secret store fills them. */
export function readCredential(data: Partial<Record<keyof Credential, unknown>> = {}): Credential {
	return {
		baseUrl: String(data.baseUrl ?? ''),
		apiKey: String(data.apiKey ?? '').trim(),
		// A secret store and an expression give it as text.
		allowHttp: data.allowHttp === true || data.allowHttp === 'true',
	};
}

/** Basic: the key as user name, with an empty password (Authentication, 2). */
export function basicToken(apiKey: string): string {
	return Buffer.from(`${apiKey}:`).toString('base64');
}

/** The key in every form in which a service or a proxy may echo it. */
function formsOf(apiKey: string): string[] {
	const encoded = [basicToken(apiKey), Buffer.from(apiKey).toString('base64')];
	return [apiKey, encodeURIComponent(apiKey), ...encoded.map((form) => form.replace(/=+$/, ''))];
}
