import type { ServiceFailure } from '../../shared/client/service-failure';
import type { DueComments } from '../comments/due-comments';
import type { Diff } from '../diff';
import type { WatchedList } from '../settings';
import type { Cursor } from '../snapshot/cursor';
import type { Found } from './found';
import type { Look } from './look';
import type { Plan } from './plan';
import type { Rotation } from './rotation';

/** A list as the last poll left it. */
export interface KnownList {
	list: WatchedList;
	/** What is stored of it; undefined if it starts. */
	known: Cursor | undefined;
	rotation: Rotation;
	look: Look;
	/** Whether existing records fire, for the events that have some. */
	deliversExisting: boolean;
}

/** What one poll has read of a list. */
export interface Reading {
	diff: Diff;
	plan: Plan;
	found: Found;
	comments: DueComments;
	/** Why the list could not be read, or why the poll could not find out whether a record was deleted. */
	failure?: ServiceFailure;
	/** Why missing records could not be found deleted or not. */
	refusals: readonly ServiceFailure[];
}
