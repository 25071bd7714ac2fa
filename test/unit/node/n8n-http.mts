// The transport of nodes and of credential tests over n8n's own HTTP library.
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHttpRequestOptions,
	IRequestOptions,
} from 'n8n-workflow';
import { createRequire } from 'node:module';
import type { Transport } from '../../../nodes/shared/client/transport';
import {
	type CredentialType,
	credentialTestTransport,
	nodeTransport,
} from '../../../nodes/shared/node/n8n-transport';
import { authenticate } from '../n8n-credentials.mts';

// Its entry for `import` points to sources that are not published.
const { OutboundHttp } = createRequire(import.meta.url)(
	'@n8n/backend-network',
) as typeof import('@n8n/backend-network');

/** As n8n sets it up where it does not protect itself against requests to addresses of its own network. */
const outbound = new OutboundHttp(
	undefined as never,
	{ enabled: false } as never,
	undefined as never,
);

/**
 * n8n's helper for nodes: the credential is added as its class says, and its library sends. Where n8n can cancel executions, it
 * takes the signal of the execution, whatever it was given.
 */
export function inNode(
	data: { baseUrl: string; apiKey: string },
	type: CredentialType = 'feedbackBearerApi',
): Transport {
	const context = {
		getExecutionCancelSignal: () => undefined,
		getNode: () => ({}),
		helpers: {
			async httpRequestWithAuthentication(
				this: IExecuteFunctions,
				name: string,
				given: IHttpRequestOptions,
			) {
				const options = await authenticate(name, data, given);
				const abortSignal = this.getExecutionCancelSignal();
				return await outbound.requests().request({ ...options, abortSignal } as never);
			},
		},
	} as unknown as IExecuteFunctions;
	return nodeTransport(context, type, data);
}

/** What another node, such as HTTP Request, sends with the credential: by n8n's helper, and by its older one. */
export const senders = {
	httpRequest: async (data: ICredentialDataDecryptedObject, given: object) => {
		const options = await authenticate('feedbackBearerApi', data, given as IHttpRequestOptions);
		return await outbound.requests().request(options as never);
	},
	request: async (data: ICredentialDataDecryptedObject, given: object) => {
		const options = await authenticate('feedbackBearerApi', data, given as IHttpRequestOptions);
		return await outbound.requests().requestLegacy(options as never);
	},
};

/** Its older one, which a credential test is given. */
export function inCredentialTest({ apiKey }: { apiKey: string }): Transport {
	const context = {
		helpers: {
			request: async (options: IRequestOptions) =>
				await outbound.requests().requestLegacy(options as never),
		},
	} as unknown as ICredentialTestFunctions;
	return credentialTestTransport(context, `Bearer ${apiKey}`);
}
