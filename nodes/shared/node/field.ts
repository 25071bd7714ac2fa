import type { INodeProperties } from 'n8n-workflow';
import type { Sent } from './sent';

/** A field of a panel, and how its value is sent: declared once. */
export interface Field<T = unknown> extends INodeProperties {
	/** How its value is sent; without it the type decides. */
	sent?: Sent<T>;
	/** Never sent as it is: it is for the node itself. */
	isOwn?: true;
	/** The object in the body that it is a part of, such as `settings`. */
	part?: string;
	/**
	 * Without it the service decides who reads something, who is mailed, what is published or what is replaced. Where it is
	 * added, an expression without a value is refused, in an update, too.
	 */
	isDecisive?: true;
}

/** What `Input` reads from a field: what its `sent` gives, or what its type stands for. */
type ValueOf<F> = F extends { sent: Sent<infer T> }
	? T
	: F extends { type: 'options'; options: ReadonlyArray<{ value: infer V }> }
		? V
		: F extends { type: 'multiOptions'; options: ReadonlyArray<{ value: infer V }> }
			? V[]
			: F extends { type: 'boolean' }
				? boolean
				: F extends { type: 'number' }
					? number
					: F extends { type: 'string' | 'dateTime' }
						? string
						: F extends { sent?: Sent<infer T> }
							? T
							: unknown;

/** A field of the node's own, which an operation reads by `input.get`. */
export const own = <const F extends Field>(field: F) =>
	({ ...field, isOwn: true }) as unknown as Field<ValueOf<F>>;

/** A field, and the collection it stands in, if it stands in one. */
export interface FoundField {
	field: Field;
	collection?: string;
}

/** Every one of these fields, and those that stand in them. */
export function allAmong(fields: readonly Field[]): FoundField[] {
	return fields.flatMap((field) => {
		const inner = field.type === 'collection' ? (field.options as Field[]) : [];
		return [{ field }, ...inner.map((option) => ({ field: option, collection: field.name }))];
	});
}
