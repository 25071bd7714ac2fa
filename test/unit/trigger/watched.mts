// An event over the list of posts, for tests of one module of the trigger by itself.
import type { Filters, Rule, Watched } from '../../../nodes/FeedbackTrigger/events';
import { postList } from '../../../nodes/shared/service/posts';

/** @param more the filters that are set, and where the list is in another order, the field of a post's beginning */
export function watchedBy(
	rule: Partial<Rule> = {},
	{ filters = {}, begunBy }: { filters?: Filters; begunBy?: string } = {},
): Watched {
	const whole: Rule = { tellsFirst: true, ...rule };
	return {
		event: {
			option: { name: 'New Post', value: 'newPost' },
			...{ list: postList, orderedBy: 'created', begunBy, shows: { type: 'type' } },
			rule: () => whole,
		},
		...{ rule: whole, filters, query: {} },
		...{ scope: 'scope', source: 'source', account: 'key' },
	};
}
