import type { INodeProperties } from 'n8n-workflow';

/**
 * The fields of both credential types, which differ only in how the key is sent.
 * @param notice text that names what the credential does not work with
 */
export const workspaceFields = (notice?: string): INodeProperties[] => [
	...(notice
		? [{ displayName: notice, name: 'notice', type: 'notice' as const, default: '' }]
		: []),
	...fields,
];

const fields: INodeProperties[] = [
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'https://feedback.example.com',
		hint: 'Without what follows the host name, such as /dashboard',
		description: 'The address of the service',
	},
	{
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		required: true,
		default: '',
		hint: 'You find it in the dashboard of the service, under developer settings',
		description:
			'The key has the permissions of its user, and stops working when that person leaves. Use an account that stays.',
	},
	{
		displayName: 'Post Address',
		name: 'postAddress',
		type: 'string',
		default: '',
		placeholder: 'https://feedback.example.com/post/{id}',
		hint: 'Copy the address of a post, and write {id} in place of its ID',
		description: 'Returns a link with each post, comment and vote, as post_url',
	},
	{
		displayName: 'Allow Unencrypted HTTP',
		name: 'allowHttp',
		type: 'boolean',
		default: false,
		description:
			'Whether to send the API key over unencrypted http:// to other machines. Not needed for an address on the same machine.',
	},
	{
		displayName: 'Ignore SSL Issues (Insecure)',
		name: 'ignoreSSLIssues',
		type: 'boolean',
		default: false,
		description: 'Whether to connect even if SSL certificate validation is not possible',
	},
];
