import { documentList } from '../../shared/service/documents';
import { changedNumber, count, type TriggerEvent, wholeNumber } from './rule';

const version = changedNumber(count('current_version'));

export const documentEvents: readonly TriggerEvent[] = [
	{
		name: 'New Document Version',
		value: 'newDocumentVersion',
		hasExisting: true,
		description:
			'Needs Bearer Token. Fires for each new version of a document, including the first.',
		list: documentList,
		rule: () => ({
			...version,
			fires(change) {
				const { record, before } = change;
				if (!before) return { to: wholeNumber(record.current_version) };
				const adds = version.fires(change);
				return adds && Number(adds.to) > Number(adds.from) ? adds : undefined;
			},
		}),
	},
];
