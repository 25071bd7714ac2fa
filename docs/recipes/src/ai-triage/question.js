import { linkOf } from '../shared/post-link.js';

const words = $('Words').first().json;
const { type, duplicate_of } = $input.first().json.output;
const { title, description, feedback_id } = $('Post').first().json;

const linked = (text, id) => [text, linkOf(words['Post address'], id)].filter(Boolean).join(' ');
const isDuplicate = duplicate_of > 0 && Number(duplicate_of) !== Number(feedback_id);
const duplicate = isDuplicate ? `${words.duplicate} #${duplicate_of}` : '';
const proposal = [`${words.type}: ${type}`, duplicate].filter(Boolean).join('. ');
const post = `${title ?? ''} #${feedback_id}`.trim();
export default [
	{
		json: {
			type,
			duplicate: duplicate && linked(duplicate, duplicate_of),
			message: [words.question, proposal, linked(post, feedback_id)].join('\n'),
			form: [proposal, post, description ?? ''].join('\n'),
		},
	},
];
