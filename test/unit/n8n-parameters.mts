// The parameters of a node: a function stands for an expression, and what no field takes is refused.
import {
	type IDataObject,
	type INode,
	type INodeParameterResourceLocator,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	NodeHelpers,
} from 'n8n-workflow';

export type Expressions = Map<string, (json: IDataObject, itemIndex: number) => unknown>;

/** n8n's code knows values only: each function is replaced by the text of an expression, and found again by it. */
export function withoutFunctions(parameters: Readonly<Record<string, unknown>>): {
	expressions: Expressions;
	values: INodeParameters;
} {
	const expressions: Expressions = new Map();
	const replaced = (value: unknown): unknown => {
		if (typeof value === 'function') {
			const text = `={{ test${expressions.size} }}`;
			expressions.set(text, value as (json: IDataObject) => unknown);
			return text;
		}
		return mapped(value, replaced);
	};
	return { values: replaced(parameters) as INodeParameters, expressions };
}

export function evaluated(
	value: unknown,
	expressions: Expressions,
	json: IDataObject,
	itemIndex: number,
	nested = false,
): unknown {
	const expression = typeof value === 'string' ? expressions.get(value) : undefined;
	if (expression) {
		const result = expression(json, itemIndex);
		return nested && isLuxon(result) ? String(result) : result;
	}
	return mapped(value, (inner) => evaluated(inner, expressions, json, itemIndex, true));
}

/** n8n writes a Luxon object inside of a collection as text, and leaves one that is the whole parameter. */
const isLuxon = (value: unknown) =>
	(value as { isLuxonDateTime?: boolean } | null)?.isLuxonDateTime === true;

export function extracted(value: unknown): unknown {
	const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
	return isLocator ? (value as unknown as { value: unknown }).value : value;
}

function mapped(value: unknown, change: (inner: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map(change);
	if (typeof value !== 'object' || value === null) return value;
	if (Object.getPrototypeOf(value) !== Object.prototype) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));
}

export const shownFields = ({ description }: INodeType, node: INode) =>
	description.properties.filter((property) =>
		NodeHelpers.displayParameter(node.parameters, property, node, description),
	);

/** What no field takes would test nothing, and what no menu offers nobody can choose. */
export function refuseUnknown(given: unknown, fields: readonly INodeProperties[]): void {
	for (const [name, value] of Object.entries(given as INodeParameters)) {
		if (value === undefined) continue;
		const field = fields.find((one) => one.name === name);
		if (!field) throw new Error(`No field takes '${name}' here`);
		for (const chosen of choicesIn(field, value)) {
			const offered = field.modes ?? (field.options as INodePropertyOptions[]);
			if (!offered.some((one) => ('value' in one ? one.value : one.name) === chosen)) {
				throw new Error(`'${name}' does not offer ${JSON.stringify(chosen)}`);
			}
		}
		if (field.type === 'collection' && !isExpression(value)) {
			refuseUnknown(value, field.options as INodeProperties[]);
		}
	}
}

/** What is chosen from a menu, unless an expression chooses. */
function choicesIn({ type }: INodeProperties, value: unknown): unknown[] {
	if (type === 'resourceLocator')
		return typeof value === 'object' ? [(value as INodeParameterResourceLocator).mode] : [];
	if (type === 'multiOptions' && Array.isArray(value))
		return value.filter((one) => !isExpression(one));
	return type === 'options' && !isExpression(value) ? [value] : [];
}

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');
