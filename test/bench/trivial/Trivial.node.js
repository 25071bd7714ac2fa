// The least that a node can do for the same work: one request after the other, nothing checked and nothing repeated. The fields
// of a credential may be expressions, so it is read for each item, as HTTP Request does.
class Trivial {
	description = {
		displayName: 'Trivial',
		name: 'trivial',
		group: ['transform'],
		version: 1,
		description: 'Creates posts',
		defaults: { name: 'Trivial' },
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: 'feedbackBearerApi', required: true }],
		properties: [{ displayName: 'Title', name: 'title', type: 'string', default: '' }],
	};

	async execute() {
		const made = [];
		for (const item of this.getInputData().keys()) {
			const { baseUrl, apiKey } = await this.getCredentials('feedbackBearerApi', item);
			const { data: json } = await this.helpers.httpRequest({
				method: 'POST',
				url: `${baseUrl}/v1/post`,
				headers: { Authorization: `Bearer ${apiKey}` },
				body: { title: this.getNodeParameter('title', item), type: 'idea' },
				json: true,
			});
			made.push({ json, pairedItem: { item } });
		}
		return [made];
	}
}

module.exports = { Trivial };
