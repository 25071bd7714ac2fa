// Texts of strangers, in every field that operations, pickers, events and messages read, and that people fill. Four times the
// text may take five times the work: one post by anybody must not hold n8n up.
import type { IHttpRequestOptions, INodePropertyOptions } from 'n8n-workflow';
import { beforeAll, expect, test, vi } from 'vitest';
import {
	allFields,
	exampleValues,
	holderOf,
	toParameters,
	type Values,
} from '../../contract/examples.mts';
import { choices, nodes, operations, type PublishedOperation } from '../../contract/nodes.mts';
import { documented, idParameters, sameId } from '../../contract/operation-runs.mts';
import { failure, success } from '../answers.mts';
import {
	bearer,
	byId,
	executeContext,
	loadOptionsContext,
	pollContext,
	type Setup,
} from '../n8n-context.mts';

const SMALL = 1_000;
const LARGE = 4 * SMALL;

const filled = (unit: string) => (length: number) =>
	unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const texts: Readonly<Record<string, (length: number) => string>> = {
	'letters that decompose into 18': filled('\uFDFA'),
	'marks in alternating order': filled('\u0315\u0316'),
	'one word': filled('a'),
	capitals: filled('A'),
	'many words': (length) => Array.from({ length: length / 6 }, (_, at) => `w${at}`).join(' '),
	'markup that does not end': filled('<a href="&amp&'),
	brackets: filled('[{("<'),
	'blanks before the end': (length) => `${filled(' \n')(length)}x`,
	digits: filled('1'),
	'halves of characters': filled('\uD83D'),
	NUL: filled('\0'),
	'marks of direction': filled('\u202E\u2066'),
	'words without blanks': filled('検索機能を改善してください'),
};

/** The records of a path, by the name in it. */
const kinds = new Map(
	operations.map(({ resource, operation }) => [resource.value, operation.output.kind]),
);
const NAMES: Readonly<Record<string, string>> = {
	update: 'changelogUpdate',
	user: 'endUser',
	promoter: 'npsResponse',
};

/** A record with a text in each field, also in those that hold something else. */
function recordOf(url: string, id: number, text: string, dates: string) {
	const [, name = ''] = /.*\/(post|comment|update|user|promoter|group|document)/.exec(url) ?? [];
	const kind = kinds.get(NAMES[name] ?? name) ?? operations[0].operation.output.kind;
	const put = (fields: Readonly<Record<string, { properties?: object }>>): Values =>
		Object.fromEntries(
			Object.entries(fields).map(([field, { properties }]) => {
				if (field === 'created' || field === 'updated') return [field, dates];
				if (field.endsWith('_id') && field !== 'data_id') return [field, id];
				return [field, properties ? put(properties as never) : text];
			}),
		);
	return { ...put(kind.fields), total_comments: 1, [kind.id]: id };
}

/** Answers with records that hold this text. It is taken for the ID of another group, as the caller asked. */
const service =
	(text: string): Service =>
	(url, method) => {
		if (method === 'POST' && url.endsWith('/groups'))
			return refusal('identifier_taken')(text)(url, method);
		const items = [
			recordOf(url, 9, `x${text}`, text),
			recordOf(url, 8, text, '2026-01-02 00:00:00'),
		];
		const data = /[?&]page=/.test(url) ? { items, has_more: false } : items[1];
		return { statusCode: 200, headers: {}, body: JSON.stringify(success(data)) };
	};

/** Refuses each request in the words of this text. */
const refusal =
	(key: string, statusCode = 409) =>
	(text: string): Service =>
	() => {
		const errors = [{ field: text, message: text }];
		const more = { feature: text, required_plan: text, cta: { url: text } };
		const data = { key, message: text, errors, ...more };
		const headers = { 'content-type': text, location: `https://${text}`, 'retry-after': text };
		return { statusCode, headers, body: JSON.stringify(failure(data)) };
	};

type Service = (url: string, method: string) => object;
type Ask = (service: Service, text: string) => Promise<unknown>;

let keys = 0;

/** The context of a node whose requests this service answers, under a key of its own: no rate limit holds it back. */
function asked<T extends { helpers: object }>(
	make: (setup: Setup) => T,
	parameters: Values,
	say: Service,
): T {
	const credentials = bearer('https://feedback.example', `key-${++keys}`);
	return Object.assign(make({ parameters, writtenByHand: true, credentials }), {
		helpers: {
			httpRequestWithAuthentication: async (_type: string, { url, method }: IHttpRequestOptions) =>
				await Promise.resolve(say(url, method!)),
		},
	});
}

const ID = '7';
const things = { groupId: 7, userId: 7 };

/** Everything that an operation takes, so that it does as much as it can. */
function everything(one: PublishedOperation): Values {
	const { key, operation, resource } = one;
	const examples = exampleValues(key, documented(one), things);
	const parameters: Values = {
		resource: resource.value,
		operation: operation.option.value,
		...idParameters(one, sameId(one, ID)),
		...toParameters(operation, examples),
	};
	for (const { field, collection } of allFields(operation)) {
		const { name, type, required, options = [], modes = [] } = field;
		if (name === 'returnAll') parameters[name] = true;
		else if (!collection && type === 'options') {
			parameters[name] ??= (options.at(-1) as INodePropertyOptions).value;
		} else if (modes.some((mode) => mode.name === 'data_mail')) {
			holderOf(parameters, { collection })[name] = {
				__rl: true,
				mode: 'data_mail',
				value: 'a@example.com',
			};
		} else if (required) parameters[name] ??= field.default || ID;
	}
	return parameters;
}

