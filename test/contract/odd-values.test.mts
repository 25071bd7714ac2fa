// What becomes of an odd value in any field of any operation: refused by its name, and nothing is sent; or exactly this
// stands on the wire. Values come from expressions, as databases, spreadsheets and models give them. Each field takes
// those that differ by kind; the others are dealt out among the fields of a kind, so that each comes to each kind.
import { type INodePropertyOptions, tryToParseDateTime } from 'n8n-workflow';
import { expect, test } from 'vitest';
import { newKey } from '../faults/rehearsal.mts';
import { bearer } from '../unit/n8n-context.mts';
import { fieldsOf } from '../../nodes/shared/node/operation';
import { allFields, holderOf, showing, toParameters } from './examples.mts';
import { operations, type PublishedOperation } from './nodes.mts';
import { fewestExamples, inPath, run } from './operation-runs.mts';
import { ownWorkspace, sandbox } from './own-workspace.mts';
import { endpointOf } from './expectations.mts';

ownWorkspace();

/** What a field is for, whatever n8n shows of it. */
type Kind =
	| 'text'
	| 'texts'
	| 'integer'
	/** Rounded to a whole number. */
	| 'amount'
	| 'switch'
	| 'time'
	| 'object'
	| 'map'
	| 'choice'
	| 'choices'
	/** Of a record in the path. */
	| 'id'
	/** Of an end-user in a body, or as a filter. */
	| 'userId'
	/** A key that the workspace defines, such as a status. */
	| 'key';

type Place = PublishedOperation & ReturnType<typeof allFields>[number] & { what: string };

type Row = [what: string, value: unknown, wire: Wire];

/** Nothing is left of the value, and the field is not sent. */
const LEFT_OUT = Symbol('left out');

type Wire = Partial<Record<Kind, unknown>>;

const asText = (text: string, others: Wire = {}): Wire => ({
	text,
	texts: [text],
	id: text,
	key: text,
	...others,
});

/** What an expression gives that finds nothing. */
const nothing: Wire = {};

const iso = '2001-09-09T01:46:40.000Z';
const aDateTime = tryToParseDateTime(iso, 'UTC');
const moment: Wire = { text: iso, key: iso, time: '2001-09-09 01:46:40' };

const deep = '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000);

