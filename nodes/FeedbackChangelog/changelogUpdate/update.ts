import { path } from '../../shared/client/path';
import { IN_ZONE, updateFields } from '../../shared/node/fields';
import { segment } from '../../shared/node/locator';
import type { Operation } from '../../shared/node/operation';
import { changelogUpdate } from '../../shared/service/changelog-updates';
import { numeric } from '../../shared/service/values';
import { description, title, type, updateId } from './fields';

export const update: Operation = {
	option: {
		name: 'Update',
		value: 'update',
		action: 'Update changelog update',
		description: 'Change, publish, schedule or announce a changelog update',
	},
	notice:
		'Email Subscribers and Show as Announcement reach real people as soon as this runs. You cannot undo it.',
	path: [updateId],
	fields: updateFields(
		[
			{
				displayName: 'Delay Email',
				name: 'notify_delay',
				isDecisive: true,
				type: 'boolean',
				default: false,
				description: 'Whether to delay the email to subscribers',
			},
			description,
			{
				displayName: 'Draft',
				name: 'draft',
				isDecisive: true,
				type: 'boolean',
				default: false,
				description: 'Whether to keep the changelog update as a draft that readers do not see',
			},
			{
				displayName: 'Email Subscribers',
				name: 'notify',
				isDecisive: true,
				type: 'boolean',
				default: false,
				hint: 'Reaches real people. A request without an answer is not sent again.',
				description: 'Whether to send the changelog update to your subscribers by email',
			},
			{
				displayName: 'Link',
				name: 'link',
				part: 'settings',
				type: 'string',
				default: '',
				placeholder: 'e.g. https://example.com/help/export',
				description: 'The URL that the button of the changelog update opens',
			},
			{
				displayName: 'Link Color',
				name: 'link_color',
				part: 'settings',
				type: 'color',
				default: '',
				description: 'The color of the button',
			},
			{
				displayName: 'Link Text',
				name: 'link_text',
				part: 'settings',
				type: 'string',
				default: '',
				placeholder: 'e.g. Read more',
				description: 'The text of the button',
			},
			{
				displayName: 'Publish Date',
				name: 'created',
				isDecisive: true,
				type: 'dateTime',
				default: '',
				description: `When to publish the changelog update, now or in the future. ${IN_ZONE}.`,
			},
			{
				...segment('The segment of end-users who see the changelog update, by its ID'),
				isDecisive: true,
			},
			{
				displayName: 'Show as Announcement',
				name: 'announcement',
				isDecisive: true,
				type: 'boolean',
				default: false,
				hint: 'Reaches real people. A request without an answer is not sent again.',
				description: 'Whether to show the changelog update as an announcement',
			},
			title,
			type('The type of the changelog update. Use a type that your workspace uses.'),
		],
		['description', 'link', 'link_color', 'link_text', 'segment'],
	),
	output: { kind: changelogUpdate, gives: { changelog_id: numeric } },
	async execute(feedback, input) {
		const changelog_id = input.id(updateId);
		const changes = input.changes();
		// A sent email or announcement cannot be recalled, and a retry could repeat it.
		const repeatable = !(changes.notify === true || changes.announcement === true);
		const target = path`/v1/update/${changelog_id}`;
		return await feedback.put(target, changelogUpdate, { body: changes, repeatable });
	},
};
