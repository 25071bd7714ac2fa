// Each setting in Words of each recipe, as people leave it: with blanks around it, a separator at its end, or empty. It does the
// same, or says which setting it is. The steps run without n8n; test/recipes/words plays the whole recipes.
import { describe, expect, test } from 'vitest';
import { all, isSetting, wordsOf } from '../recipes/recipe.mts';
import { evaluated, runStep, type Seen, stepOf } from '../recipes/steps.mts';

type Json = Record<string, unknown>;
type Recipe = (typeof all)[number];

/** What the steps make of the words. It throws what they say against them. */
type Read = (words: Json, recipe: Recipe) => unknown;

interface Setting {
	value: string;
	read: Read;
	/** It has several parts, with one of these between them. */
	separators?: string[];
	/** Part of what the steps make without it. If it is not given, the run fails and names the setting. */
	empty?: string;
}

const valueOf = (recipe: Recipe, step: string, field: string, seen: Seen) =>
	evaluated(stepOf(recipe, step).parameters![field], seen);

/** An item behind Words, and Words itself. */
const behind = (words: Json, item: Json = {}, others: Record<string, Json[]> = {}): Seen => ({
	items: [{ ...words, ...item }],
	steps: (name) => others[name] ?? [{ ...words, ...item }],
});

const POST = { feedback_id: 12, title: 'Export', description: '', total_sum: 1, event: 'e' };
const planned = { ...POST, original: POST };

const issue: Read = (words, recipe) => {
	const seen = behind(words, planned);
	const { queryParameters, url } = stepOf(recipe, 'Find Issue').parameters as Json;
	const { url: to, jsonBody } = stepOf(recipe, 'Create Issue').parameters as Json;
	return evaluated([url, queryParameters, to, jsonBody], seen);
};

const DONE = { key: 'FEED-1', labels: ['other-1', 'feedback-12'], resolution: 'Done' };
const commented: Read = (words, recipe) => {
	const resolution = recipe.name === 'jira' ? 'Done' : 'completed';
	return runStep(recipe, 'Post', {
		items: [{ ...DONE, resolution }],
		steps: () => [words],
	});
};
/** Without it the tracker refuses the request, and says why. */
const refused = (value: string, empty: string): Setting => ({ value, read: issue, empty });
const both: Read = (words, recipe) => [issue(words, recipe), commented(words, recipe)];

const BODY = { body: { email: 'E' } };

/** Its own place for the ticket, since an address of one ticket would be that of each. */
const ticketAddress = (step: string): Setting => ({
	value: 'https://desk.example/{ticket}',
	read: (words, recipe) => {
		const seen = behind(words, { ticket: '12', email: '', title: '', details: '' });
		const Request = [{ Ticket: '12' }];
		return runStep(recipe, step, {
			...seen,
			steps: (name) => (step === 'Wish' ? Request : [name === 'Check' ? seen.items[0] : words]),
		});
	},
	empty: '"comment":"Ticket 12 of "',
});

/** The fields of a call under the names of Words. */
const called: Read = (words, recipe) => {
	const body = { request: { id: 'T-1' }, ticket: 'T-1', title: 'T', details: 'D', email: 'E' };
	return runStep(recipe, 'Check', { items: [words], steps: () => [{ body }] });
};
const name = (value: string) => ({
	value,
	read: called,
	empty: { ticket: 'T-1', title: 'T', details: 'D', email: 'E' }[value],
});

const CSV =
	'Wish,Words,More,Who,State,Kind,On,Mail,Fan,Count,Web\nT,D,M,A,open,idea,01/02/2024,-,b@x,3,w\n';
const WORDS_OF_CSV: Json = {
	'Title columns': 'wish',
	'Description columns': 'words',
	'Message columns': 'more',
	'Name columns': 'who',
	'Status columns': 'state',
	'Type columns': 'kind',
	'Created columns': 'on',
	'Author columns': 'mail',
	'Voter columns': 'fan',
	'Votes columns': 'count',
	'Address columns': 'web',
	'Date format': 'dd/MM/yyyy',
	'Empty cells': '-',
	'Left out if': '',
};
const rows: Read = (words, recipe) => {
	const changed = Object.entries(words).filter(([, value]) => value !== undefined);
	const all = { ...Object.fromEntries(changed), ...WORDS_OF_CSV, ...(words.changed as Json) };
	const [row] = runStep(recipe, 'Rows', { items: [{ csvText: CSV }], steps: () => [all] });
	return row;
};
/** The state open hides a row, unless it means the other one of yes and no. */
const hiddenIf =
	(rule: string): Read =>
	(words, recipe) =>
		rows({ ...words, changed: { ...(words.changed as Json), 'Left out if': rule } }, recipe);

