import type { INodeProperties } from 'n8n-workflow';

/**
 * What both credential types ask for: they differ only in how the key is sent.
 * @param notice which nodes the credential works with
 */
export const workspaceFields = (notice: string): INodeProperties[] => [
	{ displayName: notice, name: 'notice', type: 'notice', default: '' },
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'https://feedback.example.com',
		description: 'The address of the service, without /v1 or /v2',
	},
	{
		displayName: 'API Key',
		name: 'apiKey',
		type: 'string',
		typeOptions: { password: true },
		required: true,
		default: '',
		description:
			'From the developer settings of the dashboard. It carries the permissions of its user.',
	},
	{
		displayName: 'Allow Unencrypted HTTP',
		name: 'allowHttp',
		type: 'boolean',
		default: false,
		description:
			'Whether the API key may be sent over http:// to other machines, where anyone on the way can read it. Not needed for an address on this machine.',
	},
];
