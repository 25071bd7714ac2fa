const words = $('Words').first().json;
const { type } = $('Agent').first().json.output;
const post = $('Post').first().json;
const other = $input.first().json;

/**
 * A post as people know it: by its title, its ID and, if the credential has the address, its link.
 * @param {Json} post
 */
const named = ({ title, feedback_id, post_url }) =>
	[title, `#${feedback_id}`, post_url].filter(Boolean).join(' ');

// A model may name the post itself, or one that does not exist.
const isDuplicate = other.feedback_id && Number(other.feedback_id) !== Number(post.feedback_id);
const duplicate = isDuplicate ? `${words.duplicate} ${named(other)}` : '';
const proposal = [`${words.type}: ${type}`, duplicate].filter(Boolean).join('\n');
export default [
	{
		json: {
			type,
			duplicate,
			message: [words.question, proposal, named(post)].join('\n'),
			form: [proposal, named(post), post.description ?? ''].join('\n'),
		},
	},
];