/** Each value with what the kinds of fields make of it. The other kinds refuse it. */
const values: Row[] = [
	['undefined', undefined, nothing],
	['null', null, nothing],
	['an empty text', '', nothing],
	['blanks', ' \t', nothing],
	['characters that nobody sees', '\u200b \u00ad\u{e0041}\u2800', nothing],
	['an empty list', [], { texts: [], choices: [] }],
	['a list of a text', ['a'], { texts: ['a'] }],
	['a list of nothing', [null], {}],
	['a list of a list', [['a']], {}],
	['an empty object', {}, { object: LEFT_OUT, map: LEFT_OUT }],
	['an object', { a: 1 }, { object: { a: 1 }, map: { a: '1' } }],
	[
		'an object with a name that JavaScript knows',
		{ constructor: 'a' },
		{ object: { constructor: 'a' }, map: { constructor: 'a' } },
	],
	['an object that would replace its own prototype', JSON.parse('{"__proto__":"a"}'), {}],
	['an object of a number that has lost digits', { a: [2 ** 53] }, {}],
	['an object of nothing', { a: null }, { object: { a: null }, map: LEFT_OUT }],
	['an object of an object', { a: { b: 1 } }, { object: { a: { b: 1 } } }],
	['JSON of an empty object', '{}', asText('{}', { object: LEFT_OUT, map: LEFT_OUT })],
	['JSON of an object', '{"a":1}', asText('{"a":1}', { object: { a: 1 }, map: { a: '1' } })],
	[
		'JSON of a long number',
		'{"a":9007199254740993}',
		asText('{"a":9007199254740993}', {
			object: { a: '9007199254740993' },
			map: { a: '9007199254740993' },
		}),
	],
	['JSON of a list', '[1,2]', asText('[1,2]', { id: undefined, texts: ['1', '2'] })],
	['JSON of nothing', 'null', asText('null')],
	['a template', '{{account.id}}', asText('{{account.id}}')],
	['a formula without a value', '#N/A', asText('#N/A', { id: undefined })],
	['deep JSON', deep, { text: deep, texts: [deep], key: deep }],
	['true', true, { text: 'true', switch: true, key: 'true' }],
	['the word true', 'true', asText('true', { switch: true })],
	['the word FALSE', 'FALSE', asText('FALSE', { switch: false })],
	['the word yes', 'yes', asText('yes')],
	['zero', 0, { text: '0', integer: 0, id: '0', userId: 0, key: '0', switch: false }],
	['less than zero', -3, { text: '-3', integer: -3, id: '-3', userId: -3, key: '-3' }],
	['a half', 7.5, { text: '7.5', key: '7.5', amount: 8 }],
	['a number as text', '1', asText('1', { integer: 1, switch: true, userId: 1 })],
	['a number of a spreadsheet', '7.0', asText('7.0', { id: '7', integer: 7, userId: 7 })],
	[
		'a number between blanks',
		' 7\n',
		asText(' 7\n', { texts: ['7'], id: '7', key: '7', integer: 7, userId: 7 }),
	],
	['2^53', 2 ** 53, {}],
	[
		'2^53 + 1 as text',
		'9007199254740993',
		asText('9007199254740993', { userId: '9007199254740993' }),
	],
	['no number', Number.NaN, {}],
	['an endless number', Number.POSITIVE_INFINITY, {}],
	[
		'a day alone',
		'2025-03-14',
		asText('2025-03-14', { id: undefined, time: '2025-03-14 00:00:00' }),
	],
	[
		'a time',
		'2025-03-14T09:26:53Z',
		asText('2025-03-14T09:26:53Z', { time: '2025-03-14 09:26:53' }),
	],
	['a day that does not exist', '2025-02-31', asText('2025-02-31', { id: undefined })],
	['a day in words', 'tomorrow', asText('tomorrow')],
	['a Date', new Date(1e12), moment],
	// n8n gives it as text where it is a part of something.
	['a DateTime', aDateTime, asText(iso, moment)],
	['a Date that does not exist', new Date(Number.NaN), {}],
	[
		'milliseconds',
		1e12,
		{
			text: '1000000000000',
			integer: 1e12,
			id: '1000000000000',
			userId: 1e12,
			key: '1000000000000',
			time: '2001-09-09 01:46:40',
		},
	],
	['a text with a blank at its end', 'x ', asText('x ', { texts: ['x'], id: 'x', key: 'x' })],
	['texts with a comma', 'a, b', asText('a, b', { texts: ['a', 'b'] })],
	['a comma', ',', asText(',', { texts: [], choices: [] })],
	['half an emoji', '\\ud83d\ud83d', asText('\\ud83d\ufffd', { id: undefined })],
	['a path', 'a/b', asText('a/b', { id: undefined })],
	['two dots', '..', asText('..', { id: undefined })],
	['a long text', 'x'.repeat(300), asText('x'.repeat(300), { id: undefined })],
	['a name that JavaScript knows', 'constructor', asText('constructor')],
];

/** Numbers as the sheets of ten languages write them: the number that it is, or refused. */
const written: Row[] = [
	...'12.0 12.00 \u00a012\u202f \ufeff12'
		.split(' ')
		.map((text): Row => [text, text, { id: '12', integer: 12, userId: 12 }]),
	...[
		'10.000 12.0000 10,000 1.000.000 1,00,000 1.234,56 1,234.56 10,5 10.5 10,00 .5 12. 12% 10_000',
		"10\u00a0000 10\u202f000 10'000 10\u2019000 10\u066c000 \u0661\u0662 \uff11\uff12 \u0967\u0968",
		'12- \u221212 +12 (12) €12 12_€ $12.00 1e3 1,2E+11',
	].flatMap((texts) => texts.split(' ').map((text): Row => [text, text.replace('_', ' '), {}])),
];

