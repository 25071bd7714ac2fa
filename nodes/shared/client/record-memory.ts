import { comparable, hasValue, loosely } from '../service/comparable';
import { type DataRecord, idOf, type RecordKind } from '../service/records';

/** The field and value that a record was made here for. The service may store another form of it. */
interface MadeFor {
	by: string;
	value: string;
}

/** A record that an execution knows: from the list, made here, or both. */
interface Known {
	record: DataRecord;
	madeFor?: MadeFor;
}

/** The records of a list that an execution knows, each once, by the values of their fields. */
export class RecordMemory {
	/** By ID. */
	private readonly records = new Map<unknown, Known>();
	/** By field, and by value in any letter case. */
	private readonly indexes = new Map<string, Map<string, Set<Known>>>();

	constructor(private readonly kind: RecordKind) {}

	/** Takes over the whole list as it was read last. What was made here stays, since a list may lag. */
	readList(list: readonly DataRecord[]): void {
		const made = [...this.records.values()].filter(({ madeFor }) => madeFor);
		this.records.clear();
		for (const record of list) this.add({ record });
		for (const known of made) this.add(known);
		this.indexes.clear();
	}

	makeHere(record: DataRecord, by: string, value: string): void {
		const known = this.add({ record, madeFor: { by, value } });
		for (const [field, index] of this.indexes) put(index, field, known);
	}

	isMadeHere(record: DataRecord): boolean {
		return this.records.get(this.nameOf(record))?.madeFor !== undefined;
	}

	/** Those with this value in a field, in any letter case. */
	like(by: string, value: string): DataRecord[] {
		return this.known(by, value).map(({ record }) => record);
	}

	/** The one with this value in a field, rather as it is written, or that was made for it. */
	exact(by: string, value: string): DataRecord | undefined {
		const isEqual = hasValue(by, value);
		const all = this.known(by, value);
		const found =
			all.find(({ record }) => record[by] === value) ??
			all.find(({ record, madeFor }) => isEqual(record) || isFor(madeFor, by, value));
		return found?.record;
	}

	/** The one that was made for this value. */
	madeFor(by: string, value: string): DataRecord | undefined {
		return this.known(by, value).find(({ madeFor }) => isFor(madeFor, by, value))?.record;
	}

	private known(by: string, value: string): readonly Known[] {
		return [...(this.index(by).get(loosely(value) ?? '') ?? [])];
	}

	private add({ record, madeFor }: Known): Known {
		const name = this.nameOf(record);
		const known = this.records.get(name) ?? { record };
		known.madeFor ??= madeFor;
		this.records.set(name, known);
		return known;
	}

	private nameOf(record: DataRecord): unknown {
		return idOf(this.kind, record) ?? record;
	}

	private index(by: string): Map<string, Set<Known>> {
		const existing = this.indexes.get(by);
		if (existing) return existing;
		const index = new Map<string, Set<Known>>();
		for (const known of this.records.values()) put(index, by, known);
		this.indexes.set(by, index);
		return index;
	}
}

const isFor = (made: MadeFor | undefined, by: string, value: string) =>
	made?.by === by && comparable(by, made.value) === comparable(by, value);

function put(index: Map<string, Set<Known>>, by: string, known: Known): void {
	const { record, madeFor } = known;
	for (const value of [record[by], madeFor?.by === by && madeFor.value]) {
		const name = loosely(String(value || ''));
		if (name && !index.get(name)?.add(known)) index.set(name, new Set([known]));
	}
}
