import { checked } from '../shared/gate.js';
import { hasTooManyTags, isHtml } from '../shared/html.js';

const PARTS = { ticket: 'id', title: 'text', details: 'text?', email: 'text' };

/** The parts of the call, and its details as HTML if a support desk sends them so. */
function requestOf(body, words) {
	const parts = checked(PARTS, body, words);
	const isConverted = isHtml(parts.details) && !hasTooManyTags(parts.details);
	return { ...parts, html: isConverted ? parts.details : '' };
}

const { body } = $('Request Found').first().json;

export default [{ json: requestOf(body, $input.first().json) }];
