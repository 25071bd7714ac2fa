export default $json.changelog_id && typeof $json.description === 'string'
	? $json.description
			.replace(/<li\b[^<>]*>/gi, ' • ')
			.replace(
				/<\/?(?:p|br|hr|div|[uod]l|li|d[td]|h[1-6]|table|caption|t(?:head|body|foot|r|d|h)|pre|blockquote|figure|figcaption|section|article|header|footer|[abius]|strong|em|span|code|su[bp]|small|mark|del|ins|font|center|img|iframe|video)(?:\s[^<>]*)?\/?>/gi,
				' ',
			)
	: $json.description;
