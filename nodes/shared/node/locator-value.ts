import { isDataRecord } from '../service/records';

/**
 * The mode and value of a resource locator. One that was added to a collection and left empty is stored without `__rl`, the
 * mark that n8n's own check looks for.
 * @returns undefined for another value, such as an expression instead of the whole field
 */
export function locatorValue(parameter: unknown): { mode: string; value: unknown } | undefined {
	if (!isDataRecord(parameter) || !('value' in parameter)) return undefined;
	const { mode, value } = parameter;
	return typeof mode === 'string' ? { mode, value } : undefined;
}
