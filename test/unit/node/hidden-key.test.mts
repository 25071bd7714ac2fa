// A key that a service or a gateway echoes, in any form and at any place of an answer: nothing that n8n stores, returns or
// logs shows it, however that is decoded.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Feedback } from '../../../nodes/Feedback/Feedback.node';
import { failure, keyed, said } from '../answers.mts';
import { bearer, byId, execute, executeContext, type Logged } from '../n8n-context.mts';
import { scriptedService, type Scripted } from '../scripted-service.mts';

const service = scriptedService();

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** How servers write what they echo. */
const escapes: Record<string, (text: string) => string> = {
	plain: (text) => text,
	'in a URL': encodeURIComponent,
	'in a URL, each character': (text) => text.replace(/./g, (one) => `%${hex(one)}`),
	'in HTML': (text) => text.replace(/\W/g, (one) => `&#x${hex(one).toUpperCase()};`),
	'in HTML, each character': (text) => text.replace(/./g, (one) => `&#${one.charCodeAt(0)};`),
	'in JSON': (text) => text.replace(/\W/g, (one) => `\\u00${hex(one)}`),
	'in JSON as PHP writes it': (text) => text.replaceAll('/', '\\/'),
	'in Base64': base64,
	'in Base64, with a colon': (text) => base64(`${text}:`),
	'in Base64, after others': (text) => base64(`user ${text}, and more`),
	// Up to a character that no key has, so that the text behind it does not go on like the key.
	'half of it': (text) => `${text.slice(0, text.length / 2)}|`,
};

/** How gateways dump what they were sent, in forms that no message of the service has. */
const dumps: typeof escapes = {
	...escapes,
	'in hexadecimal': (text) => Buffer.from(text).toString('hex'),
	'as a list of bytes': (text) => JSON.stringify([...Buffer.from(text)]),
	'in Base64 twice': (text) => base64(base64(text)),
};
const ofGateways = ['JSON of a gateway', 'a page', 'a long page', 'a content type'];

/** Where they echo it. */
const places: Record<string, (echo: string) => Scripted> = {
	'a message': (echo) => ({ status: 400, envelope: said(echo) }),
	'a message under a key': (echo) => ({
		status: 409,
		envelope: keyed(echo, `No: ${echo}.`),
	}),
	'a field': (echo) => ({
		status: 400,
		envelope: failure({ key: 'validation_error', errors: [{ field: echo, message: echo }] }),
	}),
	'a plan': (echo) => ({
		status: 200,
		envelope: failure({ code: 'upgrade_required', feature: echo, cta: echo }),
	}),
	'JSON of a gateway': (echo) => ({ status: 403, envelope: { message: echo, error: echo } }),
	'a page': (echo) => ({ status: 502, text: `<h1>${echo}</h1>` }),
	'a long page': (echo) => ({ status: 200, text: `${'x'.repeat(480)} ${echo} ${echo}` }),
	'a redirect': (echo) => ({ status: 302, headers: { location: `https://a.example/${echo}` } }),
	'a content type': (echo) => ({
		status: 200,
		text: 'a',
		headers: { 'content-type': `a/${echo}` },
	}),
};

/** Everything that a curious person can make of a text, by decoding it again and again. */
function decodings(text: string): string[] {
	const ways: Array<(given: string) => string> = [
		(given) => given.replace(/%([\da-f]{2})/gi, (_, code: string) => of(code, 16)),
		(given) => given.replace(/&#x([\da-f]+);?/gi, (_, code: string) => of(code, 16)),
		(given) => given.replace(/&#(\d+);?/g, (_, code: string) => of(code, 10)),
		(given) => given.replace(/\\+u([\da-f]{4})/gi, (_, code: string) => of(code, 16)),
		(given) => given.replace(/\\+\//g, '/'),
		(given) =>
			given.replace(/\d{1,3}(?:,\d{1,3}){7,}/g, (list) => bytes(list.split(',').map(Number))),
		(given) => given.replace(/(?:[\da-f]{2}){8,}/gi, (part) => bytes(Buffer.from(part, 'hex'))),
		(given) =>
			given.replace(/[\w+/-]{11,}/g, (part) =>
				[0, 1, 2, 3]
					.map((at) => Buffer.from(part.slice(at), 'base64').toString('latin1'))
					.join(' '),
			),
	];
	let found = [text.replaceAll('&amp;', '&')];
	for (let round = 0; round < 2; round++) {
		for (const way of ways) found = [...new Set([...found, ...found.map(way)])];
	}
	return found;
}
const bytes = (list: Iterable<number>) => String.fromCharCode(...list);
const of = (code: string, base: number) => String.fromCharCode(Number.parseInt(code, base));

const keys = fc.stringMatching(/^[\w.~+/=:-]{20,60}$/);

/** A key that nobody draws. What n8n stores with it is the fixed text, in which a part of a drawn key may stand by chance. */
const OTHER_KEY = 'other~key=of.nobody+7351';

/** Everything that n8n stores, returns or logs where the key is echoed like this. */
async function everything(key: string, answer: Scripted): Promise<string> {
	service.answers(() => answer);
	const logged: Logged[] = [];
	const setup = {
		// A create is not sent again.
		parameters: { resource: 'comment', operation: 'create', postId: byId(7), comment: 'Hi' },
		credentials: bearer(service.baseUrl, key),
	};
	const node = new Feedback();
	const context = executeContext(node, { ...setup, logged });
	const thrown = await node.execute.call(context).then(
		() => expect.fail('It went on'),
		(error: Error) => error,
	);
	const items = await execute(Feedback, { ...setup, continueOnFail: true });
	const { message, stack } = thrown;
	return JSON.stringify([{ ...thrown, message, stack }, items, logged]);
}

/** Eight characters of the key in a row that stand in a text. */
const partsIn = (text: string, key: string) =>
	Array.from({ length: key.length - 7 }, (_, at) => key.slice(at, at + 8)).filter((part) =>
		text.includes(part),
	);

test.each(Object.entries(places))('%s', async (place, answer) => {
	const forms = ofGateways.includes(place) ? dumps : escapes;
	const echoes = fc.record({
		key: keys,
		first: fc.constantFrom(...Object.keys(forms)),
		then: fc.constantFrom(...Object.keys(forms)),
	});
	const isOnceInBase64 = ({ first, then }: { first: string; then: string }) =>
		!first.includes('Base64') || !then.includes('Base64');
	// Made within the property, so that the stack of the error names the same functions.
	let fixed: string | undefined;
	await fc.assert(
		fc.asyncProperty(echoes.filter(isOnceInBase64), async ({ key, first, then }) => {
			fixed ??= decodings(await everything(OTHER_KEY, answer(OTHER_KEY))).join('\n');
			const echo = forms[then](forms[first](key));
			for (const text of decodings(await everything(key, answer(encodable(echo))))) {
				const leaked = partsIn(text, key).filter((part) => !fixed!.includes(part));
				expect(leaked, text.slice(0, 500)).toEqual([]);
			}
		}),
		{ numRuns: 40 },
	);
});

/** What may stand in a header. */
const encodable = (text: string) => text.replaceAll(/[\r\n]/g, '');
