// What Simplify leaves of each kind of record, written by hand.
import { expect, test } from 'vitest';
import type { ValueTypes } from '../../nodes/shared/service/values';
import { bearer, byId, execute } from '../unit/n8n-context.mts';
import { scriptedService } from '../unit/scripted-service.mts';
import type { Values } from './examples.mts';
import { operations } from './nodes.mts';
import { inPath, isList } from './operation-runs.mts';

const service = scriptedService();

const ofGroup = 'group_id data_id name type weight mrr created updated';

/** Fields of the record, in their order; of an inner one with a dot. */
const simplified: Readonly<Record<string, string>> = {
	'post.get':
		'feedback_id title status total_sum type description created updated user.user_id user.data_mail',
	'comment.get':
		'comment_id feedback_id parent comment public created updated user.user_id user.data_name user.data_mail',
	'changelogUpdate.get':
		'changelog_id title type draft scheduled created description segment stats.pageviews feedback_id',
	'npsResponse.getAll':
		'promoter_id vote comment user.data_name user.data_mail created updated meta.referrer user.user_id',
	'endUser.get':
		'user_id data_id data_name data_full_name data_mail anonymous stats_feedback stats_votes created updated',
	'group.get': ofGroup,
	'group.create': `${ofGroup} existed`,
	'document.get':
		'document_id title slug document_type tags status current_version content created updated',
};

/** A record that holds its own place in every field. */
function recordOf(fields: ValueTypes, outer = ''): Values {
	const entries = Object.entries(fields).map(([name, { type, properties }]) => {
		const place = outer + name;
		// The keys in it are the caller's own.
		if (type === 'object' && !properties)
			return [name, { referrer: `${place}.referrer`, plan: 'pro' }];
		return [name, properties ? recordOf(properties, `${place}.`) : place];
	});
	return Object.fromEntries(entries) as Values;
}

test.each(Object.entries(simplified))(
	'Simplify leaves of %s what people need most, in this order',
	async (key, leaves) => {
		const one = operations.find((operation) => operation.key === key)!;
		const record = recordOf(one.operation.output.kind.fields);
		service.says({ data: isList(one) ? { items: [record] } : record });
		const [item] = await execute(one.node.Node, {
			credentials: bearer(service.baseUrl, 'key'),
			parameters: {
				resource: one.resource.value,
				operation: one.operation.option.value,
				...Object.fromEntries(inPath(one).map((name) => [name, byId(11)])),
				...(key === 'group.create' && { id: 'acme' }),
			},
		});
		expect(Object.entries(item.json)).toEqual(
			leaves
				.split(' ')
				.map((place) => [place.split('.').at(-1), place === 'existed' ? false : place]),
		);
	},
);

test('Simplify is written down for each kind of record that has more than a few fields', () => {
	const whole = operations.filter(({ operation }) => operation.output.isWhole);
	const kinds = (keys: string[]) => [...new Set(keys.map((key) => key.split('.')[0]))].sort();
	const advice = 'Write what Simplify leaves of the record into `simplified` in this test';
	expect(kinds(Object.keys(simplified)), advice).toEqual(kinds(whole.map(({ key }) => key)));
});
