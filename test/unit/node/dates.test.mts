import { type INodeTypes, tryToParseDateTime, Workflow } from 'n8n-workflow';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from '../../contract/nodes.mts';
import { toTimestamp } from '../../../nodes/shared/node/dates';
import { pastTimestamp, timestamp } from '../../../nodes/shared/node/sent';

const BERLIN = 'Europe/Berlin';
const NEW_YORK = 'America/New_York';
const moment = Date.UTC(2024, 4, 6, 7, 8, 9, 10);
const luxon = (zone: string) => tryToParseDateTime(new Date(moment), zone);

describe('a date comes out in UTC, in the form of the service', () => {
	test.each<[string, unknown, string]>([
		['ISO in UTC', '2024-05-06T07:08:09Z', '2024-05-06 07:08:09'],
		['ISO with milliseconds', '2024-05-06T07:08:09,999Z', '2024-05-06 07:08:09'],
		['ISO without seconds', '2024-05-06T07:08Z', '2024-05-06 07:08:00'],
		['ISO with an offset', '2024-05-06T00:30:00+14:00', '2024-05-05 10:30:00'],
		['ISO with a short offset', '2024-05-06T07:08:09-0330', '2024-05-06 10:38:09'],
		['as databases write it', '2024-05-06 07:08:09.5+02', '2024-05-06 05:08:09'],
		['as Luxon writes it for SQL', '2024-05-06 07:08:09.000 -04:00', '2024-05-06 11:08:09'],
		['as the picker gives it', '2024-05-06T07:08:09', '2024-05-06 11:08:09'],
		['a day', '2024-05-06', '2024-05-06 04:00:00'],
		['among blanks', ' 2024-05-06T07:08:09Z\n', '2024-05-06 07:08:09'],
		['a Date', new Date(moment), '2024-05-06 07:08:09'],
		['Luxon', luxon(BERLIN), '2024-05-06 07:08:09'],
		['epoch milliseconds', moment, '2024-05-06 07:08:09'],
		['the least epoch milliseconds, as text', String(1e12), '2001-09-09 01:46:40'],
	])('%s', (_form, given, sent) => {
		expect(toTimestamp(given, NEW_YORK)).toBe(sent);
	});

	test('what has the form of the service already is sent unchanged, whatever the zone', () => {
		for (const zone of [BERLIN, NEW_YORK, 'UTC']) {
			expect(toTimestamp(' 2024-05-06 07:08:09 ', zone)).toBe('2024-05-06 07:08:09');
		}
	});
});

describe('a time without a zone is one of the workflow', () => {
	test.each([
		['UTC', '2024-07-01T12:00:00', '2024-07-01 12:00:00'],
		[BERLIN, '2024-07-01T12:00:00', '2024-07-01 10:00:00'],
		[BERLIN, '2024-01-01T00:30:00', '2023-12-31 23:30:00'],
		['Asia/Kolkata', '2024-07-01', '2024-06-30 18:30:00'],
		['Pacific/Kiritimati', '2024-07-01T00:00', '2024-06-30 10:00:00'],
		['Pacific/Pago_Pago', '2024-07-01T23:59:59', '2024-07-02 10:59:59'],
	])('%s: %s', (zone, given, sent) => {
		expect(toTimestamp(given, zone)).toBe(sent);
	});

	test.each([
		['left out when the clocks are set forward', '2025-03-30T02:30:00', '2025-03-30 01:30:00'],
		['twice when they are set back: the first', '2025-10-26T02:30:00', '2025-10-26 00:30:00'],
	])('%s', (_when, given, sent) => {
		expect(toTimestamp(given, BERLIN)).toBe(sent);
	});
});

test('a moment is past while it is so in the earliest time zone, 14 hours ahead of UTC', () => {
	const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
	expect(() => pastTimestamp(inHours(13.9), 'UTC')).not.toThrow();
	expect(() => pastTimestamp(inHours(14.1), 'UTC')).toThrow('must not be in the future');
});

test.each<[unknown]>([
	['2024'],
	[-moment],
	[Math.round(moment / 1000)],
	[1e13],
	[Number.NaN],
	['03/04/2025'],
	['20250304'],
	['202503041000'],
	['2025-3-4'],
	['2025-02-31'],
	['2025-02-31 10:00:00'],
	['2025-02-31T10:00:00Z'],
	['2025-13-01'],
	['2025-01-01T24:00:00'],
	['2025-01-01T10:00:00+25:00'],
	['2025-01-01T10:00:00 Berlin'],
	['2025-01-01 10:00'],
	['2025-01-01 10:00:00.000'],
	['yesterday'],
	['Tue, 04 Mar 2025 10:00:00 GMT'],
	[''],
	[new Date(Number.NaN)],
	[luxon('UTC').setZone('Nowhere/Land')],
	[null],
	[undefined],
	[{}],
	[['2025-01-01']],
])('what could be another day, or none, is no date: %s', (given) => {
	expect(toTimestamp(given, NEW_YORK)).toBeUndefined();
});

test.each([1_762_353_632, '1762353632', ' 1000000000 ', 9_999_999_999])(
	'seconds are refused by their name: %s',
	(given) => {
		expect(() => timestamp(given, 'UTC')).toThrow(
			'is in seconds. Give milliseconds, such as the expression {{ $json.date * 1000 }}',
		);
	},
);

test.each([999_999_999, '12345', 1e13, '202503041000', 1.7e9 + 0.5, '1762353632.5'])(
	'other numbers are refused by the forms of dates: %s',
	(given) => {
		expect(() => timestamp(given, 'UTC')).toThrow('must be a date and time, such as');
	},
);

describe('a date of an export becomes a time as the documentation says', () => {
	const page = readFileSync(join(root, 'docs/nodes/common.md'), 'utf8');
	const rows = [...page.matchAll(/^\| `(.*?)`.*\| `(\{\{ .* \}\})` +\|$/gm)];
	/** What an expression of a workflow gives; n8n changes the zone of its dates for it. */
	const resolved = (expression: string, date: string, timezone: string): unknown => {
		const node = {
			id: '1',
			name: 'Step',
			type: 'set',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
		const settings = { nodes: [node as never], connections: {}, active: false, nodeTypes };
		const { expression: engine } = new Workflow({ ...settings, settings: { timezone } });
		const items = [{ json: { date } }];
		return engine.getParameterValue(`=${expression}`, null, 0, 0, 'Step', items, 'manual', {});
	};
	afterAll(() => void resolved('{{ 1 }}', '', Intl.DateTimeFormat().resolvedOptions().timeZone));

	const written = rows.map(([, date, expression]) => ({ date, expression }));

	test('in eleven forms', () => expect(written).toHaveLength(11));

	test.each(written)('$date by $expression', ({ date, expression }) => {
		const given = resolved(expression, date, BERLIN);
		expect(toTimestamp(date, BERLIN)).toBeUndefined();
		const isInUtc = / (?:UTC|GMT)$|^\d{10}$/.test(date);
		const time = isInUtc ? '09:26:53' : /[ ]\d?9:26/.test(date) ? '08:26:00' : undefined;
		const day = /^\d{5}\.39$/.test(date) ? '2025-03-14 09:21:36' : '2025-03-13 23:00:00';
		expect(toTimestamp(given, BERLIN)).toBe(time ? `2025-03-14 ${time}` : day);
	});
});
