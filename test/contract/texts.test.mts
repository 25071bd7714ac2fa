// What the texts of a panel have to say, beside being fit for people: which time is meant, and how a field is emptied.
import type { INodeProperties } from 'n8n-workflow';
import { describe, expect, test } from 'vitest';
import { allFields } from './examples.mts';
import { nodes, operations } from './nodes.mts';
import { endpointOf } from './specification.mts';

const fields = operations.flatMap(({ key, operation }) =>
	allFields(operation).map(({ field }) => ({ what: `${key}: ${field.displayName}`, field })),
);
const ofType = (type: string) => fields.filter(({ field }) => field.type === type);
const said = ({ description = '', hint = '' }: INodeProperties) => `${description} ${hint}`;

test.each(ofType('dateTime'))('$what says in which time zone it is read', ({ field }) => {
	const zone = field.typeOptions?.dateOnly ? 'in UTC' : 'In the time zone of the workflow';
	expect(said(field)).toContain(zone);
});

test.each(operations)(
	'$key gives the example of an expression once for each period',
	({ operation }) => {
		const told = allFields(operation)
			.filter(({ field }) => said(field).includes('$now'))
			.map(({ field }) => field.name);
		expect(told.filter((name) => !/Since$/.test(name))).toEqual([]);
	},
);

test.each(fields.filter(({ field }) => /Since$|Until$|^date_/.test(field.name)))(
	'$what says from when or until when',
	({ field: { name, description } }) => {
		const isFirst = /Since$|_start$/.test(name);
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
		expect(updateFields.description!.includes('Clear Fields')).toBe(clearable.length > 0);
	},
);

test.each(ofType('fixedCollection'))('$what begins as an empty object', ({ field }) => {
	const [json] = (field.options as Array<{ values: INodeProperties[] }>)[0].values;
	expect(JSON.parse(String(json.default))).toEqual({});
});

describe.each(nodes.filter(({ description }) => description.credentials!.length > 1))(
	'$name',
	({ description: { properties, credentials } }) => {
		test('calls each way to authenticate by its name', () => {
			const menu = properties.find(({ name }) => name === 'authentication')!;
			expect(menu.options).toEqual([
				{ name: 'Basic Auth', value: 'feedbackBasicApi' },
				{ name: 'Bearer Token', value: 'feedbackBearerApi' },
			]);
		});

		test('shows the credential that is chosen, and tests it as it is sent', () => {
			expect(credentials).toEqual(
				[
					['feedbackBearerApi', 'testFeedbackBearer'],
					['feedbackBasicApi', 'testFeedbackBasic'],
				].map(([name, testedBy]) => ({
					name,
					testedBy,
					required: true,
					displayOptions: { show: { authentication: [name] } },
				})),
			);
		});
	},
);
