// What both credentials ask for, and how they start out. n8n's linter reads only literal lists of fields, so nothing else
// would notice an API key that is shown in plain text.
import type { ICredentialType } from 'n8n-workflow';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FeedbackBasicApi } from '../../credentials/FeedbackBasicApi.credentials';
import { FeedbackBearerApi } from '../../credentials/FeedbackBearerApi.credentials';
import packageJson from '../../package.json' with { type: 'json' };
import { root } from './nodes.mts';

const credentials = [new FeedbackBearerApi(), new FeedbackBasicApi()];

test('are all that the package publishes', () => {
	const names = packageJson.n8n.credentials.map((file) => file.split('/').at(-1)!.split('.')[0]);
	expect(names.sort()).toEqual(credentials.map(({ constructor }) => constructor.name).sort());
});

test('have names of their own, and the one that groups and documents do not take says so', () => {
	const notices = (one: ICredentialType) => one.properties.filter(({ name }) => name === 'notice');
	expect(
		credentials.map((one) => [one.displayName, notices(one).map(({ displayName }) => displayName)]),
	).toEqual([
		['Customer Feedback API', []],
		[
			'Customer Feedback Basic API',
			['Groups and documents need a Customer Feedback API credential.'],
		],
	]);
});

describe.each(credentials)('$name', (one: ICredentialType) => {
	const { properties, hideDomainRestrictionFields, documentationUrl = '' } = one;
	const fields = properties.filter(({ type }) => type !== 'notice');

	test('asks for an address and a key, sends it encrypted unless allowed, and uses the words of n8n', () => {
		expect(fields).toMatchObject([
			{ name: 'baseUrl', type: 'string', required: true, default: '' },
			{ name: 'apiKey', type: 'string', required: true, default: '' },
			{ name: 'postAddress', type: 'string', default: '' },
			{ name: 'allowHttp', type: 'boolean', default: false },
			{
				name: 'ignoreSSLIssues',
				type: 'boolean',
				default: false,
				displayName: 'Ignore SSL Issues (Insecure)',
				description: 'Whether to connect even if SSL certificate validation is not possible',
			},
		]);
	});

	test('opens a page of docs/', () => {
		const [, page] = documentationUrl.split('/blob/main/');
		expect(existsSync(join(root, page)), page).toBe(true);
	});

	test('says what to paste as an address, and where the key is found', () => {
		const [baseUrl, apiKey] = fields;
		expect(baseUrl.hint).toContain('Without what follows the host name');
		expect(apiKey.hint).toContain('developer settings');
	});

	test('hides the API key, and nothing else', () => {
		const hidden = fields.filter(({ typeOptions }) => typeOptions?.password);
		expect(hidden.map(({ name }) => name)).toEqual(['apiKey']);
	});

	test('shows no fields of n8n for other addresses, since the key goes to the Base URL only', () => {
		expect(hideDomainRestrictionFields).toBe(true);
	});

	test('explains every field', () => {
		expect(fields.filter(({ description = '' }) => description.length < 10)).toEqual([]);
	});
});
