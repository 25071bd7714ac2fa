import { changelogUpdateEvents } from './changelog-updates';
import { commentEvents } from './comments';
import { documentEvents } from './documents';
import { endUserEvents } from './end-users';
import type { WatchedEvent } from './event';
import { npsResponseEvents } from './nps-responses';
import { postEvents } from './posts';

export type * from './event';
export { isEverything } from './event';

/** In the order of the menu, which is that of the alphabet and of the things they are about. */
export const events: readonly WatchedEvent[] = [
	...changelogUpdateEvents,
	...commentEvents,
	...documentEvents,
	...endUserEvents,
	...npsResponseEvents,
	...postEvents,
];
