// What Simplify leaves of each kind of record: one whole record and what comes out of it, both written by hand.
import { expect, test } from 'vitest';
import { bearer, byId, execute } from '../unit/n8n-context.mts';
import { scriptedService } from '../unit/scripted-service.mts';
import type { Values } from './examples.mts';
import { operations } from './nodes.mts';
import { endpointOf } from './specification.mts';

const service = scriptedService();

const times = { created: '2026-01-02 03:04:05', updated: '2026-02-03 04:05:06' };
const person = {
	user_id: 31,
	admin_id: 32,
	anonymous: false,
	data_name: 'ada',
	data_full_name: 'Ada Okafor',
	data_mail: 'ada@customer.example',
	data_img: 'https://img.example/ada.png',
	segments: ['beta'],
};
const user = { ...person, sso: true };

interface Simplified {
	/** Which operation reads it. */
	by: string;
	/** As the service answers, in the fields of the specification; each value is there once. */
	record: Record<string, unknown>;
	/** Answered within a list, since nothing else gives the record. */
	isListed?: true;
	/** Fields of the record, in their order; of an inner one with a dot. */
	leaves: string;
}

const post = {
	feedback_id: 11,
	product_id: 12,
	title: 'Dark mode',
	description: 'Too bright',
	description_html: '<p>Too bright</p>',
	status: 'planned',
	type: 'feature',
	total_sum: 13,
	total_up: 14,
	total_down: 15,
	total_comments: 16,
	...times,
	user,
};
const comment = {
	comment_id: 21,
	product_id: 12,
	feedback_id: 11,
	parent: 22,
	likes: 23,
	comment: 'Yes please',
	comment_html: '<p>Yes please</p>',
	status: 'visible',
	type: 'comment',
	pinned: true,
	public: false,
	...times,
	user,
};
const update = {
	changelog_id: 41,
	feedback_id: 11,
	product_id: 12,
	title: 'Now in the dark',
	description: 'Switch it on',
	description_html: '<p>Switch it on</p>',
	type: 'new',
	segment: 'beta',
	draft: true,
	scheduled: false,
	enabled: true,
	notify: true,
	created: times.created,
	stats: { pageviews: 42, visitors: 43 },
	settings: { link: 'https://a.example', link_text: 'More', link_color: '#fff' },
};
const response = {
	promoter_id: 51,
	vote: 9,
	comment: 'Good',
	meta: { referrer: 'https://app.example/invoices', plan: 'pro' },
	...times,
	user,
};
const endUser = {
	...person,
	data_id: 'customer-1',
	data: { plan: 'pro' },
	data_system: { ip: '192.0.2.1' },
	stats_feedback: 33,
	stats_votes: 34,
	stats_comments: 35,
	weight: 36,
	...times,
};
const group = {
	group_id: 61,
	data_id: 'acme',
	name: 'Acme',
	type: 'company',
	weight: 2,
	mrr: 1200,
	...times,
	meta: { region: 'EU' },
	stats: { users: 62 },
};
const ofGroup = 'group_id data_id name type weight mrr created updated';
const document = {
	document_id: 71,
	title: 'Export',
	slug: 'export',
	document_type: 'spec',
	tags: ['csv'],
	status: 'published',
	current_version: 3,
	content: '# Export',
	...times,
};

const table: readonly Simplified[] = [
	{
		by: 'post.get',
		record: post,
		leaves:
			'feedback_id title status total_sum type description created updated user.user_id user.data_mail',
	},
	{
		by: 'comment.get',
		record: comment,
		leaves:
			'comment_id feedback_id parent comment public created updated user.user_id user.data_name user.data_mail',
	},
	{
		by: 'changelogUpdate.get',
		record: update,
		leaves:
			'changelog_id title type draft scheduled created description segment stats.pageviews feedback_id',
	},
	{
		by: 'npsResponse.getAll',
		record: response,
		isListed: true,
		leaves:
			'promoter_id vote comment user.data_name user.data_mail created updated meta.referrer user.user_id',
	},
	{
		by: 'endUser.get',
		record: endUser,
		leaves:
			'user_id data_id data_name data_full_name data_mail anonymous stats_feedback stats_votes created updated',
	},
	{ by: 'group.get', record: group, leaves: ofGroup },
	{ by: 'group.create', record: { ...group, existed: false }, leaves: `${ofGroup} existed` },
	{ by: 'document.get', record: document, leaves: Object.keys(document).join(' ') },
];

/** The last of these names, and what stands there. */
function entryAt(record: Record<string, unknown>, place: string): [name: string, value: unknown] {
	const names = place.split('.');
	return [names.at(-1)!, names.reduce<unknown>((value, name) => (value as Values)[name], record)];
}

test.each(table)('Simplify leaves of $by what people need most, in this order', async (row) => {
	const { by, record, isListed, leaves } = row;
	service.says({ data: isListed ? [record] : record });
	const one = operations.find(({ key }) => key === by)!;
	const inPath = endpointOf(by).request.matchAll(/\{(\w+)\}/g);
	const [item] = await execute(one.node.Node, {
		credentials: bearer(service.baseUrl, 'key'),
		parameters: {
			resource: one.resource.value,
			operation: one.operation.option.value,
			...Object.fromEntries([...inPath].map(([, name]) => [name, byId(11)])),
			...(by === 'group.create' && { id: 'acme' }),
		},
	});
	expect(Object.entries(item.json)).toEqual(
		leaves.split(' ').map((place) => entryAt(record, place)),
	);
});

test('Simplify is written down for each kind of record that has more than a few fields', () => {
	const whole = operations.filter(({ operation }) => operation.output.whole);
	const kinds = (keys: string[]) => [...new Set(keys.map((key) => key.split('.')[0]))].sort();
	expect(kinds(table.map(({ by }) => by))).toEqual(kinds(whole.map(({ key }) => key)));
});