const run = async (one: PublishedOperation, parameters: Values, say: Service) => {
	const node = new one.node.Node();
	return await node.execute!.call(asked((setup) => executeContext(node, setup), parameters, say));
};

const reading: Array<[what: string, ask: Ask]> = [
	...operations.map((one): [string, Ask] => [
		one.key,
		async (say) => await run(one, everything(one), say),
	]),
	...nodes.flatMap(({ Node }) => {
		const node = new Node();
		const parameters = { resource: 'comment', operation: 'get', postId: byId(ID) };
		return Object.entries(node.methods?.listSearch ?? {}).map(([name, fill]): [string, Ask] => [
			`${node.description.name}: ${name}`,
			async (say, text) => {
				const isOfComments = name.startsWith('searchComment');
				const context = asked(
					(setup) => loadOptionsContext(node, setup),
					isOfComments ? parameters : {},
					say,
				);
				await fill.call(context, text);
			},
		]);
	}),
	[
		'all events',
		async (say) => {
			let now = service('before');
			const trigger = nodes.find(({ name }) => name === 'FeedbackTrigger')!;
			const events = choices(trigger, 'events').map(({ value }) => value);
			const context = asked(
				(setup) => pollContext(trigger.Node, setup),
				{ events, texts: 'oneSafeLine' },
				(...request) => now(...request),
			);
			await new trigger.Node().poll!.call(context);
			now = say;
			return await new trigger.Node().poll!.call(context);
		},
	],
];

const refusing = [...'validation_error upgrade_required not_found x'.split(' ')].map(
	(key): [string, Ask] => [
		`a refusal: ${key}`,
		async (_say, text) => await run(operations[0], everything(operations[0]), refusal(key)(text)),
	],
);

/** What people, webhooks and models put into each field, and into each way of a picker. */
const filling = new Map<string, Ask>();
for (const one of operations) {
	for (const { field, collection } of allFields(one.operation)) {
		for (const mode of field.modes ?? [undefined]) {
			filling.set(`${one.key}: ${field.displayName} ${mode?.name}`, async (say, text) => {
				const parameters = everything(one);
				const value = mode ? { __rl: true, mode: mode.name, value: text } : text;
				holderOf(parameters, { collection })[field.name] = value;
				await run(one, parameters, say);
			});
		}
	}
}

/** The characters that functions of strings have handled, and the parts that were weighed. A run of marks is sorted by insertion. */
let work = 0;
const functions = [
	'includes',
	'match',
	'normalize',
	'replace',
	'replaceAll',
	'slice',
	'split',
	'toLowerCase',
	'trim',
] as const;
const own = Object.fromEntries(functions.map((name) => [name, String.prototype[name] as Handling]));
const ownLog = Math.log;
type Handling = (this: string, ...given: unknown[]) => unknown;

beforeAll(() => {
	for (const name of functions) {
		const counted: Handling = function (...given) {
			const result = own[name].apply(this, given);
			work += this.length + String(result ?? '').length;
			if (name === 'normalize') {
				for (const [run] of this.matchAll(/\p{M}+/gu)) work += run.length ** 2;
			}
			return result;
		};
		Object.assign(String.prototype, { [name]: counted });
	}
	const log = vi.spyOn(Math, 'log').mockImplementation((value) => {
		work++;
		return ownLog(value);
	});
	return () => {
		log.mockRestore();
		Object.assign(String.prototype, own);
	};
});

async function workOf(ask: Ask, say: Service, text: string): Promise<number> {
	work = 1;
	await ask(say, text).catch(() => undefined);
	return work;
}

test.each(reading)('plain words are read: %s', async (_what, ask) => {
	await expect(ask(service('a@example.com'), 'a')).resolves.not.toBeNull();
});

test.each(Object.entries(texts))('work grows as the text does: %s', async (_what, make) => {
	const grown: Record<string, number> = {};
	const timesFor = async (what: string, ask: Ask, sayOf: (text: string) => Service) => {
		const workFor = async (text: string) => await workOf(ask, sayOf(text), text);
		const times = (await workFor(make(LARGE))) / (await workFor(make(SMALL)));
		if (times > 5) grown[what] = Math.round(times);
	};
	for (const [what, ask] of [...reading, ...refusing]) await timesFor(what, ask, service);
	for (const [what, ask] of filling) await timesFor(what, ask, () => service('a@example.com'));
	expect(grown).toEqual({});
});

/** Lists with this many short records, beside which a long text stands in a field. */
const besides =
	(count: number): Service =>
	(url, method) => {
		const short = (at: number) => recordOf(url, at, `a${at}@example.com`, '2026-01-02 00:00:00');
		const items = Array.from({ length: count }, (_, at) => short(at + 1));
		const data = /[?&]page=/.test(url) ? { items, has_more: false } : short(1);
		if (method === 'POST' && url.endsWith('/groups'))
			return refusal('identifier_taken')('')(url, method);
		return { statusCode: 200, headers: {}, body: JSON.stringify(success(data)) };
	};

test.each(['capitals', 'many words', 'letters that decompose into 18'])(
	'a text is worked out once, and not for each of 200 records: %s',
	async (name) => {
		const make = texts[name];
		const grown: Record<string, number> = {};
		for (const [what, ask] of filling) {
			for (const length of [250, SMALL]) {
				const forRecords = async (text: string) =>
					(await workOf(ask, besides(200), text)) - (await workOf(ask, besides(2), text));
				const more = (await forRecords(make(4 * length))) - (await forRecords(make(length)));
				const times = more / (3 * length);
				if (times > 10) grown[`${what}: ${length}`] = Math.round(times);
			}
		}
		expect(grown).toEqual({});
	},
);