/** Amounts with decimals, which are rounded, and what may be thousands or is no number. */
const ofAmounts: Row[] = [
	...[99.49, 99.5, -0.6, 1e-9].map((one): Row => [`${one}`, one, { amount: Math.round(one) }]),
	...'99.5 99.50 1200.0000 -3.25 \u00a012.75\u200b'
		.split(' ')
		.map((text): Row => [text, text, { amount: Math.round(Number.parseFloat(text.trim())) }]),
	...'1.200 1,200 1.200.000 1.234,56 1,234.56 99,50 1e3 12% €12 .5 12. free 1_200'
		.split(' ')
		.map((text): Row => [text, text, {}]),
	['more than a number holds', 1e300, {}],
];

/** More values than an answer may have either: a list of them in a text takes far more memory than the text. */
const manyValues = `1${',1'.repeat(2_000_000)}`;

const ofObjects: Row[] = [
	['JSON of many values', `{"a":[${manyValues}]}`, {}],
	['no number in an object', { a: [Number.NaN] }, {}],
	['an endless number in an object', { a: 1 / 0 }, {}],
	['a DateTime in an object', { a: aDateTime }, { object: { a: iso }, map: { a: iso } }],
	[
		'half an emoji in an object',
		{ 'a\ud83d': '\udc4d' },
		{ object: { 'a\ufffd': '\ufffd' }, map: { 'a\ufffd': '\ufffd' } },
	],
];

/** Lists of a and b in a text, as front matter and sheets write them. */
const ofTexts: Row[] = [
	['JSON of many values', `[${manyValues}]`, {}],
	...[
		'[a, b]',
		'[\'a\', "b"]',
		'["a","b",]',
		'- a\n- b',
		'\n- "a"\r\n- b\n',
		'* a\n• b',
		'a;b',
		'"a", b',
		'a\nb,',
	].map((text): Row => [text, text, { texts: ['a', 'b'] }]),
	...['[a, b', '[[a], b]', '[a], b', '- [a, b]', '{a,b}', "('a', 'b')"].map(
		(text): Row => [text, text, {}],
	),
	['entries that show nothing', 'a, \u200b, " ", b', { texts: ['a', 'b'] }],
	['brackets in JSON', '["a [1]", "b"]', { texts: ['a [1]', 'b'] }],
	['a comma in quotes', "[a, 'b, c', d's, 'e']", { texts: ['a', 'b, c', "d's", 'e'] }],
];

/** What would lead to another endpoint if it stood in a path as it is. */
const ofPaths: Row[] = [
	...'. \\ / 1/../2 ../posts 1?x=y 1#x 1;x=y 1\r\nX-Header:y'
		.split(/ /)
		.map((text): Row => [text, text, {}]),
	...'# %2e%2e %2F'.split(' ').map((text): Row => [text, text, { id: text }]),
	['half a character alone', '\ud800', {}],
	['many digits', '9'.repeat(10_000), {}],
];

/** What stands only in fields of one kind. */
const ofKind: Partial<Record<Kind, Row[]>> = {
	amount: ofAmounts,
	id: [...written, ...ofPaths],
	integer: written,
	map: ofObjects,
	object: ofObjects,
	texts: ofTexts,
	userId: written,
};

type Bounds = Readonly<Record<string, [least: number, most: number]>>;

const lengths: Readonly<Record<string, Bounds>> = {
	'document.create': { title: [3, 500] },
	'group.create': { id: [1, 255], name: [0, 255], type: [0, 64] },
};
const numbers: Bounds = {
	concurrency: [1, Infinity],
	limit: [1, Infinity],
	longestLine: [1, Infinity],
	minimumScore: [0, 100],
	periods: [1, 100],
	unansweredFor: [1, Infinity],
};

function kindOf(one: Place): Kind {
	const { field } = one;
	if (inPath(one).includes(field.name)) return 'id';
	switch (field.type) {
		case 'options':
			return 'choice';
		case 'multiOptions':
			return 'choices';
		case 'boolean':
			return 'switch';
		case 'number':
			return field.name === 'mrr' ? 'amount' : 'integer';
		case 'dateTime':
			return 'time';
		case 'json':
			return field.sent ? 'map' : 'object';
		case 'resourceLocator':
			return field.sent ? 'userId' : 'key';
		default:
			return field.name === 'tags' ? 'texts' : 'text';
	}
}

