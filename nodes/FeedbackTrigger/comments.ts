import { comment } from '../shared/service/comments';
import { type Cursor, MOST_LOOKS } from './cursor';
import type { CommentRule } from './events';
import { countOf, isWhole, lookedInto } from './events/comments';
import { ids } from './keeping';
import type { FoundComment, Look, Looks } from './looks';
import type { News, Told } from './news';
import { oldestFirst } from './page';
import { Seen } from './seen';

/**
 * Which comments are news, of the posts that have other comments than before. A post that was not looked into to the end
 * stays as it was remembered, and is owed a look.
 */
export function commentsOf(
	posts: readonly News[],
	looks: Looks,
	known: Cursor,
	{ withReplies }: CommentRule,
): Told {
	const seen = known.comments ?? Seen.none(ids);
	const done = new Map(looks.done.map((look) => [look.post.id, look]));
	const { settled: looked } = looks;
	const owed = (known.looks ?? []).filter((id) => !looked.has(id));
	const result = { news: [] as News[], remembered: [] as News[], delivered: [] as News[] };
	const comments = { remembered: [] as FoundComment[], delivered: [] as FoundComment[] };
	for (const post of posts) {
		const look = done.get(post.id);
		if (!look) {
			owed.push(post.id);
			continue;
		}
		const unknown = look.comments
			.filter((one) => seen.printOf(one.id) === undefined && !seen.mayHaveForgotten(one))
			.sort(oldestFirst);
		const at = unknown.length - added(look, post.before, unknown.length);
		const isTold = ({ record }: FoundComment) => withReplies || !isReply(record.parent);
		const told = unknown.slice(at).filter(isTold);
		const untold = unknown.slice(at).filter((one) => !isTold(one));
		const settled = { ...post, print: lookedInto(post.print, look.isWhole) };
		(told.length > 0 ? result.delivered : result.remembered).push(settled);
		result.news.push(...told.map((one) => toNews(one, post)));
		comments.delivered.push(...told);
		// Of a post that was not read to its end, one that came meanwhile may still be among the older ones.
		comments.remembered.push(...untold, ...(look.isWhole ? unknown.slice(0, at) : []));
	}
	return { ...result, comments, looks: [...new Set(owed)].slice(0, MOST_LOOKS) };
}

/**
 * How many of the comments that are not remembered are new. Where all of them were remembered before, that is all; else
 * as many as were added to their number, or to what was found where more have come meanwhile.
 */
function added(look: Look, before: string | undefined, most: number) {
	if (isWhole(before)) return most;
	// In no order, and too many to be read: which of them are the newest is not known.
	if (!look.isEnough) return 0;
	const now = Math.max(countOf(look.post.print), look.isWhole ? look.comments.length : 0);
	return Math.max(0, Math.min(now - countOf(before), most));
}

const isReply = (parent: unknown) => parent !== undefined && Number(parent) !== 0;

/** A comment as it is told, with what its post is called. */
export function toNews({ id, at, record }: FoundComment, post: News): News {
	return {
		...{ id, print: '', at, kind: comment },
		record: { feedback_id: post.record.feedback_id, ...record },
		beside: { postTitle: post.record.title },
	};
}
