import type { Call } from './endpoint.mts';
import type { Namespace } from './envelope.mts';
import type { Settings } from './settings.mts';

/** Fields that hold ids of the service's own; `data_id` is the caller's. */
const idFields =
	/^(?:feedback|product|changelog|comment|user|admin|promoter|group|document)_id$|^parent$/;

/** What makes an id long: as a number in JSON it is exact, but a JavaScript number would round it. */
const long = 9_000_000_000_000_000_000n;

/** A member of an answer as it is written: its id form, where it is an id. An id of 0 stands for none. */
export function writtenId(
	name: string,
	value: unknown,
	namespace: Namespace,
	{ idsAsText, longIds }: Settings,
): unknown {
	if (!idFields.test(name) || !/^\d+$/.test(String(value))) return value;
	const digits =
		longIds && Number(value) > 0 ? String(BigInt(String(value)) + long) : String(value);
	const isText = typeof value === 'string' || (idsAsText && namespace === 'v1');
	return isText ? digits : rawJson(digits);
}

/** What was asked with long ids, as the database knows them; an id that is not long is nobody's. */
export function withShortIds({ params, query, body }: Pick<Call, 'params' | 'query' | 'body'>) {
	const short = (id: unknown) =>
		/^9\d{18}$/.test(String(id)) ? String(BigInt(String(id)) - long) : '';
	const owner = query.get('owner');
	const isRecord = typeof body === 'object' && body !== null && !Array.isArray(body);
	return {
		params: Object.fromEntries(Object.entries(params).map(([name, id]) => [name, short(id)])),
		query: owner ? new URLSearchParams([...query, ['owner', short(owner)]]) : query,
		body: isRecord
			? Object.fromEntries(
					Object.entries(body).map(([name, value]) =>
						['user', 'user_id'].includes(name) ? [name, Number(short(value))] : [name, value],
					),
				)
			: body,
	};
}

/** JSON in which an integer that a JavaScript number would round is kept as its digits. */
export function exactJson(text: string): unknown {
	return JSON.parse(text, (_name, value: unknown, context?: { source: string }) =>
		Number.isInteger(value) && !Number.isSafeInteger(value) ? context?.source : value,
	);
}

/** A number written with exactly these digits (ES2026, which TypeScript does not know yet). */
function rawJson(digits: string): unknown {
	return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(digits);
}