/** What the field holds: an expression, in a picker under its first way to enter something. */
function held({ field }: Place, value: unknown): unknown {
	const mode = field.modes?.find(({ type }) => type === 'string')?.name;
	return mode ? { __rl: true, mode, value: () => value } : () => value;
}

/** The value of the field in the first request. */
function onTheWire(one: Place): unknown {
	const [{ body, path }] = sandbox.requests;
	const { name, part } = one.field;
	if (inPath(one).includes(name)) {
		const [, template] = endpointOf(one.key).request.split(' ');
		const names = template.split('/');
		const segments = path.split('?')[0].split('/');
		expect(segments.length).toBe(names.length);
		return decodeURIComponent(segments[names.indexOf(`{${name}}`)]);
	}
	const sent = (part ? (body as Record<string, object>)?.[part] : body) as
		| Record<string, unknown>
		| undefined;
	return sent?.[name] ?? new URL(path, sandbox.baseUrl).searchParams.get(name) ?? LEFT_OUT;
}

/** Whether a change sets the field, which cannot be cleared then. */
const isSet = (one: Place, name: unknown) => Object.hasOwn(fewestExamples(one), String(name));

const places = operations.flatMap((one) =>
	allFields({ ...one.operation, path: [], fields: fieldsOf(one.operation) })
		// A tool has a form of its own, which no expression chooses.
		.filter(({ field }) => field.type !== 'notice' && !field.noDataExpression)
		.map(
			(place): Place => ({
				...one,
				...place,
				what: `${one.key}: ${place.field.displayName}`,
			}),
		),
);

/** What a failed item holds. */
interface Failed {
	message: string;
	errors?: Array<{ field: string; message: string }>;
}

/** The field of a problem, which may name a place in it. */
const fieldIn = ({ field }: { field: string }) => field.split('.')[0];

/** Values of which no two kinds make the same; menus differ by their labels. */
const differing = [
	'null',
	'blanks',
	'characters that nobody sees',
	'JSON of an object',
	'JSON of nothing',
	'a template',
	'true',
	'a half',
	'a number between blanks',
	'2^53 + 1 as text',
	'a time',
];

/** Fields of which the same becomes of any value: one that has bounds is alone. */
const alike = Object.values(
	Object.groupBy(places, (one) => {
		const { collection, field, key, what } = one;
		const hasBounds = numbers[field.name] ?? lengths[key]?.[field.name];
		return [kindOf(one), field.type, collection, field.required, hasBounds && what].join();
	}),
);

function rowsOf(one: Place): Row[] {
	const group = alike.find((fields) => fields!.some(({ what }) => what === one.what))!;
	const all = [...values, ...(ofKind[kindOf(one)] ?? [])];
	return all.filter(
		([what], at) => differing.includes(what) || group[at % group.length].what === one.what,
	);
}

