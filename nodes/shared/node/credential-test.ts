import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { ServiceFailure } from '../client/service-failure';
import { quoted } from '../client/redaction';
import { PROMPT } from '../client/retry';
import { postList } from '../service/posts';
import { toClient } from './connection';
import { readCredential, schemes } from './credential';
import { explain, plain } from './explanations';
import { credentialTestTransport } from './n8n-transport';

/**
 * Reads one post to see whether a credential works. A function and not a declared request: that one was tried in n8n
 * 2.41. It sends the key over plain HTTP before anything can refuse to, names an address that does not answer by a bare
 * ECONNREFUSED, says the same of whatever the service refuses under HTTP 200, and takes any other API whose answers
 * have a `status` for the service.
 */
export async function testCredential(
	context: ICredentialTestFunctions,
	scheme: keyof typeof schemes,
	{ data = {} }: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const credential = readCredential(data);
	try {
		const { apiKey, ignoreSSLIssues } = credential;
		const transport = credentialTestTransport(context, schemes[scheme](apiKey), ignoreSSLIssues);
		const feedback = toClient(credential, transport, { patience: PROMPT });
		await feedback.page(postList, 0, { query: { per_page: 1 } });
		return { status: 'OK', message: 'The service accepted the API key' };
	} catch (error) {
		return { status: 'Error', message: reason(error, credential.apiKey) };
	}
}

/**
 * Whoever may create a credential may test it, also against an address inside of n8n's own network, where anything may
 * answer like the service: nothing is quoted of an answer.
 */
function reason(error: unknown, apiKey: string): string {
	if (error instanceof ServiceFailure) {
		const { problem, call, tries, waitedMs } = error;
		const { kind, status, key, retryAfterMs } = problem;
		// Without a status there was no answer, and the key is a code of Node.js.
		const shown = { kind, status, retryAfterMs, ...(status === undefined && { key }) };
		const { message, description } = explain(new ServiceFailure(shown, call, tries, waitedMs));
		return `${message}.\n${description}`;
	}
	return plain(quoted(error instanceof Error ? error.message : String(error), apiKey));
}
