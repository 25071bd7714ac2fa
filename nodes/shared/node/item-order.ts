/** One item of a step. */
export interface OrderedItem {
	/** Reads its credential, and looks up what it names. Items do that in parallel. */
	look(): Promise<void>;
	/** Names the records that it touches, or may touch. It is called in the order of the items, if `look` succeeded. */
	turn(): readonly string[];
	/** Runs it, also if `look` or `turn` failed. It never rejects. */
	task(): Promise<void>;
}

/**
 * Runs the items of a step in parallel, except those that touch the same record: these run in the order of the items. So rows
 * together end as the same rows one by one. An item that waits for another one of its record takes no place of those that run.
 */
export class ItemOrder {
	private running = 0;
	/** Items that wait for a place, in the order in which they came. */
	private readonly waiting: Array<() => void> = [];
	/** Ends when the last item has taken its turn. */
	private taken: Promise<unknown> = Promise.resolve();
	/** The last item of each record. It never rejects. */
	private readonly last = new Map<string, Promise<void>>();

	/** @param atOnce the number of items that run in parallel */
	constructor(private readonly atOnce: number) {}

	/** Runs an item once there is a place for it. Items take their turns in the order of the calls. */
	async run({ look, turn, task }: OrderedItem): Promise<void> {
		await this.enter();
		const looking = look();
		const { taken } = this;
		const mine = Promise.allSettled([taken, looking]).then(async () => {
			const records = await looking.then(turn).catch(() => undefined);
			const over = this.after(records ?? [], task);
			// It says why before a later item sends anything.
			if (!records) await over;
			return { over };
		});
		this.taken = mine;
		await (
			await mine
		).over;
	}

	/** Runs a task after the earlier items of its records. */
	private async after(records: readonly string[], task: () => Promise<void>): Promise<void> {
		const earlier = records.map((record) => this.last.get(record)).filter((item) => item);
		const over = earlier.length > 0 ? this.runAfter(earlier, task) : this.runNow(task);
		for (const record of records) this.last.set(record, over);
		await over;
		for (const record of records) if (this.last.get(record) === over) this.last.delete(record);
	}

	private async runAfter(
		earlier: ReadonlyArray<Promise<void> | undefined>,
		task: () => Promise<void>,
	): Promise<void> {
		this.leave();
		await Promise.all(earlier);
		await this.enter();
		await this.runNow(task);
	}

	private async runNow(task: () => Promise<void>): Promise<void> {
		await task();
		this.leave();
	}

	private async enter(): Promise<void> {
		if (this.running < this.atOnce) this.running++;
		else await new Promise<void>((go) => this.waiting.push(go));
	}

	private leave(): void {
		const next = this.waiting.shift();
		if (next) next();
		else this.running--;
	}
}
