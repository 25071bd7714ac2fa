/**
 * What comes of each of several things, in their order, with so many under way at the same time. Nothing new is begun
 * once nobody asks for more.
 * @throws what comes of the first that fails, by their order
 */
export async function* sideBySide<Thing, Result>(
	things: readonly Thing[],
	most: number,
	work: (thing: Thing) => Promise<Result>,
): AsyncGenerator<Result, void> {
	const underWay: Array<Promise<Result>> = [];
	let next = 0;
	while (next < things.length || underWay.length > 0) {
		while (next < things.length && underWay.length < most) {
			underWay.push(quietly(work(things[next++])));
		}
		yield await underWay.shift()!;
	}
}

/** What is asked for ahead and then not needed must not bring the process down when it fails. */
export function quietly<T>(promise: Promise<T>): Promise<T> {
	promise.catch(() => undefined);
	return promise;
}
