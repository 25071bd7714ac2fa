import { filled } from '../shared/filled.js';
import { listOf } from '../shared/list-of.js';
import { answersOf, byVotes, countOf, lastMonth, mostGained, postsByWeek } from './figures.js';
import {
	bar,
	blocks,
	cell,
	heads,
	html,
	name,
	number,
	row,
	section,
	sentence,
	table,
} from './markup.js';

// Do not edit: all sentences stand in Words.
const words = $('Words').first().json;
const recordsOf = (step, id) =>
	$(step)
		.all()
		.map(({ json }) => json)
		.filter((one) => id in one);

/** A post as a row: its title, with a link if the credential has the address, and a number. */
function postRow(post, value) {
	const { feedback_id, title, post_url } = post;
	const shown = html(title || `#${feedback_id}`);
	return row(cell(post_url ? `<a href="${html(post_url)}">${shown}</a>` : shown), number(value));
}

/** A number that is known, or a word. */
const known = (value) => (typeof value === 'number' ? value : words['no responses']);
const signed = (value) => (value > 0 ? `+${value}` : value);

const figureRow = ({ name: figure, value, change }) =>
	row(cell(html(words[figure])), number(known(value)), number(signed(known(change))));

/** @param {Json} answer */
const answerRow = ({ comment, vote }) => row(cell(html(comment)), number(vote));

/** Customers' words, only if the team wants them in its mail. */
function answersSection(heading, isOfGroup) {
	const most = Number(words['Answers shown'].trim()) || 0;
	if (most <= 0) return [];
	const rows = answersOf(recordsOf('Answers', 'promoter_id'), isOfGroup, most).map(answerRow);
	const body =
		rows.length > 0
			? table(heads([words.answer], [words['answer score']]), rows)
			: sentence(words['answers none']);
	return [section(heading, body)];
}

/** @param {Json} quarter */
const scoreOf = ({ score, count }) => (countOf(count) > 0 ? score : words['no responses']);

function scoreRow(quarter) {
	const { period, count, promoters, passives, detractors } = quarter;
	const parts = [
		{ count: promoters, color: '#2e7d32' },
		{ count: passives, color: '#bdbdbd' },
		{ count: detractors, color: '#c62828' },
	];
	const counts = `<small>${html(filled(words['score counts'], quarter))}</small>`;
	return row(
		name(period),
		cell(bar(parts, count) + counts, 'width:70%;'),
		number(scoreOf(quarter)),
	);
}

const weekRow = (week, most) =>
	row(
		name(week.name),
		cell(bar([{ count: week.posts, color: '#1565c0' }], most), 'width:60%;'),
		number(week.posts),
	);

/** @param {Json} sum */
const sumRow = ({ status, type, posts, votes, comments }) =>
	row(cell(html(status)), cell(html(type)), number(posts), number(votes), number(comments));

function gainedSection(gained) {
	if (!gained) return sentence(words['gained first time']);
	if (gained.length === 0) return sentence(words['gained nothing']);
	const rows = gained.map(({ post, votes }) => postRow(post, `+${votes}`));
	return table(heads([words.post], [words.gained]), rows);
}

function votedSection(voted) {
	if (voted.length === 0) return sentence(words['voted none']);
	const rows = voted.map((post) => postRow(post, countOf(post.total_sum)));
	return table(heads([words.post], [words.votes]), rows);
}

/** The statuses of Words that no post has: somebody may have renamed one. */
function unknownStatuses(posts, open) {
	const used = new Set(posts.map(({ status }) => status));
	return posts.length === 0 ? [] : open.filter((key) => !used.has(key));
}

function waitingSection(waiting, isAnyKnown) {
	if (waiting.length === 0) return isAnyKnown ? sentence(words['waiting none']) : '';
	const rows = waiting.slice(0, 10).map((post) => postRow(post, countOf(post.total_sum)));
	const left = waiting.length - rows.length;
	const more = left > 0 ? sentence(filled(words.more, { number: left })) : '';
	return table(heads([words.post], [words.votes]), rows) + more;
}

const posts = recordsOf('Posts', 'feedback_id');
const figures = lastMonth(recordsOf('Scores by Month', 'period'), posts, $now);
const monthHeading = filled(words['month heading'], {
	month: $now.minus({ months: 1 }).toFormat('yyyy-MM'),
});
const quarters = recordsOf('Scores', 'period').toReversed();
const sums = recordsOf('By Status', 'posts');
const weeks = postsByWeek(posts, $now);
const mostPosts = Math.max(...weeks.map((week) => week.posts));
const month = $now.toFormat('yyyy-MM');
const gained = mostGained(posts, recordsOf('Saved Votes', 'feedback_id'), month);
const open = listOf(words['Waiting status keys']);
if (open.length === 0) throw new Error("'Waiting status keys' in Words is empty.");
const openPosts = byVotes(posts.filter(({ status }) => open.includes(status)));
const waiting = byVotes(
	recordsOf('Unanswered Posts', 'feedback_id').filter(({ status }) => open.includes(status)),
);
const unknown = unknownStatuses(posts, open);
const isAnyKnown = unknown.length < open.length;
const unknownLines =
	unknown.length > 0 ? [filled(words['waiting unknown'], { status: unknown.join(', ') })] : [];

const sections = [
	section(monthHeading, table(heads([''], [words.month, words.change]), figures.map(figureRow))),
	section(
		words['score heading'],
		table(heads([words.quarter, words['score shares']], [words.score]), quarters.map(scoreRow)),
	),
	section(
		words['weeks heading'],
		table(
			heads([words.week, ''], [words.posts]),
			weeks.map((week) => weekRow(week, mostPosts)),
		),
	),
	section(
		words['status heading'],
		table(
			heads([words.status, words.type], [words.posts, words.votes, words.comments]),
			sums.map(sumRow),
		),
	),
	...answersSection(words['detractors heading'], (vote) => vote <= 6),
	...answersSection(words['promoters heading'], (vote) => vote >= 9),
	section(words['gained heading'], gainedSection(gained)),
	...(isAnyKnown ? [section(words['voted heading'], votedSection(openPosts.slice(0, 10)))] : []),
	section(
		words['waiting heading'],
		unknownLines.map(sentence).join('') + waitingSection(waiting, isAnyKnown),
	),
];

// No text of a stranger goes to the chat.
const heading = filled(words.heading, { date: $now.toFormat('yyyy-MM-dd') });
const message = [
	heading,
	monthHeading,
	...figures.map(({ name: figure, value, change }) =>
		filled(words['month line'], {
			figure: words[figure],
			value: known(value),
			change: signed(known(change)),
		}),
	),
	words['score heading'],
	...quarters.slice(-4).map((one) =>
		filled(words['score line'], {
			period: one.period,
			bar: blocks(one.promoters, one.count),
			score: scoreOf(one),
			responses: one.count,
		}),
	),
	words['weeks heading'],
	...weeks.slice(-8).map((week) =>
		filled(words['week line'], {
			week: week.name,
			bar: blocks(week.posts, mostPosts),
			posts: week.posts,
		}),
	),
	...(isAnyKnown ? [filled(words['waiting line'], { number: waiting.length })] : []),
	...unknownLines,
].join('\n');
export default [
	{
		json: {
			title: html(heading),
			subject: heading,
			language: html(words['Language key'].trim()),
			sections: sections.join('\n'),
			message,
		},
	},
];
