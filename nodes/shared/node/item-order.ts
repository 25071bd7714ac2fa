/**
 * Runs the items of a step in parallel, except those that touch the same record: these run in the order of the items. So rows
 * together end as the same rows one by one. An item that waits for another one of its record takes no place of those that run.
 */
export class ItemOrder {
	private running = 0;
	/** Items that wait for a place, in their order. */
	private readonly waiting: Array<() => void> = [];
	/** Ends when the last item has taken its turn. */
	private taken: Promise<unknown> = Promise.resolve();
	/** The last item of each record. It never rejects. */
	private readonly last = new Map<string, Promise<unknown>>();

	/** @param atOnce the number of items that run in parallel */
	constructor(private readonly atOnce: number) {}

	/**
	 * Runs an item. Items take their turns in the order of the calls, each once it is ready and those before it have theirs.
	 * @param turn names the record that the item touches, or none, once its credential was read and what it names was looked
	 * up. Items look up in parallel
	 * @param task runs also if the turn failed. It never rejects
	 */
	async run(turn: () => Promise<string | undefined>, task: () => Promise<void>): Promise<void> {
		const { taken } = this;
		const mine = taken.then(async () => {
			const { record, isReady } = await turn().then(
				(named) => ({ record: named, isReady: true }),
				() => ({ record: undefined, isReady: false }),
			);
			const over = this.after(record, task);
			// It says why before a later item sends anything.
			if (!isReady) await over;
			return { over };
		});
		this.taken = mine;
		await (
			await mine
		).over;
	}

	private async after(record: string | undefined, task: () => Promise<void>): Promise<void> {
		if (record === undefined) return await this.placed(task);
		const over = Promise.resolve(this.last.get(record)).then(async () => await this.placed(task));
		this.last.set(record, over);
		await over;
		if (this.last.get(record) === over) this.last.delete(record);
	}

	private async placed(task: () => Promise<void>): Promise<void> {
		if (this.running < this.atOnce) this.running++;
		else await new Promise<void>((go) => this.waiting.push(go));
		await task();
		const next = this.waiting.shift();
		if (next) next();
		else this.running--;
	}
}
