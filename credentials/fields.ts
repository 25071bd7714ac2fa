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
	{
		displayName: 'Allowed HTTP Request Domains',
		name: 'allowedHttpRequestDomains',
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'Any address' },
			{
				name: 'Base URL',
				value: 'baseUrl',
				description: 'Only the scheme, host and port of the Base URL',
			},
			{
				name: 'None',
				value: 'none',
				description: 'No address: only the Customer Feedback nodes use this credential',
			},
			{
				name: 'Specific Domains',
				value: 'domains',
				description: 'Only these domains, also for the Customer Feedback nodes',
			},
		],
		default: 'baseUrl',
		description: 'Where HTTP Request and Custom API Call may send the API key',
	},
	{
		displayName: 'Allowed Domains',
		name: 'allowedDomains',
		type: 'string',
		default: '',
		placeholder: 'e.g. example.com, *.example.org',
		displayOptions: { show: { allowedHttpRequestDomains: ['domains'] } },
		description:
			'The allowed domains, separated by commas. A * at the start stands for any subdomain.',
	},
];
