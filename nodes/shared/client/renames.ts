import { comparable } from '../service/comparable';

/** An item gives a record another value of a field by which records are found, or an empty one. */
export interface Rename {
	id: string;
	by: string;
	value: string;
}

/** What a record has in a field after its renames. */
interface Now {
	/** The name of its value; undefined if it may be one of several. */
	value?: string;
	/** Whether the service did the last rename. */
	isSure: boolean;
}

/**
 * The renames of an execution. What was looked up for a later item may be older, and a list may lag. An item asks once those
 * before it are over that may rename one of its candidates.
 */
export class Renames {
	/** By field and value, the records that an item may give it. */
	private readonly given = new Map<string, Set<string>>();
	/** By field and record, for those that were renamed. */
	private readonly renamed = new Map<string, Now>();

	/** At the turn of an item, before it is sent. */
	announce({ id, by, value }: Rename): void {
		const name = nameOf(by, value);
		if (!this.given.get(name)?.add(id)) this.given.set(name, new Set([id]));
	}

	/** @param isDone whether the service did it; undefined if nobody knows */
	finish({ id, by, value }: Rename, isDone: boolean | undefined): void {
		if (isDone === false) return;
		const name = nameOf(by, value);
		const before = this.renamed.get(nameOf(by, id));
		const isSame = !before || before.value === name;
		this.renamed.set(nameOf(by, id), {
			value: isDone || isSame ? name : undefined,
			isSure: isDone === true || (isSame && before?.isSure === true),
		});
	}

	/** The records that may have a value at the turn of an item: those found by it, and those that an earlier item gives it. */
	candidates(by: string, value: string, found: readonly string[]): string[] {
		return [...new Set([...found, ...(this.given.get(nameOf(by, value)) ?? [])])];
	}

	/** The candidates that have the value after the renames. @returns undefined if nobody knows */
	holders(by: string, value: string, found: readonly string[]): string[] | undefined {
		const wanted = nameOf(by, value);
		const holders: string[] = [];
		for (const id of this.candidates(by, value, found)) {
			const had = found.includes(id);
			const { value: has, isSure } = this.renamed.get(nameOf(by, id)) ?? {
				value: had ? wanted : undefined,
				isSure: true,
			};
			// A row may write the value by which it names its record. Then it does not matter whether the service did it.
			if (!isSure && !(had && has === wanted)) return undefined;
			if (has === wanted) holders.push(id);
		}
		return holders;
	}
}

const nameOf = (by: string, value: string) => JSON.stringify([by, comparable(by, value)]);
