import { titleOf } from '../shared/post-texts.js';
import { wordsOf } from './slack-text.js';

/** @type {any} */
const message = $('Not Yet Saved').first().json;
const text = wordsOf(message);
export default [
	{
		json: {
			// A title shows no Markdown.
			title: titleOf(text.replace(/\*\*([^*\n]+)\*\*/g, '$1')),
			text,
			permalink: $('Link').first().json.permalink,
		},
	},
];
