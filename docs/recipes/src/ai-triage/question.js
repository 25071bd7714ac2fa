export default ((words, { type, duplicate_of }, { title, description, feedback_id }) => {
	const address = words['Post address'].trim().replace(/(?:(?<=[\/=#])\d+-[^\/=?#.]*|(?<![\p{L}\d:.])\d+(?:\/(?:[^\/=?#\d-]*-[^\/=?#\d]*)?)?)(?:[?#][^]*)?$|$(?<=^[^\/]*\/\/[^\/]+\/\p{L}+)/u, (id) => id ? '' : '/').replace(/^[^]*[\p{L}\d:.]$/u, '');
	const link = (id) => address && ' ' + address + id;
	const duplicate = duplicate_of > 0 && Number(duplicate_of) !== Number(feedback_id) ? words.duplicate + ' #' + duplicate_of : '';
	const proposal = words.type + ': ' + type + (duplicate && '. ' + duplicate);
	const post = ((title ?? '') + ' #' + feedback_id).trim();
	return {
		type,
		duplicate: duplicate && duplicate + link(duplicate_of),
		message: words.question + '\n' + proposal + '\n' + post + link(feedback_id),
		form: proposal + '\n' + post + '\n' + (description ?? ''),
	};
})($('Words').first().json, $json.output, $('Post').first().json);
