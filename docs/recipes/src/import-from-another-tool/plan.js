// What each row becomes. Rows that an earlier run has saved are left out.
const words = $('Words').first().json;
const done = new Set($('Saved Rows').all().map(({ json }) => json.key).filter(Boolean));
const squeezed = (text) => String(text ?? '').normalize().replace(/<\/?[a-z][a-z\d]*(\s[^<>]*)?\/?>/gi, '').replace(/\s+/g, ' ').trim();
const loosely = (text) => squeezed(text).toLowerCase();

const people = new Map();
const addressOf = (mail) => String(mail ?? '').trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
for (const { json } of $('End-Users').all()) {
	const mail = addressOf(json.data_mail);
	// Two end-users with one address are nobody.
	people.set(mail, people.has(mail) ? undefined : json.user_id);
}
// The one address in a text such as Ada <ada@customer.example>.
const idOf = (text) => {
	const mails = String(text ?? '').replace(/mailto:/gi, '').match(/[^\s<>()[\]",;]+@[^\s<>()[\]",;]+/g) ?? [];
	return mails.length === 1 ? people.get(addressOf(mails[0])) : undefined;
};

// A key that posts have is taken before the lines of Words, so that both Done and done find it.
const posts = $('All Posts').all().map(({ json }) => json).filter((one) => one.feedback_id);
const slug = (text) => loosely(text).replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
const keysOf = (field, lines) => {
	const used = [...new Set(posts.map((one) => String(one[field])))].sort();
	const named = new Map(words[lines].split('\n').map((line) => line.split('=').map((part) => part.trim())).map(([name, key]) => [loosely(name), key]));
	return (text) => {
		const key = used.find((one) => slug(one) === slug(text)) ?? named.get(loosely(text));
		if (key) return key;
		throw new Error("No post has the " + field + " '" + text + "'. Posts have: " + (used.join(', ') || 'none yet') + ". Write a line into '" + lines + "' of Words, such as: " + text + ' = ' + (used[0] ?? named.values().next().value));
	};
};
const typeIfEmpty = words['Type if empty'].trim();
const typeOf = keysOf('type', 'Types');
const statusOf = keysOf('status', 'Statuses');

const known = new Map(posts.map((one) => [loosely(one.title), { words: squeezed(one.description), isOld: true }]));
const lineOf = (name, value) => (value ? [words[name] + ': ' + value] : []);
const items = [];
for (const { json } of $('Row IDs').all()) {
	const { key, row, title, description, created, author, voter, votes, address } = json;
	const leftOut = done.has('columns ' + json.leftOut) ? '' : json.leftOut;
	if (done.has(key)) continue;
	done.add(key);
	let { refused, type, status } = json;
	try {
		if (!refused && !type && !typeIfEmpty) throw new Error("The row has no type, and 'Type if empty' in Words is empty.");
		if (!refused) [type, status] = [type ? typeOf(type) : typeIfEmpty, status ? statusOf(status) : ''];
	} catch ({ message }) {
		refused = message;
	}
	if (refused) {
		items.push({ key, row, title: '', shown: title, refused, leftOut });
		continue;
	}
	const before = known.get(loosely(title));
	const isSame = !before || (before.words === squeezed(description) && (before.address ?? address) === address);
	if (!before) known.set(loosely(title), { words: squeezed(description), address });
	else if (isSame) before.address = address;
	const [authorId, voterId] = [idOf(author), idOf(voter)];
	const strangers = [
		...(authorId === undefined ? lineOf('Author', author) : []),
		...(voterId === undefined ? lineOf('Voter', voter) : []),
	];
	const others = [
		[words['Other words'], title, description].filter(Boolean).join('\n\n') + '\n',
		...(authorId === undefined ? [] : lineOf('Asked', author)),
		...strangers,
		...lineOf('Votes', votes),
		...lineOf('Address', address),
		...lineOf('Created', created),
		...lineOf('Status', json.status),
		...lineOf('Type', json.type),
	];
	items.push({
		key,
		row,
		title,
		description,
		created,
		type,
		status,
		leftOut,
		// Nobody votes for a post of his own.
		author: isSame ? authorId : undefined,
		voters: [...new Set([voterId, isSame ? undefined : authorId])].filter((id) => id !== undefined),
		comment: (isSame ? strangers : others).join('\n'),
		notes: strangers.join('. '),
		metadata: isSame ? { imported_from: address, imported_votes: votes } : {},
		result: !isSame ? 'joined' : before?.isOld ? 'there already' : before ? 'joined' : 'created',
		refused: '',
	});
}
export default items.map((json) => ({ json }));
