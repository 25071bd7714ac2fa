export default ((types) =>
	JSON.stringify({
		type: 'object',
		properties: {
			type: { type: 'string', ...(types.length > 0 && { enum: types }) },
			duplicate_of: { type: 'integer', minimum: 0 },
		},
		required: ['type', 'duplicate_of'],
	}))(
	$('Words')
		.first()
		.json.Types.split(/[,;\n]/)
		.map((one) => one.trim())
		.filter(Boolean),
);
