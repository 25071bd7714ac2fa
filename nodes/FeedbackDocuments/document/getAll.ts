import { own } from '../../shared/node/field';
import { changedBetween, filters, searchField } from '../../shared/node/fields';
import { getMany } from '../../shared/node/get-many';
import { filledList } from '../../shared/node/sent';
import { documentList } from '../../shared/service/documents';
import { documentType, status } from './fields';

// The API documents none of these filters.
const wantedType = own(documentType('Only documents of this type'));
const wantedStatus = own({ ...status, description: 'Only documents with this status' });
const wantedTags = own({
	displayName: 'Tags',
	name: 'tags',
	sent: filledList,
	type: 'string',
	default: '',
	placeholder: 'e.g. billing, 2026',
	description: 'Only documents that have all of these tags, separated by commas',
});

export const getAll = getMany({
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many documents',
		description: 'List documents without their content',
	},
	list: documentList,
	takes(input) {
		const [type, status] = [input.get(wantedType), input.get(wantedStatus)];
		const tags = input.get(wantedTags) ?? [];
		if (type === undefined && status === undefined && tags.length === 0) return undefined;
		return (document) =>
			(type === undefined || document.document_type === type) &&
			(status === undefined || document.status === status) &&
			tags.every((tag) => Array.isArray(document.tags) && document.tags.includes(tag));
	},
	fields: [
		filters([
			...changedBetween('documents'),
			wantedType,
			searchField('Only documents that contain these words', 'e.g. billing'),
			wantedStatus,
			wantedTags,
		]),
	],
});
