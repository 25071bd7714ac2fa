// A polling trigger that does nothing: what n8n itself does for a poll.
class NoOpTrigger {
	description = {
		displayName: 'No-Op Trigger',
		name: 'noOpTrigger',
		group: ['trigger'],
		version: 1,
		description: 'Never fires',
		defaults: { name: 'No-Op Trigger' },
		polling: true,
		inputs: [],
		outputs: ['main'],
		properties: [],
	};

	async poll() {
		return null;
	}
}

module.exports = { NoOpTrigger };
