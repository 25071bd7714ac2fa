import { changed, filters, own, search } from '../../shared/node/fields';
import { getMany } from '../../shared/node/get-many';
import { filledList } from '../../shared/node/sent';
import { documentList } from '../../shared/service/documents';
import { documentType, status } from './fields';

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many documents',
		description: 'List documents without their content',
	},
	list: documentList,
	// The API documents none of these filters.
	takes(input) {
		const [type, status] = [input.optional('document_type'), input.optional('status')];
		const tags = (input.optional('tags') ?? []) as string[];
		if (type === undefined && status === undefined && tags.length === 0) return undefined;
		return (document) =>
			[undefined, document.document_type].includes(type) &&
			[undefined, document.status].includes(status) &&
			tags.every((tag) => Array.isArray(document.tags) && document.tags.includes(tag));
	},
	fields: [
		filters([
			...changed('documents'),
			own(documentType('Only documents of this type')),
			search('Only documents that contain these words', 'e.g. billing'),
			own({ ...status, description: 'Only documents with this status' }),
			{
				displayName: 'Tags',
				name: 'tags',
				sent: filledList,
				isOwn: true,
				type: 'string',
				default: '',
				placeholder: 'e.g. billing, 2026',
				description: 'Only documents that have all of these tags, separated by commas',
			},
		]),
	],
});
