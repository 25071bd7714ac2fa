import { listOf } from '../shared/list-of.js';

export default ((types) =>
	JSON.stringify({
		type: 'object',
		properties: {
			type: { type: 'string', ...(types.length > 0 && { enum: types }) },
			duplicate_of: { type: 'integer', minimum: 0 },
		},
		required: ['type', 'duplicate_of'],
	}))(listOf($('Words').first().json.Types));
