import type { FeedbackClient } from '../../shared/client/client';
import { path } from '../../shared/client/path';
import { own } from '../../shared/node/field';
import type { DataRecord } from '../../shared/service/records';
import { ofPost, ofPostAmongOthers, POSTS_AT_A_TIME, unlessGone } from './of-post';

export const includeMetadata = own({
	displayName: 'Include Metadata',
	name: 'includeMetadata',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the metadata of each post, your own keys and values. It takes one request a post.',
});

/**
 * Adds the metadata of each post, and leaves out a post that was deleted after it was listed. A service may know no metadata of
 * a post that has none.
 */
export async function withMetadata(
	feedback: FeedbackClient,
	posts: readonly DataRecord[],
): Promise<DataRecord[]> {
	const complete: DataRecord[] = [];
	for (let at = 0; at < posts.length; at += POSTS_AT_A_TIME) {
		const reading = posts.slice(at, at + POSTS_AT_A_TIME).map(async (listed) => {
			const { feedback_id } = listed;
			const reading = metadataOf(feedback, feedback_id);
			const metadata = await ofPostAmongOthers(feedback, feedback_id, reading, {}).catch(
				unlessGone,
			);
			return metadata && { ...listed, metadata };
		});
		complete.push(...(await Promise.all(reading)).filter((found) => found !== undefined));
	}
	return complete;
}

/** The metadata of a post that was just read. @throws ServiceFailure, `notFound` only if the post is gone */
export const metadataOfRead = async (feedback: FeedbackClient, feedback_id: unknown) =>
	await ofPost(feedback, feedback_id, metadataOf(feedback, feedback_id));

/** Keys and values of the user's own. @throws ServiceFailure */
export const metadataOf = async (feedback: FeedbackClient, feedback_id: unknown) =>
	await feedback.keyValues(path`/v1/post/${feedback_id}/meta`);
