import type { ICredentialDataDecryptedObject, IExecuteFunctions, INode } from 'n8n-workflow';
import { FeedbackClient } from '../client/client';
import { normalizeBaseUrl, UnusableCredential } from '../client/base-url';
import { normalizePostAddress } from '../client/post-address';
import { RateLimiter, sharedRateLimiter } from '../client/rate-limiter';
import { API_KEY } from '../client/redaction';
import { PATIENT } from '../client/retry';
import type { SenderOptions } from '../client/sender';
import type { Transport } from '../client/transport';
import { keyHashOf } from './key-hash';
import { type Credential, readCredential } from './credential';
import { clock, type CredentialType, type NodeContext, nodeTransport } from './n8n-transport';

/** Limits of a client. Without a signal, it stops when the execution is cancelled. */
export type Terms = Pick<SenderOptions, 'patience' | 'signal' | 'timeoutMs'>;

/** A client and the identity of its workspace. */
export interface Connection {
	feedback: FeedbackClient;
	/** Identifies the key without containing it. Not to be stored: use `fingerprintOf`. */
	keyHash: string;
	credentialType: CredentialType;
}

/**
 * A client for the chosen credential. Reads the credential once, so that each request uses an address and a key that
 * belong together.
 * @throws NodeOperationError of n8n's own when the node has no credential; UnusableCredential
 */
export async function open(context: NodeContext, terms: Terms): Promise<Connection> {
	const credentialType = credentialTypeOf(context.getNode());
	return toConnection(context, terms, await context.getCredentials(credentialType));
}

/**
 * Clients for the items of an execution. Reads the credential for each item, since its fields may be expressions. Items
 * with equal credentials share a client and what it has read.
 */
export class Connections {
	private readonly clients = new Map<string, FeedbackClient>();
	private isStopped = false;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly credentialType: CredentialType,
	) {}

	/** @throws NodeOperationError of n8n's own when the node has no credential; UnusableCredential */
	async of(itemIndex: number): Promise<FeedbackClient> {
		return this.client(await this.context.getCredentials(this.credentialType, itemIndex));
	}

	/** Sends nothing more for any item. Requests under way finish. */
	stop(): void {
		this.isStopped = true;
		for (const feedback of this.clients.values()) feedback.stop();
	}

	private client(data: ICredentialDataDecryptedObject): FeedbackClient {
		const name = JSON.stringify(data);
		const terms: Terms = { patience: PATIENT };
		const feedback = this.clients.get(name) ?? toConnection(this.context, terms, data).feedback;
		feedback.items = this.context.getInputData().length;
		this.clients.set(name, feedback);
		if (this.isStopped) feedback.stop();
		return feedback;
	}
}

function toConnection(
	context: NodeContext,
	terms: Terms,
	data: ICredentialDataDecryptedObject,
): Connection {
	const credentialType = credentialTypeOf(context.getNode());
	const credential = readCredential(data);
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const transport = nodeTransport(context, credentialType, data);
	const feedback = toClient(credential, transport, { signal, ...terms });
	return { feedback, keyHash: keyHashOf(credential.apiKey), credentialType };
}

/** The credential type that a node uses. It may store one of the other type as well. */
export function credentialTypeOf({ parameters }: INode): CredentialType {
	return (parameters.authentication ?? 'feedbackBearerApi') as CredentialType;
}

/** A longer key would make the search for it in answers slow. */
const LONGEST_API_KEY = 1_000;

/** @throws UnusableCredential */
export function toClient(
	{ baseUrl, apiKey, allowHttp, postAddress }: Omit<Credential, 'ignoreSSLIssues'>,
	transport: Transport,
	terms: Terms,
): FeedbackClient {
	const root = normalizeBaseUrl(baseUrl, allowHttp);
	if (apiKey === '') throw new UnusableCredential('The API Key in the credential is empty');
	if (apiKey.length > LONGEST_API_KEY || !API_KEY.test(apiKey)) {
		throw new UnusableCredential(
			'The API Key in the credential is longer than 1,000 characters, or contains characters other than letters, digits and . _ ~ + / = : -',
		);
	}
	const scope = `${root} ${keyHashOf(apiKey)}`;
	const own = terms.patience.hasOwnRateLimiter ? new RateLimiter(clock) : undefined;
	return new FeedbackClient({
		baseUrl: root,
		scope,
		transport,
		clock,
		...terms,
		rateLimiter: (namespace) => own ?? sharedRateLimiter(scope, namespace, clock),
		apiKey,
		postAddress: normalizePostAddress(postAddress),
	});
}
