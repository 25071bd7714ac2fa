import { own } from '../../shared/node/field';
import { filters } from '../../shared/node/fields';
import { locator } from '../../shared/node/locator';
import { changelogUpdateList, statusOf } from '../../shared/service/changelog-updates';
import type { EventSettings, Filter, Rule, StoredValue, TriggerEvent } from './rule';
import {
	changedFields,
	choice,
	fieldsToWatch,
	filterOf,
	newRecords,
	sameness,
	valueIn,
} from './rule';

/** `created` is when an update was published. It changes if the update is published again. */
const watched = fieldsToWatch(
	{
		displayName: 'Update Fields to Watch',
		name: 'changelogFields',
		description: 'Changelog Update Edited fires when one of these fields changes',
	},
	{
		Date: sameness('created'),
		Description: sameness('description'),
		Title: sameness('title'),
		Type: choice('type'),
	},
);

const withStatus = own({
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
});
const ofType = locator(
	{ displayName: 'Type', name: 'type', description: 'Only updates of this type' },
	'searchChangelogUpdateTypes',
);
const changelogFilters = filters([withStatus, ofType], {
	displayName: 'Changelog Filters',
	name: 'changelogFilters',
	description: 'Fire only for these changelog updates',
});

/** An event on changelog updates that match Changelog Filters. */
const updateEvent = ({ fields = [], rule, ...event }: UpdateEvent): TriggerEvent => ({
	...event,
	list: changelogUpdateList,
	fields: [...fields, changelogFilters],
	rule(settings) {
		// Always asks for a status: without one, the service decides which updates it lists.
		const wanted = valueIn(settings, withStatus) ?? 'published';
		const type = valueIn(settings, ofType);
		// Uses the status at the time of the poll: that of a scheduled update changes while its record stays the same.
		const status = choice('status', (record) => statusOf(record) ?? wanted);
		const isUnder = filterOf([status, wanted]).holds;
		// A service may list updates under other statuses, too. They are left as if it did not: what changes there is compared
		// once they have the watched status again. That holds for the filter as well, since it shares the stored values.
		const whileUnder = (value: StoredValue): StoredValue => ({
			...value,
			of: (record, before) => (isUnder(record) ? value.of(record, before) : (before ?? '')),
		});
		const filter = filterOf([whileUnder(status), wanted], [whileUnder(choice('type')), type]);
		const query = { status: wanted };
		return { query, narrowing: { type }, ...rule(filter, settings, whileUnder) };
	},
});

interface UpdateEvent extends Omit<TriggerEvent, 'list' | 'rule'> {
	/** @param whileUnder keeps a value as it is while an update has another status than the watched one */
	rule(
		filter: Filter,
		settings: EventSettings,
		whileUnder: (value: StoredValue) => StoredValue,
	): Rule;
}

export const changelogUpdateEvents: readonly TriggerEvent[] = [
	updateEvent({
		name: 'Changelog Update Edited',
		value: 'changelogUpdateEdited',
		description: 'Fires when the title, description, type or date of a changelog update changes',
		fields: [watched.field],
		rule: (filter, settings, whileUnder) =>
			changedFields(watched.chosen(settings).map(whileUnder), filter),
	}),
	updateEvent({
		name: 'New Changelog Update',
		value: 'newChangelogUpdate',
		hasExisting: true,
		description:
			'Fires once for each changelog update when it is published, or gets the status you choose',
		rule: (filter) => newRecords(filter),
	}),
];
