// What both credentials ask for, and how they start out. n8n's linter reads only literal lists of fields, so nothing else
// would notice an API key that is shown in plain text.
import { describe, expect, test } from 'vitest';
import { FeedbackBasicApi } from '../../credentials/FeedbackBasicApi.credentials';
import { FeedbackBearerApi } from '../../credentials/FeedbackBearerApi.credentials';
import packageJson from '../../package.json' with { type: 'json' };

const credentials = [new FeedbackBearerApi(), new FeedbackBasicApi()];

test('are all that the package publishes', () => {
	const names = packageJson.n8n.credentials.map((file) => file.split('/').at(-1)!.split('.')[0]);
	expect(names.sort()).toEqual(credentials.map(({ constructor }) => constructor.name).sort());
});

describe.each(credentials)('$name', ({ properties }) => {
	const fields = properties.filter(({ type }) => type !== 'notice');

	test('asks for an address and a key, and sends it neither in the clear nor elsewhere unless allowed', () => {
		expect(
			fields.map(({ name, type, required = false, default: value }) => ({
				name,
				type,
				required,
				value,
			})),
		).toEqual([
			{ name: 'baseUrl', type: 'string', required: true, value: '' },
			{ name: 'apiKey', type: 'string', required: true, value: '' },
			{ name: 'allowHttp', type: 'boolean', required: false, value: false },
			{ name: 'ignoreSSLIssues', type: 'boolean', required: false, value: false },
			{ name: 'allowedHttpRequestDomains', type: 'options', required: false, value: 'baseUrl' },
			{ name: 'allowedDomains', type: 'string', required: false, value: '' },
		]);
	});

	test('hides the API key, and nothing else', () => {
		const hidden = fields.filter(({ typeOptions }) => typeOptions?.password);
		expect(hidden.map(({ name }) => name)).toEqual(['apiKey']);
	});

	test('calls what is insecure by the name that credentials of n8n have for it', () => {
		expect(fields.find(({ name }) => name === 'ignoreSSLIssues')).toMatchObject({
			displayName: 'Ignore SSL Issues (Insecure)',
			description: 'Whether to connect even if SSL certificate validation is not possible',
		});
	});

	test('explains every field', () => {
		expect(fields.filter(({ description = '' }) => description.length < 10)).toEqual([]);
	});
});
