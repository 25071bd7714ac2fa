import { itemsOf } from '../shared/items-of.js';
import { commentOf, updateOf } from './posts.js';

const [draft] = itemsOf('Approved Posts');
const update = itemsOf('Create Update')[0] ?? updateOf(itemsOf('Find Update'), draft.headline);
const comment = commentOf(draft, update);
const said = new Set(
	itemsOf('Saved Comments')
		.filter((one) => one.comment === comment)
		.map(({ feedback_id }) => feedback_id),
);
export default itemsOf('Still Waiting').map(({ feedback_id }) => ({
	json: { feedback_id, comment, changelog_id: update.changelog_id, isSaid: said.has(feedback_id) },
}));
