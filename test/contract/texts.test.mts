// What the texts of a panel have to say, beside being fit for people: which time is meant, and how a field is emptied.
import type { INodeProperties } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { allFields } from './examples.mts';
import { nodes, operations, trigger } from './nodes.mts';
import { endpointOf } from './expectations.mts';

const everyField = (properties: INodeProperties[]) =>
	properties.flatMap((field) =>
		field.type === 'collection' ? [field, ...(field.options as INodeProperties[])] : [field],
	);
const named = (place: string) => (field: INodeProperties) => ({
	what: `${place}: ${field.displayName}`,
	field,
});
const fields = [
	...operations.flatMap(({ key, operation }) =>
		allFields(operation).map(({ field }) => named(key)(field)),
	),
	...everyField(trigger.description.properties).map(named('trigger')),
];
const ofType = (type: string) => fields.filter(({ field }) => field.type === type);
const said = ({ description = '', hint = '' }: INodeProperties) => `${description} ${hint}`;

test.each(ofType('dateTime'))('$what says in which time zone it is read', ({ field }) => {
	expect(said(field)).toContain('In the time zone of the workflow');
});

/** Called alike in every node of n8n, these say it all. */
const PLAIN = ['resource', 'operation', 'options', 'filters', 'additionalFields', 'notice'];

test.each(nodes)('$name describes every field', ({ description: { properties } }) => {
	const silent = everyField(properties).filter(
		(field) => said(field).trim() === '' && !PLAIN.includes(field.name),
	);
	expect(silent.map(({ displayName }) => displayName)).toEqual([]);
});

/** What cannot be taken back. What its panel says before Execute stands in `deciding-texts.yaml`, but for the last one. */
const FINAL = [
	'post.delete',
	'comment.delete',
	'changelogUpdate.delete',
	'endUser.delete',
	'changelogUpdate.create',
	'changelogUpdate.update',
];

test.each(operations)('$key shows a notice if and only if it cannot be taken back', (one) => {
	const { resource, operation, node } = one;
	const [notice, ...others] = node.description.properties.filter(
		({ type, displayOptions }) =>
			type === 'notice' &&
			displayOptions?.show?.resource?.includes(resource.value) &&
			displayOptions.show.operation?.includes(operation.option.value),
	);
	expect(others).toEqual([]);
	expect(notice !== undefined).toBe(FINAL.includes(one.key));
	if (one.key === FINAL.at(-1))
		expect(notice.displayName).toMatch(/Email Subscribers .* reach real people.*cannot undo/);
});

/** What the specification says of a field, as its panel says it, and words that would fit another one as well. */
test.each([
	['post.create: Created', /now or in the past/],
	['changelogUpdate.update: Publish Date', /now or in the future/],
	['group.create: Type', /lower case with hyphens\. After ten types, .* as company/],
	['group.create: Weight', /from 0 to 10\b/],
	['document.create: Title', /3 to 500 characters/],
	['document.create: Tags', /^Up to 50 tags/],
	['endUser.update: Full Name', /Ada Lovelace/],
	['post.getAll: Sort By', /"Top",[^}]*"Most votes/],
	['endUser.get: End-User', /"By Email","hint":"Fails unless exactly one record matches/],
	['post.getAll: End-User', /API cannot filter by it: the node reads the list/],
	['trigger: From', /had this status/],
	['trigger: Events', /"Post Votes Changed",[^}]* old number as from and the new one as to/],
	['trigger: Events', /"Post Status Changed",[^}]* old status as from and the new one as to/],
	['trigger: Existing Items', /first activation.*"Deliver the Newest",[^}]*up to 100/],
	['trigger: Ignore Items While Inactive', /^Whether to ignore items created while/],
])('%s says %s', (what, says) => {
	const found = fields.find((one) => one.what === what);
	const { placeholder, options, modes } = found!.field;
	const choices = JSON.stringify(options ?? modes);
	expect(`${said(found!.field)} ${placeholder} ${choices}`).toMatch(says);
});

test.each(operations)(
	'$key gives the example of an expression where a period begins, and never twice in sight',
	({ operation }) => {
		for (const { field } of allFields(operation)) {
			const begins = /^(created|changed)Since$/.test(field.name);
			const why = `Give an example with $now where a period begins, and only there: ${field.displayName}`;
			expect(String(field.description).includes('$now'), why).toBe(begins);
			expect(String(field.hint)).not.toContain('$now');
		}
	},
);

test.each(fields.filter(({ field }) => /Since$|Until$/.test(field.name)))(
	'$what says from when or until when',
	({ field: { name, description } }) => {
		const isFirst = name.endsWith('Since');
		expect(description).toMatch(
			isFirst ? /\bsince this (time|day)/ : /\b(until this|at this time)/,
		);
		expect(description).not.toMatch(isFirst ? /\buntil\b/ : /\bsince\b/);
	},
);

test.each(operations.filter(({ key }) => key.endsWith('.update')))(
	'$key says that empty fields stay, and where to empty them',
	({ key, operation }) => {
		const updateFields = operation.fields.find(({ name }) => name === 'updateFields')!;
		const { clearable = [] } = endpointOf(key);
		expect(updateFields.description).toContain('Empty fields stay unchanged');
		const why =
			'Name Clear Fields in the description of Update Fields where there is that field, and only there';
		expect(updateFields.description!.includes('Clear Fields'), why).toBe(clearable.length > 0);
	},
);
