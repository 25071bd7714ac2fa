// What each row becomes. Rows that an earlier run has saved are left out.
import { keysBy } from './keys.js';
import { endUsersBy, peopleIn } from './people.js';
import { asTitle, squeezed } from './texts.js';

const words = $('Words').first().json;
const recordsOf = (items) => items.map(({ json }) => json);
const posts = recordsOf($('All Posts').all()).filter((one) => one.feedback_id);
const typeIfEmpty = words['Type if empty'].trim();
const typeOf = keysBy('type', posts, 'Types', words.Types, false);
// The API changes no status, so one that is wrong stays.
const statusOf = keysBy('status', posts, 'Statuses', words.Statuses, true);
const idOf = endUsersBy(recordsOf($('End-Users').all()));

const lineOf = (name, value) => (value ? [`${words[name]}: ${value}`] : []);

/** Rows of which no post is made: why they are refused or left out. */
function unmade({ key, row, title, refused, hidden }) {
	const why =
		refused ||
		`The column ${hidden} hides it. Change 'Left out if' or 'Yes words' in Words to import it.`;
	return { key, row, title: '', shown: title, result: refused ? 'refused' : 'left out', why };
}

const NOT_READ =
	'Words does not name this column, or another one was read in its place. Write it first in Words, if it is to be imported.';

const leftOutColumns = (names) => ({
	key: 'columns',
	row: 1,
	title: '',
	shown: names,
	result: 'left out',
	why: NOT_READ,
});

/** The keys for a row. @throws Error naming the line that Words lacks */
function keysFor({ type, status }) {
	if (!type && !typeIfEmpty)
		throw new Error("The row has no type, and 'Type if empty' in Words is empty.");
	return { type: type ? typeOf(type) : typeIfEmpty, status: status ? statusOf(status) : '' };
}

/** What a row says in other words, as a private comment. */
function otherWords(
	{ title, description, author, votes, address, created, status, type },
	strangers,
) {
	const lines = [
		...(idOf(author) === undefined ? [] : lineOf('Asked', author)),
		...strangers,
		...lineOf('Votes', votes),
		...lineOf('Address', address),
		...lineOf('Created', created),
		...lineOf('Status', status),
		...lineOf('Type', type),
	];
	return [
		`${[words['Other words'], title, description].filter(Boolean).join('\n\n')}\n`,
		...lines,
	].join('\n');
}

/** Whether a row says nothing new: its words stand in the post. One of a voter without words of its own only votes. */
function saysOf({ description, voter, address, votes }, before) {
	const isSaid = !description || before.words === squeezed(description);
	const isVote = isSaid && Boolean(voter);
	const isOneRow = (before.address ?? address) === address && (before.votes ?? votes) === votes;
	return { isVote, isSame: isVote || (isSaid && isOneRow) };
}

/** What a row has else than its post, which keeps it: the API changes no status, type or date. */
function keptBy(before, row) {
	const others = ['status', 'type', 'created']
		.filter((field) => row[field] && before[field] && row[field] !== before[field])
		.map((field) => `${field} '${row[field]}'`);
	return others.length > 0
		? [`The post keeps its own values. This row has: ${others.join(', ')}`]
		: [];
}

/** What a row says beside a post that exists, or that an earlier row makes. */
function beside(json, before, strangers, keys) {
	const { isVote, isSame } = saysOf(json, before);
	// Of a post from before, this row may be the one that made it, of which an import was stopped.
	const isFirst = isSame && (!isVote || (before.isOld && before.address === undefined));
	if (isFirst) {
		before.address = json.address;
		before.votes = json.votes;
	}
	return {
		result: isSame && before.isOld ? 'there already' : 'joined',
		isFirst,
		comment: isSame ? '' : otherWords(json, strangers),
		strangers: isSame ? strangers : [],
		kept: isSame
			? keptBy(before, { ...keys, type: json.type && keys.type, created: json.created })
			: [],
	};
}

function made(json, keys, known) {
	const { key, row, title, created, author, voter, votes, address } = json;
	const description = json.html ? json.markdown : json.description;
	const authorId = idOf(author);
	const voters = peopleIn(voter);
	const strangers = [
		...(authorId === undefined ? lineOf('Author', author) : []),
		...voters.filter((one) => idOf(one) === undefined).flatMap((one) => lineOf('Voter', one)),
	];
	const before = known.get(asTitle(title));
	if (!before)
		known.set(asTitle(title), {
			words: squeezed(description),
			...{ address, votes, author: authorId, created, ...keys },
		});
	const asNew = { result: 'created', isFirst: true, comment: '', strangers, kept: [] };
	const { isFirst, kept, ...says } = before
		? beside({ ...json, description }, before, strangers, keys)
		: asNew;
	// Nobody votes for a post of his own.
	const asker = before && authorId !== before.author ? authorId : undefined;
	return {
		key,
		row,
		title,
		description,
		created,
		...keys,
		...says,
		author: isFirst ? authorId : undefined,
		voters: [...new Set([...voters.map(idOf), asker])].filter((id) => id !== undefined),
		why: [...kept, ...strangers].join('. '),
		metadata: isFirst ? { imported_from: address, imported_votes: votes } : {},
	};
}

function planned(rows) {
	const done = new Set(
		recordsOf($('Saved Rows').all())
			.map(({ key }) => key)
			.filter(Boolean),
	);
	const known = new Map(
		posts.map((one) => [
			asTitle(one.title),
			{
				words: squeezed(one.description),
				isOld: true,
				author: one.user_id,
				...{ status: one.status, type: one.type, created: one.created },
			},
		]),
	);
	const [{ leftOut } = { leftOut: '' }] = rows;
	const items = leftOut ? [leftOutColumns(leftOut)] : [];
	for (const json of rows) {
		if (done.has(json.key)) continue;
		done.add(json.key);
		if (json.refused || json.hidden) {
			items.push(unmade(json));
			continue;
		}
		try {
			items.push(made(json, keysFor(json), known));
		} catch (error) {
			items.push(unmade({ ...json, refused: error.message }));
		}
	}
	return items;
}

export default planned(recordsOf($('Parts').all(0))).map((json) => ({ json }));
