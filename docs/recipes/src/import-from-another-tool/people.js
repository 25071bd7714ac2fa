import { emailKey } from '../shared/email-key.js';

/** The address of nobody but people, such as in Ada <ada@customer.example>. */
const mailsIn = (text) =>
	text
		.replace(/mailto:/gi, '')
		.split(/[\s<>()[\]",;]+/)
		.filter((word) => /.@./.test(word));

/** The people whom a cell names: each one up to his address. A cell of names without addresses stays whole. */
export function peopleIn(text) {
	const people = [''];
	for (const part of String(text ?? '').split(/([,;\n])/)) {
		people.push(people.pop() + part);
		if (mailsIn(part).length > 0) people.push('');
	}
	return people
		.flatMap((person) => {
			const mails = mailsIn(person);
			return mails.length > 1 ? mails : [person.replace(/^[,;\s]+/, '').trim()];
		})
		.filter(Boolean);
}

/** Finds the end-user whose address is the only one in a text, such as Ada <ada@customer.example>. */
export function endUsersBy(records) {
	const people = new Map();
	for (const { data_mail, user_id } of records) {
		const mail = emailKey(data_mail);
		// Two end-users with one address are nobody.
		people.set(mail, people.has(mail) ? undefined : user_id);
	}
	return (text) => {
		const mails = mailsIn(String(text ?? ''));
		return mails.length === 1 ? people.get(emailKey(mails[0])) : undefined;
	};
}
