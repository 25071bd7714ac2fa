/** The address of a ticket, by that in Words. */
export function ticketAddress(words, ticket) {
	const address = words['Ticket address'].trim();
	if (address && !address.includes('{ticket}')) {
		throw new Error("'Ticket address' in Words needs {ticket} in place of the ID of a ticket.");
	}
	return address.replaceAll('{ticket}', () => encodeURIComponent(ticket));
}
