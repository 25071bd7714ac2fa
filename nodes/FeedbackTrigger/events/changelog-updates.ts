import { keyLocator } from '../../shared/node/fields';
import { changelogUpdateList, statusOf } from '../../shared/service/changelog-updates';
import {
	changedFields,
	choice,
	conditions,
	type EventSettings,
	filtersOf,
	type Kept,
	newRecords,
	sameness,
	setIn,
	type TriggerEvent,
} from './rule';

/** `created` is when it was published, and changes when that is done again. */
const WATCHED = [sameness('title'), sameness('description'), choice('type'), sameness('created')];

const changelogFilters = filtersOf(
	{
		displayName: 'Changelog Filters',
		name: 'changelogFilters',
		description: 'Fire only for these changelog updates',
	},
	[
		{
			displayName: 'Status',
			name: 'status',
			type: 'options',
			default: 'published',
			description: 'Only updates with this status. Defaults to published.',
			options: [
				{ name: 'Draft', value: 'draft' },
				{ name: 'Published', value: 'published' },
				{ name: 'Scheduled', value: 'scheduled' },
			],
		},
		keyLocator(
			{ displayName: 'Type', name: 'type', description: 'Only updates of this type' },
			'searchChangelogUpdateTypes',
			'e.g. release',
		),
	],
);
const updates = {
	list: changelogUpdateList,
	orderedBy: 'created',
	fields: [changelogFilters],
} as const;
const filtersIn = (settings: EventSettings): EventSettings => ({
	status: 'published',
	...setIn(settings, changelogFilters),
});
/** Without a status the service lists what it likes, so it is always asked for. */
const underStatus = (settings: EventSettings) => {
	const { status, ...narrowing } = filtersIn(settings);
	return { query: { status }, narrowing };
};
/** The status is judged at the time of the poll: that of a scheduled update changes while its record stays the same. */
const conditionsOf = (settings: EventSettings) => {
	const set = filtersIn(settings);
	const status = choice('status', (record) => statusOf(record) ?? set.status);
	return conditions(set, { status, type: choice('type') });
};

export const changelogUpdateEvents: readonly TriggerEvent[] = [
	{
		option: {
			name: 'Changelog Update Edited',
			value: 'changelogUpdateChanged',
			action: 'Changelog update edited',
			description: 'Fires when the title, description, type or date of a changelog update changes',
		},
		...updates,
		rule(settings) {
			const filters = conditionsOf(settings);
			const [status] = filters;
			// What changes under another status is compared once the update has the watched one again.
			const whileUnder = (kept: Kept): Kept => ({
				...kept,
				of: (record, before, isNew) =>
					before !== undefined && !status.holds(record) ? before : kept.of(record, before, isNew),
			});
			const watched = WATCHED.map(whileUnder);
			return { ...underStatus(settings), ...changedFields(watched, filters) };
		},
	},
	{
		option: {
			name: 'New Changelog Update',
			value: 'newChangelogUpdate',
			action: 'New changelog update',
			description:
				'Fires once for each changelog update when it is published, or gets the status you choose',
		},
		...updates,
		rule: (settings) => ({
			...underStatus(settings),
			...newRecords(conditionsOf(settings)),
		}),
	},
];
