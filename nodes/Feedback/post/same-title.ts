import type { FeedbackClient } from '../../shared/client/client';
import { type Finder, finderOf } from '../../shared/client/finder';
import { isFailureOf, ServiceFailure } from '../../shared/client/service-failure';
import { NotLookedUp } from '../../shared/node/lookups';
import { comparable } from '../../shared/service/comparable';
import { postList } from '../../shared/service/posts';
import type { DataRecord } from '../../shared/service/records';
import { beginning } from '../../shared/service/values';

/** Titles that any execution in this process looks for or creates, by workspace and title. */
const underWay = new Map<string, Promise<DataRecord>>();

/** What an execution knows of the posts of a workspace. */
interface Known {
	readonly workspace: string;
	readonly finder: Finder;
	/** Why a title may exist, by its name. */
	readonly inDoubt: Map<string, unknown>;
}

/** Of each execution in this process, until it is over. */
const executions = new Set<WeakRef<Known>>();

/**
 * Finds or creates one post for each title, even while the service's search does not find it yet. Items of one execution with
 * the same title run one after the other. Executions at the same time wait for each other, and each learns what the others
 * have made since it read the list.
 * @returns the post, and whether it existed before
 * @throws ServiceFailure, or NotLookedUp, after a create that may have been applied: another create could double the post
 */
export async function oncePerTitle(
	feedback: FeedbackClient,
	title: string,
	make: () => Promise<DataRecord>,
): Promise<{ post: DataRecord; existed: boolean }> {
	const known = knownBy(feedback);
	const name = `${feedback.workspace} ${comparable('title', title)}`;
	for (let other = underWay.get(name); other; other = underWay.get(name)) {
		await other.catch(() => undefined);
		if (underWay.get(name) === other) underWay.delete(name);
	}
	if (known.inDoubt.has(name)) throw known.inDoubt.get(name);
	let existed = true;
	const findOrMake = async () => {
		const [found] = await known.finder.find('title', title);
		if (found) return found;
		existed = false;
		const made = await make();
		for (const { finder } of knownIn(feedback)) finder.makeHere(made, 'title', title);
		return made;
	};
	const mine = findOrMake();
	mine.catch((failure: unknown) => {
		if (!mayExist(failure)) return;
		for (const one of knownIn(feedback)) {
			one.inDoubt.set(name, one === known ? failure : ofOther(failure, title));
		}
	});
	underWay.set(name, mine);
	try {
		return { post: await mine, existed };
	} finally {
		if (underWay.get(name) === mine) underWay.delete(name);
	}
}

function knownBy(feedback: FeedbackClient): Known {
	return feedback.once(oncePerTitle, () => {
		const { workspace } = feedback;
		const known = { workspace, finder: finderOf(feedback, postList), inDoubt: new Map() };
		executions.add(new WeakRef(known));
		return known;
	});
}

/** What the executions of this workspace know. */
function knownIn({ workspace }: FeedbackClient): Known[] {
	return [...executions].flatMap((execution) => {
		const known = execution.deref();
		if (!known) executions.delete(execution);
		return known?.workspace === workspace ? [known] : [];
	});
}

const mayExist = (failure: unknown) =>
	failure instanceof ServiceFailure && failure.mayHaveBeenApplied;

/** The failure of another execution. That it was cancelled is not true of this one. */
function ofOther(failure: unknown, title: string): unknown {
	if (!isFailureOf(failure, 'cancelled')) return failure;
	return new NotLookedUp(
		`The post '${beginning(title, 80)}' may exist already`,
		'Another execution was creating it when it was cancelled. Look for the post in the service, then run this item again.',
	);
}
