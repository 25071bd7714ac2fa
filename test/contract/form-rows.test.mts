// What the recipes with a form make of what people enter, without n8n: which field is what, what becomes a post and a comment, and
// what is asked for again.
import { describe, expect, test } from 'vitest';
import type { WorkflowDraft } from '../n8n-host/rest.mts';
import { readRecipe } from '../recipes/recipe.mts';
import { evaluated, runStep, stepOf } from '../recipes/steps.mts';

type Json = Record<string, unknown>;
type Field = { fieldLabel: string; fieldType: string; requiredField?: boolean };

interface Form {
	step: string;
	trigger: string;
	/** What is entered under each label as it is published. */
	entered: Json;
}

const forms: Record<string, Form> = {
	'feedback-form': {
		step: 'Idea',
		trigger: 'Form',
		entered: { Idea: 'Dark mode', Details: 'At night', Email: 'ada@x.example' },
	},
	'vote-for-a-customer': {
		step: 'Wish',
		trigger: 'Request',
		entered: {
			'Email of the customer': 'ada@x.example',
			'What the customer asks for': 'Dark mode',
			Ticket: 'T-1',
		},
	},
};

/** What the step makes of it, with other words, and a form that was changed. */
function madeOf(
	name: string,
	entered: Json,
	{ words = {}, edit = () => {} }: { words?: Json; edit?: (fields: Field[]) => unknown } = {},
): Json {
	const recipe = structuredClone(readRecipe(name)) as WorkflowDraft;
	const { step, trigger } = forms[name];
	const form = recipe.nodes.find((node) => node.name === trigger)!.parameters!;
	edit((form.formFields as { values: Field[] }).values);
	const [published] = runStep(recipe, 'Words', { items: [{}] });
	const items = [{ ...published, ...words }];
	const sent = { ...entered, submittedAt: 'now', formMode: 'production' };
	return runStep(recipe, step, { items, steps: () => [sent] })[0];
}

const text = (fieldLabel: string, requiredField = false) => ({
	fieldLabel,
	fieldType: 'text',
	requiredField,
});

