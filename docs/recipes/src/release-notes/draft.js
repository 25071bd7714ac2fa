import { draftOf } from './posts.js';

const posts = $('Words')
	.all()
	.map(({ json }) => json);
// Without a model, Writer gives out the posts as they are.
const { output, feedback_id } = $input.first().json;
export default [{ json: draftOf(posts, feedback_id ? '' : output) }];
