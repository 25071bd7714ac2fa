// What a test may know of the memory of the trigger. No other file names the fields of a stored list.
import type { IDataObject } from 'n8n-workflow';
import { readCursor } from '../../../nodes/FeedbackTrigger/snapshot/cursor';

type Memory = Readonly<Record<string, unknown>>;

const POSTS = '/v1/posts';

/** All that is stored of a list, to be compared or put back as a whole. */
export const cursorOf = (memory: Memory, list = POSTS) => memory[list] as IDataObject | undefined;

/** Whether the list was read to its end once, so that what is unknown is new. */
export const isBaselined = (memory: Memory, list = POSTS) =>
	cursorOf(memory, list)?.isComplete === true;

/** Whether pages of the list are left to the next poll. */
export const hasPagesLeft = (memory: Memory, list = POSTS) =>
	cursorOf(memory, list)?.backlog !== undefined;

/** Whether the list was read to its end, and nothing is left to be read. */
export const isRead = (memory: Memory, list = POSTS) =>
	isBaselined(memory, list) && !hasPagesLeft(memory, list);

/** Of two states of a list, the one that was stored later has the higher number. */
export const numberOf = (memory: Memory, list = POSTS) =>
	Number(cursorOf(memory, list)?.serial ?? 0);

/** Until the list was read to its end: when the newest record was created that the first poll met. */
export const headOf = (memory: Memory) => cursorOf(memory)?.newestAtStart;

/** The list with its query, and the settings with which it was read. */
export function readAs(memory: Memory): { list: unknown; settings: string } {
	const { scope, settings } = cursorOf(memory) as Record<string, string>;
	return { list: JSON.parse(scope), settings };
}

/** When the list of comments was begun: no older one is new. Undefined where none is watched. */
export const commentsSince = (memory: Memory) =>
	(cursorOf(memory)?.comments as IDataObject | undefined)?.since as string | undefined;

/** How many of these records are stored, of a list of which some are; undefined where none are. */
export function knownOf(memory: Memory, list: string, ids: readonly string[]): number | undefined {
	const { snapshot } = readCursor(cursorOf(memory, list)) ?? {};
	if (!snapshot || snapshot.size === 0) return undefined;
	return ids.filter((id) => snapshot.get(id) !== undefined).length;
}

/** The short IDs of the records that were met for an event on deletions, and not found to be deleted. */
export function believedHere(memory: Memory, list: string): number[] {
	const { snapshot } = readCursor(cursorOf(memory, list)) ?? {};
	const listed = snapshot?.columns.find(({ name }) => name.startsWith('listed'));
	return listed ? snapshot!.idsWith(listed.name, () => true).map(Number) : [];
}
