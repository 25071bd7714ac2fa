import { path } from '../../shared/client/path';
import { IN_ZONE, updateFields } from '../../shared/node/fields';
import type { Operation } from '../../shared/node/operation';
import { changelogUpdate, changelogUpdateChanges } from '../../shared/service/changelog-updates';
import { numeric } from '../../shared/service/values';
import { description, title, type, updateId } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update changelog update',
		description: 'Change, publish, schedule or announce a changelog update',
	},
	fields: [
		updateId,
		...updateFields(
			[
				{
					displayName: 'Announcement',
					name: 'announcement',
					type: 'boolean',
					default: false,
					hint: 'Turned on, this reaches real people, so it is never sent a second time',
					description: 'Whether to show the changelog update as an announcement',
				},
				{
					displayName: 'Created',
					name: 'created',
					type: 'dateTime',
					default: '',
					description: `The date of the changelog update. A future date schedules it. ${IN_ZONE}.`,
				},
				description,
				{
					displayName: 'Draft',
					name: 'draft',
					type: 'boolean',
					default: false,
					description: 'Whether the changelog update is a draft that readers do not see',
				},
				{
					displayName: 'Link',
					name: 'link',
					type: 'string',
					default: '',
					placeholder: 'e.g. https://example.com/help/export',
					description: 'Where the button of the changelog update leads to',
				},
				{
					displayName: 'Link Color',
					name: 'link_color',
					type: 'color',
					default: '',
					description: 'The color of the button',
				},
				{
					displayName: 'Link Text',
					name: 'link_text',
					type: 'string',
					default: '',
					placeholder: 'e.g. Read more',
					description: 'What the button says',
				},
				{
					displayName: 'Notify',
					name: 'notify',
					type: 'boolean',
					default: false,
					hint: 'Turned on, this sends e-mail to real people, so it is never sent a second time',
					description: 'Whether to send the changelog update to your subscribers by e-mail',
				},
				{
					displayName: 'Notify Delay',
					name: 'notify_delay',
					type: 'boolean',
					default: false,
					description: 'Whether to send the e-mail with a delay instead of at once',
				},
				{
					displayName: 'Segment',
					name: 'segment',
					type: 'string',
					default: '',
					placeholder: 'e.g. enterprise',
					description: 'The segment of end-users that the changelog update is meant for, by its ID',
				},
				title,
				type('The category of the changelog update, by the key it has in your workspace'),
			],
			['description', 'link', 'link_color', 'link_text', 'segment'],
		),
	],
	output: { kind: changelogUpdate, whole: false, gives: { changelog_id: numeric } },
	async execute(feedback, input) {
		const updateid = input.id('updateId');
		const changes = input.changes(changelogUpdateChanges);
		// Mail that has gone out cannot be called back, and a second one would follow it.
		const repeatable = !(changes.notify === true || changes.announcement === true);
		const target = path`/v1/update/${updateid}`;
		return await feedback.put(target, changes, changelogUpdate, { repeatable });
	},
};
