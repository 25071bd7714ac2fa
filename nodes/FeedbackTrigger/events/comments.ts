import { count, type Print } from '../prints';
import { isEverything, type WatchedEvent } from './event';
import { filteredPosts, lastUpdated } from './posts';

/** Ends the print of a post whose comments are all remembered: of it, what is not remembered is new. */
const WHOLE = '_';

const counted = count('total_comments');
const bare = (print: string) => (print.endsWith(WHOLE) ? print.slice(0, -WHOLE.length) : print);

const comments: Print = {
	...counted,
	changed: (before, after) => counted.changed(bare(before), bare(after)),
	after: (before, print) => (bare(before) === print ? before : print),
	had: (print, field, value) => counted.had(bare(print), field, value),
	values: (print, names) => counted.values(bare(print), names),
};

/** How many comments a post had; a post that was never seen had none. */
export const countOf = (print = ''): number =>
	Number(counted.values(bare(print), []).total_comments ?? 0);

/** Whether all comments of a post are remembered. */
export const isWhole = (print = '0'): boolean => print === '0' || print.endsWith(WHOLE);

/** The print of a post that was looked into. */
export const lookedInto = (print: string, whole: boolean): string =>
	whole ? `${print}${WHOLE}` : print;

export const commentEvents: readonly WatchedEvent[] = [
	{
		option: {
			name: 'New Comment',
			value: 'newComment',
			description:
				'When a post counts other comments than before, and one of them was not there. Among the 100 posts updated last it is found at once, further down within some 20 polls for each 2,000 posts.',
		},
		...filteredPosts,
		...lastUpdated,
		rule({ collection }) {
			const { post, replies } = collection('commentFilters');
			return {
				keeps: comments,
				tellsFirst: true,
				...(!isEverything(post) && {
					isWatched: ({ feedback_id: id }) => String(id) === String(post),
					scope: { post: String(post) },
				}),
				isTold: ({ print, before }) =>
					(before !== undefined && isWhole(before)) || countOf(print) > countOf(before),
				comments: { withReplies: replies !== false },
			};
		},
	},
];
