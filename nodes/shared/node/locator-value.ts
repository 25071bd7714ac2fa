import { isDataRecord } from '../service/records';

/**
 * What a resource locator holds: how something was chosen, and what. One that is added to a collection and left unselected is stored without `__rl`, the mark
 * that n8n's own check asks for.
 * @returns undefined for what is no locator, such as an expression in the place of the whole field
 */
export function locatorValue(parameter: unknown): { mode: string; value: unknown } | undefined {
	if (!isDataRecord(parameter) || !('value' in parameter)) return undefined;
	const { mode, value } = parameter;
	return typeof mode === 'string' ? { mode, value } : undefined;
}
