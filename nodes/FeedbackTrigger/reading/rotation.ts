// What this process has looked at of one list. What a poll looks at counts once it delivers.
import { clock } from '../../shared/node/n8n-transport';
import type { Snapshot } from '../snapshot/snapshot';
import { Look } from './look';
import { ReadTimes } from './read-times';
import { Sightings } from './sightings';
import { Turns } from './turns';

export class Rotation {
	readonly turns = new Turns();
	readonly sightings = new Sightings();
	private readonly readTimes = new ReadTimes();
	/** When the last poll started, and the last one that delivered. */
	private now = clock.now();
	private deliveredAt = this.now;
	/** Whether the last poll that delivered was cut short. Not twice in a row, or what never answers would stop the audit. */
	private skipsAudit = false;
	/** Whether the log says that the service answers each page with the same records. */
	isStuckLogged = false;

	/** A poll begins. @param stored when the cursor was stored that n8n gives it */
	begin(stored: number | undefined): Look {
		// Two polls may start within one millisecond.
		this.now = Math.max(clock.now(), this.now + 1);
		this.readTimes.begin(this.now, stored);
		const look = new Look(this.now, this.deliveredAt);
		look.skipsAudit = this.skipsAudit;
		return look;
	}

	/** The poll delivers. */
	delivered(look: Look, snapshot: Pick<Snapshot, 'get'>): void {
		this.deliveredAt = look.now;
		this.skipsAudit = look.isCutShort && !look.skipsAudit;
		this.readTimes.stored(look.hour);
		this.turns.keep(look);
		this.sightings.keep(look, snapshot);
	}

	/** When the stored values of a record were read. */
	readAt(id: string): number {
		return this.readTimes.of(this.sightings.shownAt(id));
	}

	/** Which records are missing: no page shows them, although each had its turn. */
	isMissing(depth: number, look: Look): (id: string) => boolean {
		const since = this.turns.unseenSince(depth, look);
		return (id) => this.sightings.isMissing(id, look, since);
	}
}
