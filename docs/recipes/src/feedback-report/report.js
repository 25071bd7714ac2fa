// Counts what the report shows, and makes it rows and bars. All sentences come from Words.
const words = $('Words').first().json;
const from = (step) => $(step).all().map(({ json }) => json);
const known = (records, id) => records.filter((one) => one[id] !== undefined);
const posts = known(from('Posts'), 'feedback_id');
const listOf = (text) => text.split(/[,;\n]/).map((one) => one.trim()).filter(Boolean);
const number = (value) => (typeof value === 'number' ? value : 0);
const atUtc = (time) => Date.parse(`${time}`.replace(' ', 'T') + 'Z');

// A stranger's text is one line, without hidden characters, and never markup.
const HIDDEN = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
const MARKUP = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const html = (value) => `${value ?? ''}`.replace(/[&<>"']/g, (one) => MARKUP[one]);
const line = (text) => {
	const letters = [...`${text ?? ''}`.slice(0, 5000).replace(HIDDEN, '').replace(/\s+/g, ' ').trim()];
	return letters.length > 120 ? `${letters.slice(0, 119).join('')}…` : letters.join('');
};
const fill = (sentence, values) =>
	`${sentence ?? ''}`.replace(/\{(\w+)\}/g, (place, name) => `${values[name] ?? place}`);

const address = /^https?:\/\//.test(words['Post address'].trim())
	? words['Post address'].trim().replace(/(?:(?<=[\/=#])\d+-[^\/=?#.]*|(?<![\p{L}\d:.])\d+(?:\/(?:[^\/=?#\d-]*-[^\/=?#\d]*)?)?)(?:[?#][^]*)?$|$(?<=^[^\/]*\/\/[^\/]+\/\p{L}+)/u, (id) => id ? '' : '/').replace(/^[^]*[\p{L}\d:.]$/u, '')
	: '';
const named = ({ feedback_id, title }) => {
	const name = html(line(title) || `#${feedback_id}`);
	return address ? `<a href="${html(address + feedback_id)}">${name}</a>` : name;
};

const cell = (text, style = '') =>
	`<td style="padding:4px;border-bottom:1px solid #ddd;overflow-wrap:anywhere;${style}">${text}</td>`;
const RIGHT = 'text-align:right;white-space:nowrap;';
/** Those above texts, then those above numbers. */
const heads = (texts, numbers) => {
	const head = (side) => (name) => `<th style="padding:4px;text-align:${side}">${html(name)}</th>`;
	return `<tr>${[...texts.map(head('left')), ...numbers.map(head('right'))].join('')}</tr>`;
};
const table = (head, rows) =>
	`<table cellspacing="0" style="border-collapse:collapse;width:100%">${head}${rows.join('')}</table>`;
const bar = (parts, whole) => {
	const share = (count) => (whole > 0 ? (100 * count) / whole : 0);
	const cells = parts
		.filter(({ count }) => count > 0)
		.map(({ count, color }) => `<td width="${share(count).toFixed(1)}%" style="background:${color};font-size:1px;line-height:14px">&nbsp;</td>`);
	const rest = 100 - parts.reduce((sum, { count }) => sum + share(count), 0);
	if (rest > 0.05) cells.push(`<td width="${rest.toFixed(1)}%" style="font-size:1px;line-height:14px">&nbsp;</td>`);
	return `<table role="presentation" cellspacing="0" cellpadding="0" width="100%" style="border-collapse:collapse;table-layout:fixed;min-width:60px"><tr>${cells.join('')}</tr></table>`;
};
const blocks = (count, whole) => {
	const full = whole > 0 ? Math.round((10 * count) / whole) : 0;
	return '▇'.repeat(full) + '░'.repeat(10 - full);
};
const section = (heading, body) => `<h2>${html(heading)}</h2>${body}`;
const sentence = (text) => `<p>${html(text)}</p>`;

// NPS by quarter, as Summarize gives it.
const quarters = from('Scores').reverse();
const scored = ({ score, count }) => (number(count) === 0 ? words['no responses'] : `${score}`);
const npsRows = quarters.map((one) => {
	const parts = [
		{ count: one.promoters, color: '#2e7d32' },
		{ count: one.passives, color: '#bdbdbd' },
		{ count: one.detractors, color: '#c62828' },
	];
	const counts = html(fill(words['score counts'], one));
	return `<tr>${cell(html(one.period), 'white-space:nowrap;')}${cell(`${bar(parts, one.count)}<small>${counts}</small>`, 'width:70%;')}${cell(html(scored(one)), RIGHT)}</tr>`;
});

// New posts by week, the current one last.
const weeks = Array.from({ length: 12 }, (_, back) => {
	const start = $now.startOf('week').minus({ weeks: back });
	return { start, name: start.toFormat('yyyy-MM-dd'), from: start.toMillis(), posts: 0 };
});
for (const { created } of posts) {
	const at = atUtc(created);
	const week = weeks.find((one) => at >= one.from);
	if (week) week.posts++;
}
weeks.reverse();
const mostPosts = Math.max(...weeks.map((week) => week.posts));
const weekRows = weeks.map(
	(week) =>
		`<tr>${cell(week.name, 'white-space:nowrap;')}${cell(bar([{ count: week.posts, color: '#1565c0' }], mostPosts), 'width:60%;')}${cell(week.posts, RIGHT)}</tr>`,
);

// Posts by status and type, as Summarize gives them.
const sums = known(from('By Status'), 'posts');
const sumRows = sums.map(
	({ status, type, posts: count, votes, comments }) =>
		`<tr>${cell(html(status))}${cell(html(type))}${[count, votes, comments].map((value) => cell(html(value), RIGHT)).join('')}</tr>`,
);

// What gained most since the report of the month before.
const month = $now.toFormat('yyyy-MM');
const saved = known(from('Saved Votes'), 'feedback_id').filter((row) => row.month < month);
const before = saved.map((row) => row.month).reduce((last, one) => (one > last ? one : last), '');
const votesBefore = new Map(saved.filter((row) => row.month === before).map((row) => [`${row.feedback_id}`, number(row.votes)]));
const gained = posts
	.map((post) => ({ post, votes: number(post.total_sum) - (votesBefore.get(`${post.feedback_id}`) ?? 0) }))
	.filter(({ votes }) => votes > 0)
	.sort((a, b) => b.votes - a.votes)
	.slice(0, 10);
const gainedBody = before === ''
	? sentence(words['gained first time'])
	: gained.length === 0
		? sentence(words['gained nothing'])
		: table(heads([words.post], [words.gained]), gained.map(({ post, votes }) => `<tr>${cell(named(post))}${cell(`+${votes}`, RIGHT)}</tr>`));

// Posts that wait for an answer of the team that everyone can read. An admin_id of 0 is a customer.
const open = listOf(words['Waiting status keys']);
if (open.length === 0) throw new Error("'Waiting status keys' in Words is empty.");
const answered = new Set(known(from('Comments'), 'comment_id').filter((one) => number(one.admin_id) > 0 && one.public !== false).map(({ feedback_id }) => feedback_id));
const lastWeek = $now.minus({ days: 7 }).toMillis();
const waiting = posts
	.filter(({ feedback_id, status, created }) => open.includes(status) && !answered.has(feedback_id) && !(atUtc(created) > lastWeek))
	.sort((a, b) => number(b.total_sum) - number(a.total_sum));
const waitingRows = waiting.slice(0, 10).map((post) => `<tr>${cell(named(post))}${cell(html(number(post.total_sum)), RIGHT)}</tr>`);
const more = waiting.length > 10 ? sentence(fill(words.more, { number: waiting.length - 10 })) : '';
const used = new Set(posts.map(({ status }) => status));
const unused = posts.length === 0 ? [] : open.filter((key) => !used.has(key));
const unknown = unused.length === 0 ? [] : [fill(words['waiting unknown'], { status: unused.join(', ') })];
const waitingBody = unknown.map(sentence).join('') + (waiting.length === 0
	? unused.length < open.length ? sentence(words['waiting none']) : ''
	: table(heads([words.post], [words.votes]), waitingRows) + more);

const sections = [
	section(words['score heading'], table(heads([words.quarter, words['score shares']], [words.score]), npsRows)),
	section(words['weeks heading'], table(heads([words.week, ''], [words.posts]), weekRows)),
	section(words['status heading'], table(heads([words.status, words.type], [words.posts, words.votes, words.comments]), sumRows)),
	section(words['gained heading'], gainedBody),
	section(words['waiting heading'], waitingBody),
];
// No text of a stranger goes to the chat.
const message = [
	words.heading,
	words['score heading'],
	...quarters.slice(-4).map((one) => fill(words['score line'], { period: one.period, bar: blocks(one.promoters, one.count), score: scored(one), responses: one.count })),
	words['weeks heading'],
	...weeks.slice(-8).map((week) => fill(words['week line'], { week: week.name, bar: blocks(week.posts, mostPosts), posts: week.posts })),
	fill(words['waiting line'], { number: waiting.length }),
	...unknown,
].join('\n');
export default [{ json: { title: html(words.heading), language: html(words['Language key'].trim()), sections: sections.join('\n'), message } }];