const planOf =
	(row: Json): Read =>
	(words, recipe) => {
		const others: Record<string, Json[]> = {
			Words: [words],
			Parts: [{ key: '1', row: 2, title: 'T', description: '', leftOut: '', ...row }],
			'All Posts': [],
			'Saved Rows': [],
			'End-Users': [],
		};
		const [plan] = runStep(recipe, 'Plan', { items: [{}], steps: (step) => others[step] });
		if (plan.result === 'refused') throw new Error(String(plan.why));
		return [plan.type, plan.status];
	};
const columns = (value: string, empty: string): Setting => ({
	value,
	separators: [',', ';', '\n'],
	read: rows,
	empty,
});

const customers: Read = (words, recipe) =>
	runStep(recipe, 'Check Customers', {
		items: [{ email: 'ada@customer.example', plan: 'Pro', mrr: 12 }],
		steps: () => [words],
	});

const report: Read = (words, recipe) => {
	const posts = [
		{ feedback_id: 1, title: 'Old', status: 'open', created: '2020-01-01 00:00:00' },
		{ feedback_id: 2, title: 'New', status: 'planned', created: '2020-01-01 00:00:00' },
	];
	const Answers = [{ promoter_id: 1, vote: 0, comment: 'Too slow' }];
	const others: Record<string, Json[]> = { Words: [words], Posts: posts, Answers };
	return runStep(recipe, 'Report', { items: [{}], steps: (step) => others[step] ?? [{}] });
};
const mail: Read = (words, recipe) => {
	const { fromEmail, toEmail } = stepOf(recipe, 'Email').parameters as Json;
	return evaluated([fromEmail, toEmail], behind(words));
};

const released: Read = (words, recipe) =>
	runStep(recipe, 'Release', {
		items: [{ Title: 'New', Text: 'Export', Posts: '#12 Export' }],
		steps: () => [{ ...words, feedback_id: 12 }],
	});

const sorted = (all: unknown) =>
	JSON.parse(JSON.stringify(all), (_, one) =>
		Array.isArray(one) ? one.toSorted() : one,
	) as unknown;

