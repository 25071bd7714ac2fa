/** The tickets in the metadata of a post that were not answered for this change. */
const unansweredTickets = (metadata, eventId) =>
	Object.entries(metadata)
		.filter(([key]) => key.startsWith('ticket-'))
		.map(([, ticket]) => String(ticket).trim())
		.filter((ticket) => !/^\.{0,2}$/.test(ticket) && metadata[`answered-${ticket}`] !== eventId);

// Do not edit: the answer stands in Words.
const tickets = $input.all().flatMap(({ json }, item) => {
	const { feedback_id, metadata } = json;
	const { eventId, reply, post_url = '' } = $('Words').itemMatching(item).json;
	const answer = `${reply} ${post_url}`.trim();
	return unansweredTickets(metadata, eventId).map((ticket) => ({
		json: { feedback_id, ticket, eventId, reply: answer },
		pairedItem: { item },
	}));
});
export default tickets.map((one, at) => ({ ...one, json: { ...one.json, turn: at + 1 } }));
