// Do not edit: the sentences stand in Words.
const recordsOf = (step) =>
	$(step)
		.all()
		.map(({ json }) => json)
		.filter(({ feedback_id }) => feedback_id);

/** A heading and the first posts of a part, with what Words may say of them. Message says how many are left. */
const part = (event, posts, most) => [
	{ event: `${event}Heading`, count: posts.length, left: Math.max(0, posts.length - most) },
	...posts
		.slice(0, most)
		.map(({ feedback_id, title, post_url, total_sum, created, gained, place }) => ({
			event,
			feedback_id,
			title,
			post_url,
			total_sum,
			gained,
			place,
			posted: String(created).slice(0, 10),
		})),
];

/** The posts with more votes than at the last digest. One that was opened again counts from the next digest on. */
function gainedVotes(posts, newPosts, votes) {
	const isNew = new Set(newPosts.map(({ feedback_id }) => feedback_id));
	const before = ({ feedback_id, total_sum }) =>
		votes[feedback_id] ?? (isNew.has(feedback_id) ? 0 : total_sum);
	return posts
		.map((post) => ({ ...post, gained: post.total_sum - before(post) }))
		.filter(({ gained }) => gained > 0)
		.sort((a, b) => b.gained - a.gained);
}

const open = recordsOf('Open Posts');
const newPosts = recordsOf('New Posts');
const { votes } = $getWorkflowStaticData('global');
const gained = votes ? gainedVotes(open, newPosts, votes) : [];
const unanswered = recordsOf('Unanswered Posts').sort((a, b) => (a.created < b.created ? -1 : 1));
const top = open
	.toSorted((a, b) => b.total_sum - a.total_sum)
	.map((post, at) => ({ ...post, place: at + 1 }));
const items = [
	...part('new', newPosts, 5),
	...(gained.length > 0 ? part('gained', gained, 5) : []),
	...(open.length > 0
		? [...part('unanswered', unanswered, 5), ...part('top', top.slice(0, 10), 10)]
		: [{ event: 'noneOpen' }]),
];
export default items.map((json) => ({ json }));
