import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { ServiceFailure } from '../client/failures';
import { PROMPT } from '../client/retry';
import { postList } from '../service/posts';
import { toClient } from './connection';
import { allowedDomainsOf, basicToken, readCredential } from './credential';
import { explain, wording } from './explanations';
import { credentialTestTransport } from './transport';

type CredentialTest = (
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
) => Promise<INodeCredentialTestResult>;

/**
 * Reads one post to see whether a credential works. A function and not a declared request: that one was tried in n8n
 * 2.41. It sends the key over plain HTTP before anything can refuse to, names an address that does not answer by a bare
 * ECONNREFUSED, says the same of whatever the service refuses under HTTP 200, and takes any other API whose answers
 * have a `status` for the service.
 */
const credentialTest = (scheme: (apiKey: string) => string): CredentialTest =>
	async function (this: ICredentialTestFunctions, { data }) {
		const credential = readCredential(data);
		try {
			allowedDomainsOf(data ?? {});
			const transport = credentialTestTransport(this, scheme(credential.apiKey));
			const feedback = toClient(credential, transport, { patience: PROMPT });
			await feedback.page(postList, 0, { per_page: 1 });
			return { status: 'OK', message: 'The service accepted the API key' };
		} catch (error) {
			return { status: 'Error', message: reason(error) };
		}
	};

function reason(error: unknown): string {
	if (error instanceof ServiceFailure) {
		const { message, description } = explain(error);
		return `${message}.\n${description}`;
	}
	return wording(error instanceof Error ? error.message : String(error));
}

/** Named in `testedBy` of each node that takes the credential. */
export const credentialTests = {
	testFeedbackBearer: credentialTest((apiKey) => `Bearer ${apiKey}`),
	testFeedbackBasic: credentialTest((apiKey) => `Basic ${basicToken(apiKey)}`),
};
