// Do not edit: the sentences stand in Words.
const all = (step) => $(step).all().map(({ json }) => json).filter((one) => one.feedback_id);
const time = ({ created }) => DateTime.fromISO(String(created).replace(' ', 'T'), { zone: 'utc' }).toMillis() || 0;
const isTeam = ({ admin_id, user }) => Number(admin_id ?? user?.admin_id) > 0;
const open = all('Open Posts');

const comments = {};
for (const comment of all('Comments')) (comments[comment.feedback_id] ??= []).push(comment);
const unanswered = open.flatMap((post) => {
	const said = [post, ...(comments[post.feedback_id] ?? [])];
	const answers = said.slice(1).filter((one) => isTeam(one) && one.public !== false);
	const answered = answers.reduce((last, one) => Math.max(last, time(one)), 0);
	const waiting = said.filter((one) => !isTeam(one) && time(one) > answered);
	const since = waiting.reduce((first, one) => Math.min(first, time(one)), Infinity);
	const days = Math.floor((Date.now() - since) / 86_400_000);
	return days >= 7 ? [{ ...post, days }] : [];
}).sort((a, b) => b.days - a.days);

const { votes } = $getWorkflowStaticData('global');
const isNew = new Set(all('New Posts').map(({ feedback_id }) => feedback_id));
// A post that was opened again counts from the next digest on.
const before = ({ feedback_id, total_sum }) => votes[feedback_id] ?? (isNew.has(feedback_id) ? 0 : total_sum);
const gained = !votes ? [] : open.map((post) => ({ ...post, gained: post.total_sum - before(post) }))
	.filter((post) => post.gained > 0).sort((a, b) => b.gained - a.gained);

const top = open.toSorted((a, b) => b.total_sum - a.total_sum).map((post, at) => ({ ...post, place: at + 1 }));
const section = (event, posts, most) => [
	{ event: event + 'Heading', count: posts.length },
	...posts.slice(0, most).map(({ feedback_id, title, total_sum, days, gained, place }) => ({ event, feedback_id, title, total_sum, days, gained, place })),
];
const items = [
	...section('new', all('New Posts'), 5),
	...(gained.length > 0 ? section('gained', gained, 5) : []),
	...(open.length > 0 ? [...section('unanswered', unanswered, 5), ...section('top', top, 10)] : [{ event: 'noneOpen' }]),
];
export default items.map((json) => ({ json }));
