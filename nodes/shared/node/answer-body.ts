import type { Answer } from '../service/envelope';

/** Maximum size of an answer, in bytes: 100 posts of 320 KB. */
export const LARGEST_ANSWER = 32 * 1024 * 1024;

/** The body stream of n8n's helper: decompressed, not read yet. */
interface Incoming extends AsyncIterable<Uint8Array | string> {
	destroy(reason?: Error): unknown;
}

/**
 * Reads a body as text up to the maximum size, since a few compressed bytes can become any size. A larger success comes out
 * empty and marked, any other answer cut.
 * @param ended closes the connection
 */
export async function readBody(
	body: unknown,
	succeeded: boolean,
	ended: AbortSignal,
): Promise<Pick<Answer, 'body' | 'isTooLarge'>> {
	// An answer that was read already, as from a test double.
	if (!isIncoming(body)) return { body: String(body ?? '') };
	const close = () => body.destroy(ended.reason as Error);
	if (ended.aborted) close();
	else ended.addEventListener('abort', close, { once: true });
	const chunks: Buffer[] = [];
	let left = LARGEST_ANSWER;
	try {
		// Leaving the loop closes the connection.
		for await (const chunk of body) {
			const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk as string);
			if (bytes.length > left && succeeded) return { body: '', isTooLarge: true };
			chunks.push(bytes.subarray(0, left));
			left -= bytes.length;
			if (left < 0) break;
		}
	} finally {
		ended.removeEventListener('abort', close);
	}
	return { body: Buffer.concat(chunks).toString() };
}

function isIncoming(body: unknown): body is Incoming {
	return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}
