// The tickets that were not answered for this change. Do not edit: the answer stands in Words.
export default $input.all().flatMap(({ json }, item) => {
	const { feedback_id, metadata } = json;
	const { eventId, reply, 'Post address': address } = $('Words').itemMatching(item).json;
	const link = address.trim().replace(/(?:(?<=[\/=#])\d+-[^\/=?#.]*|(?<![\p{L}\d:.])\d+(?:\/(?:[^\/=?#\d-]*-[^\/=?#\d]*)?)?)(?:[?#][^]*)?$|$(?<=^[^\/]*\/\/[^\/]+\/\p{L}+)/u, (id) => id ? '' : '/').replace(/^[^]*[\p{L}\d:.]$/u, '').replace(/^[^]+$/, (start) => start + feedback_id);
	return Object.entries(metadata)
		.filter(([key]) => key.startsWith('ticket-'))
		.map(([, ticket]) => String(ticket).trim())
		.filter((ticket) => !/^\.{0,2}$/.test(ticket) && metadata['answered-' + ticket] !== eventId)
		.map((ticket) => ({ json: { feedback_id, ticket, eventId, reply: (reply + ' ' + link).trim() }, pairedItem: item }));
}).map((one, at) => ({ ...one, json: { ...one.json, turn: at + 1 } }));
