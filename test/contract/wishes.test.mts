// Who asks for a post, and what they pay: the code of the recipe Wishes by revenue, without n8n.
import { expect, test } from 'vitest';
import { addressesIn } from '../../docs/recipes/src/shared/asking.js';
import { wishesOf } from '../../docs/recipes/src/wishes-by-revenue/revenue.js';
import { readRecipe } from '../recipes/recipe.mts';
import { runStep } from '../recipes/steps.mts';

const customers = [
	{ email: 'Ada@a.example', plan: 'pro', mrr: 100 },
	{ email: ' bob@b.example ', plan: 'free', mrr: 20.1 },
	{ email: 'cem@d.example', plan: null, mrr: null },
	{ email: '', plan: 'pro', mrr: 5000 },
];
const post = { feedback_id: 1, title: 'CSV export', total_sum: 2, data_mail: '' };
const comment = { feedback_id: 1, admin_id: 0, data_mail: '', comment: '' };

test.each<[who: string, posts: object[], comments: object[], found: object]>([
	['nobody whom the table has', [{ ...post, data_mail: 'eve@e.example' }], [], {}],
	['nobody with an address', [post], [{ ...comment, data_mail: null }], {}],
	['the author', [{ ...post, data_mail: 'ADA@a.example' }], [], { customers: 1, revenue: 100 }],
	['a commenter', [post], [{ ...comment, data_mail: 'bob@b.example' }], { plan: 'free 1' }],
	[
		'an author who comments, once',
		[{ ...post, data_mail: 'ada@a.example' }],
		[{ ...comment, data_mail: 'ada@a.example' }],
		{ customers: 1, revenue: 100 },
	],
	[
		'whom the team names in a comment, such as that of a ticket',
		[post],
		[{ ...comment, admin_id: 7, comment: 'Ticket 12 of ada@a.example\nBob <bob@b.example>.' }],
		{ customers: 2, revenue: 120.1, plan: 'pro 1, free 1' },
	],
	[
		'nobody whom a customer names',
		[post],
		[{ ...comment, data_mail: 'eve@e.example', comment: 'Ask ada@a.example' }],
		{},
	],
	['a customer without revenue', [{ ...post, data_mail: 'cem@d.example' }], [], { revenue: 0 }],
	[
		'nobody under another post',
		[post],
		[{ ...comment, feedback_id: 2, data_mail: 'ada@a.example' }],
		{},
	],
])('%s', (_who, posts, comments, found) => {
	const [wish = {}] = wishesOf(posts, comments, customers);
	expect(wish).toMatchObject(found);
	expect(wish).toEqual(
		Object.keys(found).length > 0 ? expect.objectContaining({ feedback_id: '1', votes: 2 }) : {},
	);
});

test('revenue is money: two decimals', () => {
	const paying = [
		{ ...customers[0], mrr: 0.1 },
		{ ...customers[1], mrr: '0.2' },
	];
	const asked = { ...comment, data_mail: 'bob@b.example' };
	const [wish] = wishesOf([{ ...post, data_mail: 'ada@a.example' }], [asked], paying);
	expect(wish).toMatchObject({ customers: 2, revenue: 0.3 });
});

test.each(['1.200 €', '$1,200', '99,50', '1.200'])(
	'revenue that is the text %j fails the run',
	(mrr) => {
		const run = () =>
			wishesOf([{ ...post, data_mail: 'ada@a.example' }], [], [{ ...customers[0], mrr }]);
		expect(run).toThrow(
			`'mrr of Ada@a.example' must be a number such as 1200 or 99.50, but is ${mrr}.`,
		);
	},
);

test('those of most revenue come first, and of the same revenue those with most votes', () => {
	const posts = ['bob', 'ada', 'cem', 'cem'].map((name, at) => ({
		...post,
		feedback_id: at + 1,
		total_sum: at,
		data_mail: `${name}@${{ bob: 'b', ada: 'a', cem: 'd' }[name]}.example`,
	}));
	const ids = wishesOf(posts, [], customers).map(
		(wish: { feedback_id: string }) => wish.feedback_id,
	);
	expect(ids).toEqual(['2', '1', '4', '3']);
});

test.each([
	['Ticket 1 of ada@a.example', ['ada@a.example']],
	['From mailto:Ada@a.example.', ['ada@a.example']],
	['"Ada" <ada@a.example>, bob@b.example;', ['ada@a.example', 'bob@b.example']],
	['<mailto:ada@a.example|ada@a.example>', ['ada@a.example', 'ada@a.example']],
	...['!', '?', '/', '…', '”', '*', '`', '}', '|', '\u200b', '...', '。'].map(
		(end): [string, string[]] => [`For ada@a.example${end}`, ['ada@a.example']],
	),
	["Ticket 12 of o'neil@a.example", ["o'neil@a.example"]],
	["For 'ada@a.example', and ada@a.example's team", ['ada@a.example', 'ada@a.example']],
	["She wrote 'ask ada@a.example.'", ['ada@a.example']],
	['（ada@a.example）、«bob@b.example»', ['ada@a.example', 'bob@b.example']],
	['ada@a.example—now', ['ada@a.example']],
	['no address', []],
	[null, []],
])('the addresses in %j', (text, addresses) => {
	expect(addressesIn(text)).toEqual(addresses);
});

test('an empty table of customers fails the run, and says what to fill in', () => {
	const steps = () => [{}];
	const run = () => runStep(readRecipe('wishes-by-revenue'), 'Wishes', { items: [{}], steps });
	expect(run).toThrow("The table 'customers' is empty. Fill in email, plan and mrr");
});

test('the message has the ten largest, and says of how many', () => {
	const wishes = Array.from({ length: 12 }, (_, at) => ({ feedback_id: `${at}`, title: 'Export' }));
	const items = runStep(readRecipe('wishes-by-revenue'), 'Ten Largest', { items: wishes });
	expect(items.map(({ event }) => event)).toEqual(['wishHeading', ...Array(10).fill('wish')]);
	expect(items[0].count).toBe(12);
});
