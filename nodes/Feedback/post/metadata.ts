import type { FeedbackClient } from '../../shared/client/client';
import { path } from '../../shared/client/path';
import { isFailureOf, ServiceFailure } from '../../shared/client/service-failure';
import { own } from '../../shared/node/field';
import { post } from '../../shared/service/posts';
import type { DataRecord } from '../../shared/service/records';

export const includeMetadata = own({
	displayName: 'Include Metadata',
	name: 'includeMetadata',
	type: 'boolean',
	default: false,
	description:
		'Whether to add the metadata of each post, your own keys and values. It takes one request a post.',
});

/** The number of posts whose metadata is read in parallel. */
const POSTS_AT_A_TIME = 8;

/** Adds the metadata of each post, and leaves out a post that was deleted after it was listed. */
export async function withMetadata(
	feedback: FeedbackClient,
	posts: readonly DataRecord[],
): Promise<DataRecord[]> {
	const complete: DataRecord[] = [];
	for (let at = 0; at < posts.length; at += POSTS_AT_A_TIME) {
		const reading = posts.slice(at, at + POSTS_AT_A_TIME).map(async (listed) => {
			const metadata = await metadataOfRead(feedback, listed.feedback_id).catch(unlessGone);
			return metadata && { ...listed, metadata };
		});
		complete.push(...(await Promise.all(reading)).filter((found) => found !== undefined));
	}
	return complete;
}

function unlessGone(failure: unknown): undefined {
	if (!isFailureOf(failure, 'notFound')) throw failure;
}

/** The metadata of a post that was just read. @throws ServiceFailure, `notFound` only if the post is gone */
export async function metadataOfRead(
	feedback: FeedbackClient,
	feedback_id: unknown,
): Promise<DataRecord> {
	return await metadataOf(feedback, feedback_id).catch(async (failure: unknown) => {
		if (!isFailureOf(failure, 'notFound') || (await isGone(feedback, feedback_id, failure)))
			throw failure;
		throw new ServiceFailure({ ...failure.problem, kind: 'notOffered' }, failure.call);
	});
}

/** Keys and values of the user's own. @throws ServiceFailure */
export const metadataOf = async (feedback: FeedbackClient, feedback_id: unknown) =>
	await feedback.keyValues(path`/v1/post/${feedback_id}/meta`);

/** Whether something of a post was not found since the post is gone. Otherwise the service lacks the endpoint. */
export async function isGone(
	feedback: FeedbackClient,
	feedback_id: unknown,
	failure: unknown,
): Promise<boolean> {
	if (!isFailureOf(failure, 'notFound')) return false;
	const known = feedback.get(path`/v1/post/${feedback_id}`, post);
	return isFailureOf(await known.catch((error: unknown) => error), 'notFound');
}
