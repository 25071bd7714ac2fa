import { endUserList } from '../service/end-users';
import { groupList } from '../service/groups';
import { effects, type Problem, type ProblemKind } from '../service/problems';
import type { Path } from './path';
import type { Method } from './transport';

/** Whether this problem leaves open what became of the request. */
export function isInDoubt({ kind }: Problem): boolean {
	return effects[kind] === 'unknown' || effects[kind] === 'unreadable';
}

/** A call that did not succeed, after all the tries it was worth. Holds nothing secret. */
export class ServiceFailure extends Error {
	/** What was being listed to look something up, such as "end-users", where that is what failed. */
	lookingUp?: string;
	/** What was changed before it, of the same item, as a sentence. */
	done?: string;

	constructor(
		readonly problem: Problem,
		readonly call: Readonly<{
			method: Method;
			path: Path;
			repeatable: boolean;
			/** The ID that the caller gave to what was to be created. */
			identifier?: string;
			/** The end-user that the body names, who may be what was not found. */
			user?: string;
			/** Host and port that were asked. */
			host?: string;
		}>,
		/** Requests sent. */
		readonly tries = 1,
		/** Milliseconds spent waiting between them. */
		readonly waitedMs = 0,
		/** Whether the problem is that of a later try, and what came of an earlier one is not known. */
		readonly earlierInDoubt = false,
	) {
		super(problem.message ?? problem.kind);
		this.name = 'ServiceFailure';
	}

	/** Whether the service may have changed what it was asked to although no good answer came. */
	get mayHaveBeenApplied(): boolean {
		if (this.call.method === 'GET' || this.tries === 0) return false;
		return this.earlierInDoubt || isInDoubt(this.problem);
	}
}

/** Lists that the specification does not show (Gaps in the endpoint list). */
const UNDOCUMENTED: readonly string[] = [endUserList.path, groupList.path];

/** Whether it failed because the service has no such list; also where a gateway before it says so in its own words. */
export function isNotOffered(error: unknown): boolean {
	if (!(error instanceof ServiceFailure)) return false;
	const { call, problem } = error;
	if (call.method !== 'GET' || !UNDOCUMENTED.includes(call.path.text)) return false;
	const isForeign = problem.kind === 'notTheService' && [404, 405].includes(problem.status ?? 0);
	return isForeign || problem.kind === 'notFound' || problem.kind === 'notOffered';
}

/** Whether this is a failure of the service of one of these kinds. */
export function isFailureOf(error: unknown, ...kinds: ProblemKind[]): error is ServiceFailure {
	return error instanceof ServiceFailure && kinds.includes(error.problem.kind);
}
