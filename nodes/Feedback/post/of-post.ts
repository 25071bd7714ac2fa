import type { FeedbackClient } from '../../shared/client/client';
import { path } from '../../shared/client/path';
import { isFailureOf, ServiceFailure } from '../../shared/client/service-failure';
import { post } from '../../shared/service/posts';

/**
 * What is read of a post that was there just before, such as its comments.
 * @throws ServiceFailure, `notFound` only if the post is gone. If it is there, the service lacks the endpoint: `notOffered`
 */
export async function ofPost<T>(
	feedback: FeedbackClient,
	feedback_id: unknown,
	reading: Promise<T>,
): Promise<T> {
	return await reading.catch(async (failure: unknown) => {
		if (!isFailureOf(failure, 'notFound')) throw failure;
		await feedback.get(path`/v1/post/${feedback_id}`, post);
		throw new ServiceFailure({ ...failure.problem, kind: 'notOffered' }, failure.call);
	});
}

/** Ends well for a post that was deleted after it was listed. */
export function unlessGone(failure: unknown): undefined {
	if (!isFailureOf(failure, 'notFound')) throw failure;
}