test.each(places)('$what', async (one) => {
	const { field, collection, key, operation } = one;
	const kind = kindOf(one);
	const options = (field.options ?? []) as INodePropertyOptions[];
	const labels: Row[] = ['choice', 'choices'].includes(kind)
		? options
				.filter(({ value }) => !isSet(one, value))
				.flatMap(({ name, value }): Row[] => [
					[`the label ${name}`, ` ${name.toUpperCase()}`, { choice: value, choices: [value] }],
					[`a list of ${value}`, JSON.stringify([value]), { choices: [value] }],
				])
		: [];
	// Of its own, so that no request waits for the rate limit.
	const credentials = bearer(sandbox.baseUrl, newKey(sandbox));
	const isOwn = field.isOwn === true || endpointOf(key).own?.includes(field.name);
	for (const [what, value, wire] of [...rowsOf(one), ...labels]) {
		// No server takes so long an address.
		if (value === deep && collection === 'filters') continue;
		sandbox.requests.length = 0;
		const parameters = { ...toParameters(operation, fewestExamples(one)), ...showing(field) };
		holderOf(parameters, one)[field.name] = held(one, value);
		const setup = { parameters, credentials, timezone: 'UTC', continueOnFail: true };
		const [item] = await run(one, {}, setup);
		const error = item?.json.error as Failed | undefined;
		const meant = kind === 'amount' ? { amount: wire.integer, ...wire } : wire;
		const expected =
			wire === nothing ? ofNothing(one, value) : expectedOf(one, kind, meant[kind], value);
		const isNamed = [
			"'" + field.displayName + "'",
			'The ID of',
			"'Update Fields' would change nothing",
		].some((name) => error?.message.startsWith(name));
		if (expected === undefined) {
			expect(String(error?.message), what).toMatch(/^'|^The ID of/);
			expect(isNamed, `${what}: ${error?.message}`).toBe(true);
			// As an answer of the service names the fields that it refuses, but without an HTTP code.
			expect(error?.errors?.map(fieldIn), what).toEqual([
				error?.message.startsWith("'Update Fields'") ? 'updateFields' : field.name,
			]);
			expect(error, what).not.toHaveProperty('httpCode');
			expect(sandbox.requests, what).toEqual([]);
		} else {
			expect(sandbox.requests.length, `${what}: ${error?.message}`).toBeGreaterThan(0);
			if (!isOwn) expect(onTheWire(one), what).toEqual(expected);
		}
	}
});

/** Fields of the node that name a record, or by which records are found or joined. The others hold a person's words. */
const naming = [
	'post.create: Title',
	'post.update: Title',
	'postMetadata.upsert: Key',
	'group.create: Name',
	'group.create: Own ID',
	'endUser.update: Own ID',
	'endUser.update: Email',
	'queueItem.create: Email',
];

/** A field that names a record, and how: by a text in it, or by a way to look it up. */
interface Named {
	one: Place;
	mode?: string;
	what: string;
}

const named = places.flatMap((one): Named[] => [
	...(naming.includes(one.what) ? [{ one, what: one.what }] : []),
	...(one.field.modes ?? [])
		.filter(({ name }) => ['data_mail', 'data_id'].includes(name))
		.map(({ name: mode, displayName }) => ({ one, mode, what: `${one.what}, ${displayName}` })),
]);
const ownIds = named.filter(({ what }) => what.endsWith('Own ID'));

test('records are named in many fields', () => {
	expect(named.length - ownIds.length).toBeGreaterThan(10);
	expect(ownIds.length).toBeGreaterThan(10);
	const known = named.map(({ one }) => one.what);
	expect(naming.filter((what) => !known.includes(what))).toEqual([]);
});

/** What an operation says against a value, and whether it has sent anything. */
async function given({ one, mode }: Named, value: unknown) {
	sandbox.requests.length = 0;
	const parameters = toParameters(one.operation, fewestExamples(one));
	const held = mode ? { __rl: true, mode, value: () => value } : () => value;
	holderOf(parameters, one)[one.field.name] = held;
	const credentials = bearer(sandbox.baseUrl, newKey(sandbox));
	const running = run(one, {}, { parameters, credentials });
	const said = await running.then(String, (error: Error) => error.message);
	return { said, isSent: sandbox.requests.length > 0 };
}

const refused = ({ one }: Named, reason: string) => ({
	said: `'${one.field.displayName}' ${reason}`,
	isSent: false,
});

/** What programs, databases and templates write for a missing value. */
const leftOver = [
	'null NULL None undefined NaN nan \\N'.split(' '),
	['[object Object]', '[object Map]', 'nu\u200bll', ' NULL\n'],
	['{{account.id}}', '{{{name}}}', '{{}}', ' {{first.name}} {{last}} '],
].flat();

/** What spreadsheets show for a formula without a value, in several languages, or in a narrow column. */
const without =
	'#N/A #NV #N/D #N/B #I/T #Н/Д #REF! #¡REF! #DIV/0! #DZIEL/0! #¿NOMBRE? #SPILL! ####'.split(' ');

/** What a person may well write. */
const inWords = [
	'Null none Nil nullable undefined-1 #help! #1! #42 #acme N/A acme! \\n [object] {{x'.split(' '),
	['{{name}} is empty, use {{first}}', 'Show {{name}}', 'None of us can log in', '# Export #'],
].flat();

test.each(named)('$what: what a program or a spreadsheet left is refused', async (name) => {
	for (const value of leftOver) {
		const shown = value.replace('\u200b', '').trim();
		const reason = `is '${shown}', as programs and templates write a missing value. Map a field that has a value`;
		expect(await given(name, value)).toEqual(refused(name, reason));
	}
	for (const value of without) {
		const reason = `is '${value}', as a spreadsheet shows a cell without a value. Correct the formula or the width of its column`;
		expect(await given(name, value)).toEqual(refused(name, reason));
	}
	for (const value of inWords) {
		const { said, isSent } = await given(name, value);
		expect(said, value).not.toMatch(/ as (?:programs|a spreadsheet) /);
		expect(isSent, value).toBe(true);
	}
});

/** What a spreadsheet makes of 163529000017 and of its neighbours, in several languages; and IDs that look like it. */
const shortened = [
	'1.63529E+11',
	'1,63529E+11',
	' 1.63529e+11\n',
	'2E+11',
	'-1.6E+012',
	'1.63529E11',
	'1,6e11',
];
const whole = [
	'2E11 12E4 1.5E3 1.63529E A1.63529E+11 12.5E+11 1.6E+11-7 2e-1 1.5 true'.split(' '),
	'163529000017 1635290000174711 163529000017471100 9007199254740993'.split(' '),
	[163_529_000_017],
].flat();

test.each(ownIds)('$what: an own ID that a spreadsheet has changed', async (name) => {
	for (const value of shortened) {
		const reason = `is '${value.trim()}', shortened by a spreadsheet. Format its column as text and enter the ID again`;
		expect(await given(name, value)).toEqual(refused(name, reason));
	}
	for (const value of [1.5, true, false]) {
		expect(await given(name, value)).toEqual(refused(name, 'must be text or a whole number'));
	}
	for (const value of whole) {
		const { said, isSent } = await given(name, value);
		expect(said, String(value)).not.toMatch(/spreadsheet|must be/);
		expect(isSent, String(value)).toBe(true);
	}
});

/** What the rule of its kind does not say of a field: what must not vanish, what is a year on end, and what a query makes text. */
function expectedOf(
	{ field, collection, key, what }: Place,
	kind: Kind,
	wire: unknown,
	value: unknown,
): unknown {
	if (naming.includes(what) && ['null', '{{account.id}}', '#N/A'].includes(String(wire))) {
		return undefined;
	}
	if (field.displayName === 'Own ID' && [true, 7.5].includes(value as number)) return undefined;
	const isFilter = collection === 'filters';
	// n8n gives a picker its value as text, and any other field the DateTime itself, which is no ID.
	if (kind === 'id' && wire === iso && field.type !== 'resourceLocator') return undefined;
	const isGone = wire === LEFT_OUT || (Array.isArray(wire) && wire.length === 0);
	if (isGone && (isFilter || field.required)) return undefined;
	const [size, bounds] =
		typeof wire === 'number'
			? [wire, numbers[field.name]]
			: [[...String(wire)].length, lengths[key]?.[field.name]];
	if (bounds && (size < bounds[0] || size > bounds[1])) return undefined;
	if (['Own ID', 'Email'].includes(field.displayName) && typeof wire === 'string') {
		return wire.trim() || undefined;
	}
	const isBlank = kind === 'text' && typeof wire === 'string' && !wire.trim();
	if (isBlank && field.required && !mayBeBlank(key, field)) return undefined;
	return isFilter && typeof wire === 'number' ? String(wire) : wire;
}

/** An entry of metadata is emptied by an empty value, since the API cannot delete one. */
const mayBeBlank = (key: string, { name }: { name: string }) =>
	key === 'postMetadata.upsert' && name === 'value';

/** Refused where ignoring it would do more than was asked. */
function ofNothing(one: Place, value: unknown): unknown {
	const { field, collection, key } = one;
	if (mayBeBlank(key, field)) return value ?? '';
	const isMenu = field.type === 'options' || kindOf(one) === 'userId';
	const isChosen = isMenu && collection !== 'updateFields';
	const isOnlyChange = collection === 'updateFields' && isSet(one, field.name);
	const isDecisive = endpointOf(key).decides?.includes(field.name);
	const isNeeded =
		isOnlyChange || field.required || isDecisive || collection === 'filters' || isChosen;
	return isNeeded ? undefined : LEFT_OUT;
}
