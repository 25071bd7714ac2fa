// What a poll takes from the pages of one list: the records that are new or changed, and what fires of them.
import type { DataRecord } from '../../shared/service/records';
import type { DueComments } from '../comments/due-comments';
import { type Occurrence, textOf } from '../comparison';
import type { Candidate, Diff } from '../diff';
import { oldestFirst } from '../snapshot/snapshot';

/** Maximum number of occurrences that one poll finds in a list, to bound memory. The next poll finds the rest. */
const MOST_OCCURRENCES = 2_500;
/** Maximum number of existing records that fire for an event at the first activation. */
const MOST_EXISTING = 100;

export class Found {
	/** By ID: the records that the snapshot does not know as they are now. */
	readonly candidates = new Map<string, Candidate>();
	/** The IDs of all records that this poll has read. */
	readonly met = new Set<string>();
	/** By `product_id`. */
	readonly workspaces = new Set<string>();
	/** Whether new records lack the date of their last change: one on the newest page does, or most of another page do. */
	isUndated: boolean;
	private knowsAny = false;
	private count = 0;
	/** By event: the newest existing records. */
	private readonly newest = new Map<string, Occurrence[]>();

	constructor(
		private readonly diff: Diff,
		private readonly comments: Pick<DueComments, 'note'>,
	) {
		this.isUndated = diff.cursor?.isUndated === true;
	}

	/** Whether the poll has found as much as it may. */
	get isFull(): boolean {
		return this.count >= MOST_OCCURRENCES;
	}

	/** What fires of existing records. */
	get existing(): Occurrence[] {
		return [...this.newest.values()].flat();
	}

	/** @returns whether the last record of the page is new or changed, or has comments to read */
	add(page: number, records: readonly DataRecord[]): boolean {
		const undated = records.filter(({ updated }) => textOf(updated) === '').length;
		this.isUndated ||= undated * 2 > records.length || (page === 0 && undated > 0);
		return this.meet(records);
	}

	/** Compares records with the snapshot. */
	meet(records: readonly DataRecord[]): boolean {
		let endsInNews = false;
		for (const record of records) {
			const candidate = this.diff.of(record, !this.knowsAny);
			if (!candidate) continue;
			const hasComments = this.comments.note(candidate);
			endsInNews = hasComments || !candidate.isKnown;
			if (!this.met.has(candidate.id)) this.take(candidate);
		}
		for (const [event, all] of this.newest)
			this.newest.set(event, all.toSorted(oldestFirst).slice(-MOST_EXISTING));
		return endsInNews;
	}

	private take(candidate: Candidate): void {
		const { id, record, before, isKnown } = candidate;
		const occurrences = this.diff.deliversExisting ? [] : candidate.occurrences;
		if (this.diff.deliversExisting) this.keep(candidate.occurrences);
		this.met.add(id);
		this.count += occurrences.length;
		this.knowsAny ||= before !== undefined;
		// Drops records that do not fire: those of a first reading would only fill the memory.
		const kept = { ...candidate, occurrences, record: occurrences.length > 0 ? record : {} };
		if (!isKnown) this.candidates.set(id, kept);
		const workspace = record.product_id ?? undefined;
		if (workspace !== undefined) this.workspaces.add(String(workspace));
	}

	/** Newer ones may stand on later pages, so these fire once all were read. */
	private keep(occurrences: readonly Occurrence[]): void {
		for (const one of occurrences) {
			const { value } = one.watched.event;
			const all = this.newest.get(value) ?? [];
			all.push(one);
			this.newest.set(value, all);
		}
	}
}
