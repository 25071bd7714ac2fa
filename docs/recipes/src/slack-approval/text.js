import { visible } from '../shared/left-over.js';
import { titleOf } from '../shared/post-texts.js';

// The whole words of the customer, for the post and for the private comment.
const { comment, 'title without comment': untitled } = $('Words').first().json;
const words = visible($('Response').first().json.original.comment);
export default [
	{
		json: {
			title: titleOf(words) || untitled,
			description: words,
			comment: [comment, words].filter(Boolean).join('\n'),
		},
	},
];
