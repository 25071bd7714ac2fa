const addressOf = (mail) =>
	String(mail ?? '')
		.trim()
		.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Finds the end-user whose address is the only one in a text, such as Ada <ada@customer.example>. */
export function endUsersBy(records) {
	const people = new Map();
	for (const { data_mail, user_id } of records) {
		const mail = addressOf(data_mail);
		// Two end-users with one address are nobody.
		people.set(mail, people.has(mail) ? undefined : user_id);
	}
	return (text) => {
		const words = String(text ?? '')
			.replace(/mailto:/gi, '')
			.split(/[\s<>()[\]",;]+/);
		const mails = words.filter((word) => /.@./.test(word));
		return mails.length === 1 ? people.get(addressOf(mails[0])) : undefined;
	};
}
