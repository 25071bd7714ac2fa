// A polling trigger that reads some pages and does nothing with them: what they cost without remembering anything.
class FetchingTrigger {
	description = {
		displayName: 'Fetching Trigger',
		name: 'fetchingTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Reads pages, and never fires',
		defaults: { name: 'Fetching Trigger' },
		polling: true,
		inputs: [],
		outputs: ['main'],
		credentials: [{ name: 'feedbackBearerApi', required: true }],
		properties: [{ displayName: 'Pages', name: 'pages', type: 'json', default: '[]' }],
	};

	async poll() {
		const { baseUrl, apiKey } = await this.getCredentials('feedbackBearerApi');
		const headers = { Authorization: `Bearer ${apiKey}` };
		for (const page of JSON.parse(this.getNodeParameter('pages'))) {
			await this.helpers.httpRequest({ method: 'GET', url: baseUrl + page, headers, json: true });
		}
		return null;
	}
}

module.exports = { FetchingTrigger };