describe('feedback-form', () => {
	const { entered } = forms['feedback-form'];
	const idea = (changed: Json = {}, given = {}) =>
		madeOf('feedback-form', { ...entered, ...changed }, given);

	test('keeps who wrote in a comment, and the words too under a title that exists', () => {
		expect(idea({ Company: 'Acme', Seats: 3, Picture: [{ filename: 'a.png' }] })).toEqual({
			title: 'Dark mode',
			description: 'At night',
			email: 'ada@x.example',
			comment: 'From ada@x.example\nCompany: Acme\nSeats: 3\nPicture: [{"filename":"a.png"}]',
			commentOnExisting:
				'From ada@x.example\nDark mode\nAt night\nCompany: Acme\nSeats: 3\nPicture: [{"filename":"a.png"}]',
			isFormWrong: false,
			isComplete: true,
			refused: "Please fill in 'Idea' and 'Email', and send it again.",
		});
	});

	test.each([
		['a new post, which has the words', {}, 'From ada@x.example'],
		['a post that exists', { existed: true }, 'From ada@x.example\nDark mode\nAt night'],
	])('the comment on %s', (_what, post, comment) => {
		const { parameters } = stepOf(readRecipe('feedback-form'), 'Keep Words');
		const seen = { items: [{ feedback_id: 1, ...post }], steps: () => [idea()] };
		expect(evaluated(parameters!.comment, seen)).toBe(comment);
	});

	test('keeps words whole, however many there are', () => {
		const long = `${'x'.repeat(49_999)}🦉y`;
		expect(idea({ Idea: long })).toMatchObject({
			description: `${long}\n\nAt night`,
			comment: 'From ada@x.example',
			commentOnExisting: `From ada@x.example\n${long}\nAt night`,
		});
	});

	test.each<[what: string, Idea: unknown, title: string, description: string]>([
		['80 characters', 'x'.repeat(80), 'x'.repeat(80), 'At night'],
		['81', 'x'.repeat(81), `${'x'.repeat(79)}…`, `${'x'.repeat(81)}\n\nAt night`],
		['80 of two units', '🦉'.repeat(80), '🦉'.repeat(80), 'At night'],
		['81 of two units', '🦉'.repeat(81), `${'🦉'.repeat(79)}…`, `${'🦉'.repeat(81)}\n\nAt night`],
		['several lines', 'Dark\nmode', 'Dark mode', 'Dark\nmode\n\nAt night'],
		['two blanks', 'Dark  mode', 'Dark mode', 'Dark  mode\n\nAt night'],
		['hidden characters', '\u202eDark\u200b mode', 'Dark mode', 'At night'],
		['choices', ['Dark', 'Light'], 'Dark, Light', 'At night'],
		['a number', 12, '12', 'At night'],
		['{email}', '{email} $& {{name}}', '{email} $& {{name}}', 'At night'],
	])('makes a title and a description of an idea of %s', (_what, Idea, title, description) => {
		expect(idea({ Idea })).toMatchObject({ title, description, isComplete: true });
	});

	test.each(['{{first_name}}', 'null', '#N/A', 'Say $& and {email}'])(
		'keeps details as written: %s',
		(Details) => {
			expect(idea({ Details })).toMatchObject({
				description: Details,
				commentOnExisting: `From ada@x.example\nDark mode\n${Details}`,
			});
		},
	);

	test.each<[changed: Json]>([
		[{ Idea: '' }],
		[{ Idea: ' \u200b' }],
		[{ Idea: undefined }],
		[{ Idea: { text: 'x' } }],
		[{ Email: '' }],
		[{ Email: 'NULL' }],
		[{ Email: { text: 'ada@x.example' } }],
	])('asks again for %j', (changed) => {
		expect(idea(changed)).toMatchObject({ isComplete: false, isFormWrong: false });
	});

	test.each<[what: string, edit: (fields: Field[]) => unknown]>([
		['no address', (fields) => fields.pop()],
		['no words', (fields) => fields.splice(0, 2)],
	])('fails where its form asks for %s', (_what, edit) => {
		expect(idea({}, { edit })).toMatchObject({ isComplete: false, isFormWrong: true });
	});

	const made = { title: 'Dark mode', email: 'ada@x.example', isComplete: true };

	test.each<[what: string, edit: (fields: Field[]) => unknown, changed: Json, made: Json]>([
		['a longer idea', ([one]) => (one.fieldType = 'textarea'), {}, made],
		['a choice of ideas', ([one]) => (one.fieldType = 'dropdown'), {}, made],
		[
			'an address as text',
			([, , email]) => Object.assign(email, { fieldType: 'text', fieldLabel: 'E-Mail-Adresse' }),
			{ 'E-Mail-Adresse': 'eve@x.example' },
			{ ...made, email: 'eve@x.example' },
		],
		['the address first', (all) => all.unshift(all.pop()!), {}, made],
		[
			'two addresses first',
			(all) =>
				all.unshift(all.pop()!, { fieldLabel: 'mail2', fieldType: 'email', requiredField: true }),
			{ mail2: 'boss@x.example' },
			made,
		],
		['a name above', (all) => all.unshift(text('Name')), { Name: 'Ada' }, made],
		['a heading above', (all) => all.unshift({ fieldLabel: '', fieldType: 'html' }), {}, made],
		[
			'a file above',
			(all) => all.unshift({ fieldLabel: 'Picture', fieldType: 'file', requiredField: true }),
			{},
			made,
		],
		['an own field below', (all) => all.push(text('Company', true)), { Company: 'Acme' }, made],
		[
			'details of one line',
			([, details]) => (details.fieldType = 'text'),
			{},
			{ ...made, description: '', comment: 'From ada@x.example\nDetails: At night' },
		],
		['no details', (all) => all.splice(1, 1), { Details: undefined }, { ...made, description: '' }],
		['an idea that may be left out', ([one]) => (one.requiredField = false), {}, made],
		[
			'the idea renamed',
			([one]) => (one.fieldLabel = 'Idee „1“'),
			{ 'Idee „1“': 'Neu' },
			{ title: 'Neu' },
		],
	])('reads a form with %s', (_what, edit, changed, expected) => {
		expect(idea(changed, { edit })).toMatchObject(expected);
	});

	test('names the fields as the form does', () => {
		const edit = ([one, , email]: Field[]) => {
			one.fieldLabel = 'Idee';
			email.fieldLabel = 'Mail';
		};
		expect(idea({}, { edit })).toMatchObject({
			refused: "Please fill in 'Idee' and 'Mail', and send it again.",
		});
	});
});

