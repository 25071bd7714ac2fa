import type { Answer } from '../service/envelope';

/** What one answer of the service may hold, in bytes: 100 posts of 80 KB, or a document whose 2 MB are all escaped. */
export const LARGEST_ANSWER = 8 * 1024 * 1024;

/** What is read of an answer that is not the service's: it is only quoted from. */
export const LARGEST_FOREIGN_ANSWER = 1024 * 1024;

/** As n8n's helper gives it: unpacked, and not yet read. */
interface Incoming extends AsyncIterable<Uint8Array | string> {
	destroy(reason?: Error): unknown;
}

/**
 * Reads a body as text, and no more of it than it may hold: a few bytes on the wire can unpack to any size. What cannot
 * be the service's is cut; what can be, and is too large, comes out empty and marked.
 * @param ended closes the connection
 */
export async function readBody(
	body: unknown,
	succeeded: boolean,
	ended: AbortSignal,
): Promise<Pick<Answer, 'body' | 'isTooLarge'>> {
	if (!isIncoming(body)) return { body: textOf(body) };
	const close = () => body.destroy(ended.reason as Error);
	if (ended.aborted) close();
	else ended.addEventListener('abort', close, { once: true });
	try {
		return await take(body, succeeded);
	} finally {
		ended.removeEventListener('abort', close);
	}
}

async function take(
	body: Incoming,
	succeeded: boolean,
): Promise<Pick<Answer, 'body' | 'isTooLarge'>> {
	const chunks: Buffer[] = [];
	let size = 0;
	let most: number | undefined = succeeded ? undefined : LARGEST_FOREIGN_ANSWER;
	// Leaving the loop closes the connection.
	for await (const chunk of body) {
		const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string);
		chunks.push(bytes);
		size += bytes.length;
		most ??= mostOf(bytes);
		if (size <= (most ?? LARGEST_FOREIGN_ANSWER)) continue;
		return most === LARGEST_ANSWER
			? { body: '', isTooLarge: true }
			: { body: decoded(chunks).slice(0, LARGEST_FOREIGN_ANSWER) };
	}
	return { body: decoded(chunks) };
}

const SPACE_AND_BYTE_ORDER_MARK: ReadonlySet<number> = new Set([...Buffer.from(' \t\r\n\uFEFF')]);

/** The service's envelope is an object. @returns undefined where it is all space */
function mostOf(bytes: Buffer): number | undefined {
	const first = bytes.find((byte) => !SPACE_AND_BYTE_ORDER_MARK.has(byte));
	if (first === undefined) return undefined;
	return first === '{'.charCodeAt(0) ? LARGEST_ANSWER : LARGEST_FOREIGN_ANSWER;
}

function decoded(chunks: readonly Buffer[]): string {
	const [first, ...others] = chunks;
	if (first === undefined) return '';
	return (others.length === 0 ? first : Buffer.concat(chunks)).toString().replace(/^\uFEFF/, '');
}

function isIncoming(body: unknown): body is Incoming {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** What came already read, as from a stand-in for the service. */
function textOf(body: unknown): string {
	if (typeof body === 'string') return body;
	return body === undefined || body === null ? '' : JSON.stringify(body);
}
