/**
 * What comes of each of several things, in their order, with several under way at the same time. As soon as one fails, or
 * nobody asks for more, all others are ended.
 * @param mayBegin whether another one may be begun beside those under way
 * @throws what comes of the one that fails first
 */
export async function* sideBySide<Thing, Result>(
	things: readonly Thing[],
	mayBegin: (underWay: readonly Thing[]) => boolean,
	work: (thing: Thing, ended: AbortSignal) => Promise<Result>,
): AsyncGenerator<Result, void> {
	const ended = new AbortController();
	const results: Array<Promise<Result>> = [];
	const begin = (thing: Thing) =>
		work(thing, ended.signal).catch((failure: unknown) => {
			ended.abort(failure); // A second failure does not change the reason.
			throw ended.signal.reason;
		});
	let next = 0;
	try {
		while (next < things.length || results.length > 0) {
			const first = next - results.length;
			while (next < things.length && (next === first || mayBegin(things.slice(first, next)))) {
				results.push(quietly(begin(things[next++])));
			}
			yield await results.shift()!;
		}
	} finally {
		ended.abort();
	}
}

/** What is asked for ahead and then not needed must not bring the process down when it fails. */
export function quietly<T>(promise: Promise<T>): Promise<T> {
	promise.catch(() => undefined);
	return promise;
}
