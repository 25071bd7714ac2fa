// When this process has seen the records of a list: on a page, by their ID, or by their comments.
import { clock } from '../../shared/node/n8n-transport';
import type { Snapshot } from '../snapshot/snapshot';
import { type Look, MINUTE_MS } from './look';

export class Sightings {
	/** By ID: when a page has shown the record, and when it or its comments were requested. */
	private readonly shown = new Map<string, number>();
	private readonly requested = new Map<string, number>();
	/** By the ID of a post: since when polls look for comments that it counts, and find none. */
	private readonly searchedSince = new Map<string, number>();
	private readonly createdAt = clock.now();

	/** Called once the poll delivers. Of an endless list, only what the snapshot knows is remembered. */
	keep({ shown, requested, now }: Look, snapshot: Pick<Snapshot, 'get'>): void {
		const isKnown = (id: string) => snapshot.get(id) !== undefined;
		for (const id of shown) if (isKnown(id)) this.shown.set(id, now);
		for (const id of requested) if (isKnown(id)) this.requested.set(id, now);
	}

	/** When a page has shown the record; undefined if none has. */
	shownAt(id: string): number | undefined {
		return this.shown.get(id);
	}

	/** Whether no page has shown the record since a time. */
	isMissing(id: string, { shown }: Look, since: number): boolean {
		return !shown.has(id) && (this.shown.get(id) ?? this.createdAt) < since;
	}

	/** Records never requested first, then those requested longest ago. */
	inTurn(ids: readonly string[]): string[] {
		const at = (id: string) => this.requested.get(id) ?? 0;
		return ids.toSorted((a, b) => at(a) - at(b));
	}

	/** Comments that the post counts were looked for. @param isVain whether none was found, and they are looked for again */
	searched(post: string, { now }: Look, isVain: boolean): void {
		if (!isVain) this.searchedSince.delete(post);
		else if (!this.searchedSince.has(post)) this.searchedSince.set(post, now);
	}

	/** For how many minutes polls have found no comment of this post that it counts; none in the first one. */
	minutesInVain(post: string, { now }: Look): number {
		return (now - (this.searchedSince.get(post) ?? now)) / MINUTE_MS;
	}
}
