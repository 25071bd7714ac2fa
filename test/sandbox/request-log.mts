export interface LoggedRequest {
	/** Milliseconds since the epoch. */
	at: number;
	method: string;
	/** With its query; the value of `api_key` is blanked. Headers are not kept, so no key is. */
	path: string;
	body: unknown;
	/** 0: not answered (yet). */
	status: number;
}

/** A request with the text of its answer, which the log does not keep. */
export interface Exchange extends LoggedRequest {
	answer?: string;
}

export function withoutKey(url: string): string {
	return url.replaceAll(/([?&]api_key=)[^&#]*/gi, '$1');
}

/** Requests from here are not logged: the page of the sandbox makes them, and the log shows what clients ask. */
export const PAGE_ADDRESS = 'page';
