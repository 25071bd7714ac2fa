// The least that a node can do for the same work: one request after the other, nothing checked and nothing repeated. The fields
// of a credential may be expressions, so it is read for each item, as HTTP Request does.
class Trivial {
	description = {
		displayName: 'Trivial',
		name: 'trivial',
		group: ['transform'],
		version: 1,
		description: 'Creates posts or lists all of them',
		defaults: { name: 'Trivial' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'feedbackBearerApi', required: true }],
		properties: [
			{ displayName: 'Operation', name: 'operation', type: 'string', default: '' },
			{ displayName: 'Title', name: 'title', type: 'string', default: '' },
		],
	};

	async execute() {
		const ask = async ({ baseUrl, apiKey }, method, path, body) => {
			const headers = { Authorization: `Bearer ${apiKey}` };
			const url = baseUrl + path;
			const { data } = await this.helpers.httpRequest({ method, url, headers, body, json: true });
			return data;
		};
		const made = [];
		if (this.getNodeParameter('operation', 0) === 'create') {
			for (const item of this.getInputData().keys()) {
				const credential = await this.getCredentials('feedbackBearerApi', item);
				const title = this.getNodeParameter('title', item);
				const json = await ask(credential, 'POST', '/v1/post', { title, type: 'idea' });
				made.push({ json, pairedItem: { item } });
			}
			return [made];
		}
		const credential = await this.getCredentials('feedbackBearerApi');
		for (let page = 0, hasMore = true; hasMore; page++) {
			const data = await ask(
				credential,
				'GET',
				`/v1/posts?type=all&filter=all&per_page=100&page=${page}`,
			);
			for (const json of Object.values(data.items)) made.push({ json, pairedItem: { item: 0 } });
			hasMore = data.has_more;
		}
		return [made];
	}
}

module.exports = { Trivial };