const table: Record<string, Record<string, Setting>> = {
	jira: {
		Label: { value: 'feedback', read: both, empty: '-12' },
		'Jira address': { ...refused('https://jira.example', '"/rest/'), separators: ['/'] },
		'Project key': refused('FEED', '"key":""'),
		'Issue type': refused('Task', '"name":""'),
		'Done if': { value: 'Fixed, Done', separators: [',', ';', '\n'], read: commented },
	},
	github: {
		Label: { value: 'feedback', read: both, empty: '-12' },
		'GitHub address': { ...refused('https://github.example', '"/repos'), separators: ['/'] },
		Repository: { ...refused('your-company/your-product', 'repos//issues'), separators: ['/'] },
		'Done if': { value: 'fixed, completed', separators: [',', ';', '\n'], read: commented },
	},
	'ai-triage': {
		Types: {
			value: 'feature, bug',
			separators: [',', ';', '\n'],
			read: (words, recipe) => valueOf(recipe, 'Form of Answer', 'inputSchema', behind(words)),
			empty: '"type":{"type":"string"}',
		},
	},
	'feedback-report': {
		'From address': { value: 'a@x.example', read: mail, empty: '["",' },
		'To address': {
			value: 'a@x.example, b@x.example',
			separators: [',', ';', '\n'],
			read: mail,
			empty: ',""]',
		},
		'Language key': { value: 'de', read: report, empty: '"language":""' },
		'Answers shown': { value: '5', read: report, empty: '</table>\\n<h2>Gained most' },
		'Waiting status keys': {
			value: 'planned, open',
			separators: [',', ';', '\n'],
			read: report,
		},
	},
	'ticket-vote': {
		ticket: { ...name('request.id'), empty: 'T-1' },
		title: name('title'),
		details: name('details'),
		email: name('email'),
		'Ticket address': ticketAddress('Texts'),
	},
	'vote-for-a-customer': { 'Ticket address': ticketAddress('Wish') },
	'erasure-request': {
		email: {
			value: 'email',
			read: (words, recipe) =>
				valueOf(recipe, 'Find', 'userId', behind(words, {}, { 'Erasure Requested': [BODY] })),
			empty: '"value":""',
		},
	},
	'support-conversations': {
		reference: { value: 'ticket', read: called, empty: "'reference' is missing." },
		text: { value: 'details', read: called, empty: "'text' is missing." },
		name: { value: 'title', read: called, empty: '"name":""' },
		title: name('title'),
		email: name('email'),
		Longest: { value: '50000', read: called, empty: '"kind":"refused"' },
		'Left out': {
			value: 'blockquote, .quote',
			separators: [','],
			read: (words, recipe) => valueOf(recipe, 'Text of HTML', 'extractionValues', behind(words)),
			empty: '"skipSelectors":""',
		},
	},
	'release-notes': {
		'Update address': { value: 'https://a.example/{id}', read: released, empty: '"address":""' },
	},
	'import-from-another-tool': {
		// Then the first words of the description are the title.
		'Title columns': columns('x, wish', '"title":"D M"'),
		'Description columns': columns('x, words', '"leftOut":"Words"'),
		'Message columns': columns('x, more', '"leftOut":"More"'),
		'Name columns': columns('x, who', '"leftOut":"Who"'),
		'Status columns': columns('x, state', '"leftOut":"State"'),
		'Type columns': columns('x, kind', '"leftOut":"Kind"'),
		'Created columns': columns('x, on', '"leftOut":"On"'),
		'Author columns': columns('x, mail', '"leftOut":"Mail"'),
		'Voter columns': columns('x, fan', '"leftOut":"Fan"'),
		'Votes columns': columns('x, count', '"leftOut":"Count"'),
		'Address columns': columns('x, web', '"leftOut":"Web"'),
		'Date format': { value: 'dd/MM/yyyy', read: rows, empty: 'which may mean several days' },
		'Empty cells': columns('x, -', '"author":"-"'),
		'Left out if': {
			value: 'state = open',
			separators: ['\n'],
			read: rows,
			empty: '"leftOut":""',
		},
		'Yes words': { ...columns('x, open', '"hidden":"State"'), read: hiddenIf('state = no') },
		'No words': { ...columns('x, open', '"hidden":"State"'), read: hiddenIf('state = yes') },
		'Type if empty': { value: 'idea', read: planOf({}) },
		Types: { value: 'wish = idea', separators: ['\n'], read: planOf({ type: 'Wish' }) },
		Statuses: {
			value: 'new = open',
			separators: ['\n'],
			read: planOf({ type: 'idea', status: 'New' }),
		},
	},
	'plan-and-revenue': {
		'Email column': { value: 'email', read: customers },
		'Text columns': {
			value: 'plan',
			separators: [',', ';', '\n'],
			read: customers,
			empty: '"data":{"mrr":12}',
		},
		'Number columns': {
			value: 'mrr',
			separators: [',', ';', '\n'],
			read: customers,
			empty: '"data":{"plan":"Pro"}',
		},
		'Same address': { value: 'refuse', read: customers, empty: '"plan":"Pro"' },
	},
};

test('each setting of each recipe is in the table', () => {
	const settings = all.map((recipe) => [
		recipe.name,
		wordsOf(recipe)
			.map((one) => one.name)
			.filter(isSetting),
	]);
	const fields = all.map(({ name }) => [name, Object.keys(table[name] ?? {})]);
	expect(sorted(fields)).toEqual(sorted(settings));
});

const settings = Object.entries(table).flatMap(([recipe, one]) =>
	Object.entries(one).map(([field, setting]) => ({ recipe, field, ...setting })),
);

describe.each(settings)('$recipe: $field', ({ recipe: called, field, ...setting }) => {
	const { value, read, separators = [] } = setting;
	const recipe = all.find((one) => one.name === called)!;
	const does = (value: string) => {
		const words = runStep(recipe, 'Words', behind({}, planned));
		return read({ ...words[0], [field]: value, changed: { [field]: value } }, recipe);
	};
	const listed = (separator: string) => value.replaceAll(', ', separator);

	test('blanks around it', () => {
		expect(does(` ${value}\u00A0\n`)).toEqual(does(value));
	});

	test.each(separators)('%j at its end, and blanks around its parts', (separator) => {
		expect(does(` ${listed(` ${separator} `)} ${separator} `.replace(/ \/ $/, '/'))).toEqual(
			does(value),
		);
	});

	const outcome = (value: string) => {
		try {
			return { made: JSON.stringify(does(value)) };
		} catch (error) {
			return { refusal: `${error}` };
		}
	};

	test('empty, or blanks alone', () => {
		const { made, refusal } = outcome('');
		expect(outcome(' \n')).toEqual({ made, refusal });
		expect('empty' in setting, refusal ?? made).toBe(made !== undefined);
		if (made === undefined) expect(refusal).toContain(`'${field}'`);
		else expect(made.replaceAll('\\"', '"')).toContain(setting.empty);
	});
});