describe('vote-for-a-customer', () => {
	const { entered } = forms['vote-for-a-customer'];
	const wish = (changed: Json = {}, given = {}) =>
		madeOf('vote-for-a-customer', { ...entered, ...changed }, given);

	test.each<[ticket: unknown, comment: string]>([
		['T-1', 'Ticket T-1 of ada@x.example\nhttps://desk.example/T-1\nDark mode\nCompany: Acme'],
		[12, 'Ticket 12 of ada@x.example\nhttps://desk.example/12\nDark mode\nCompany: Acme'],
		['a/b', 'Ticket a/b of ada@x.example\nhttps://desk.example/a%2Fb\nDark mode\nCompany: Acme'],
		['', 'From ada@x.example\nDark mode\nCompany: Acme'],
	])('keeps the words and the address of ticket %j', (Ticket, comment) => {
		const words = { 'Ticket address': ' https://desk.example/{ticket} ' };
		expect(wish({ Ticket, Company: 'Acme' }, { words })).toMatchObject({
			title: 'Dark mode',
			description: 'Dark mode',
			comment,
			isComplete: true,
		});
	});

	test.each<[what: string, found: Json[], choices: string[]]>([
		// A step that found nothing gives out an empty item.
		['no similar post', [{}], ['A new post']],
		[
			'a similar post',
			[{ feedback_id: 7, title: ' Dark\nmode ', status: 'open' }],
			['Dark mode (open, 0 votes) #7', 'A new post'],
		],
	])('shows %s', (_what, items, choices) => {
		const words = {
			which: 'Which?',
			choice: '{title} ({status}, {votes} votes)',
			'new one': 'A new post',
		};
		const recipe = readRecipe('vote-for-a-customer');
		const [{ page }] = runStep(recipe, 'Choices', { items, steps: () => [words] });
		const [{ fieldOptions }] = page as [{ fieldOptions: { values: Array<{ option: string }> } }];
		expect(fieldOptions.values.map(({ option }) => option)).toEqual(choices);
	});

	test('refuses an address of one ticket, which would be that of each', () => {
		const words = { 'Ticket address': 'https://desk.example/1042' };
		expect(() => wish({}, { words })).toThrow("'Ticket address' in Words needs {ticket}");
	});

	test.each<[changed: Json]>([
		[{ 'What the customer asks for': ' ' }],
		[{ 'Email of the customer': 'NULL' }],
	])('asks again for %j', (changed) => {
		expect(wish(changed)).toMatchObject({
			isComplete: false,
			refused:
				"Please fill in 'Email of the customer' and 'What the customer asks for', and send it again.",
		});
	});

	test.each<[what: string, edit: (fields: Field[]) => unknown, ticket: string]>([
		['a line of words', ([, words]) => (words.fieldType = 'text'), 'T-1'],
		['a ticket by number', ([, , ticket]) => (ticket.fieldType = 'number'), 'T-1'],
		['the ticket first', (all) => all.unshift(all.pop()!), 'T-1'],
		['an own field below', (all) => all.push(text('Company')), 'T-1'],
		['no ticket', (all) => all.pop(), ''],
	])('reads a form with %s', (_what, edit, ticket) => {
		expect(wish({}, { edit })).toMatchObject({
			ticket,
			words: 'Dark mode',
			email: 'ada@x.example',
		});
	});
});
