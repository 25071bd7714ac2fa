// The credential types of the package, as n8n applies them.
import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { FeedbackBasicApi } from '../../credentials/FeedbackBasicApi.credentials';
import { FeedbackBearerApi } from '../../credentials/FeedbackBearerApi.credentials';

const credentialTypes: ICredentialType[] = [new FeedbackBearerApi(), new FeedbackBasicApi()];

export function withDefaults(
	type: string,
	data: ICredentialDataDecryptedObject,
): ICredentialDataDecryptedObject {
	const { properties } = credentialType(type);
	const defaults = properties.map(({ name, default: value }) => [name, value]);
	return { ...Object.fromEntries(defaults), ...data };
}

function credentialType(name: string): ICredentialType {
	return credentialTypes.find((type) => type.name === name)!;
}

/** Adds the credential as n8n does, by the function in the credential class. */
export async function authenticate(
	type: string,
	credentials: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { authenticate: add } = credentialType(type);
	if (typeof add !== 'function') throw new Error('Only a function is built here');
	return await add(credentials, options);
}
