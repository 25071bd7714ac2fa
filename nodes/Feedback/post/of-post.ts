import type { FeedbackClient } from '../../shared/client/client';
import { path } from '../../shared/client/path';
import { isFailureOf, ServiceFailure } from '../../shared/client/service-failure';
import { post } from '../../shared/service/posts';

/** The number of posts whose comments or metadata are read in parallel. */
export const POSTS_AT_A_TIME = 8;

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

/** The readings of one execution, each of another post. */
interface Readings {
	/** Those without an answer yet. They never reject. */
	readonly underWay: Set<Promise<void>>;
	hasAnswered: boolean;
}

/**
 * The same for one of many posts. If the service has answered for another one, it has the endpoint, and an existing post
 * has nothing of it.
 * @param nothing what is returned then; undefined if the post says that it has something
 * @throws ServiceFailure, `notOffered` only if no other post was answered
 */
export async function ofPostAmongOthers<T>(
	feedback: FeedbackClient,
	feedback_id: unknown,
	reading: Promise<T>,
	nothing?: T,
): Promise<T> {
	const readings = feedback.once(
		ofPostAmongOthers,
		(): Readings => ({ underWay: new Set(), hasAnswered: false }),
	);
	const ended = reading.then(
		() => void (readings.hasAnswered = true),
		() => undefined,
	);
	readings.underWay.add(ended);
	return await ofPost(feedback, feedback_id, reading)
		.catch(async (failure: unknown) => {
			if (!isFailureOf(failure, 'notOffered')) throw failure;
			await Promise.all(readings.underWay);
			if (!readings.hasAnswered) throw failure;
			if (nothing !== undefined) return nothing;
			throw new ServiceFailure({ ...failure.problem, kind: 'refused' }, failure.call);
		})
		.finally(() => readings.underWay.delete(ended));
}

/** Ends well for a post that was deleted after it was listed. */
export function unlessGone(failure: unknown): undefined {
	if (!isFailureOf(failure, 'notFound')) throw failure;
}
