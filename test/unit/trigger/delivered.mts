// What a test compares of the items that a poll has delivered.
import type { IDataObject } from 'n8n-workflow';

export const ids = (items: IDataObject[]) => items.map(({ feedback_id: id }) => id);
export const updateIds = (items: IDataObject[]) => items.map(({ changelog_id: id }) => id);
export const commentIds = (items: IDataObject[]) => items.map(({ comment_id: id }) => id);
export const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event).toSorted();
