import { endUserList } from '../service/end-users';
import { groupList } from '../service/groups';
import { effects, type Problem, type ProblemKind } from '../service/problems';
import type { Path } from './path';
import type { Method } from './transport';

/** Whether the request may have been applied despite this problem. */
export function isInDoubt({ kind }: Problem): boolean {
	return effects[kind] === 'unknown' || effects[kind] === 'unreadable';
}

/** A call that failed after all its retries. Holds nothing secret. */
export class ServiceFailure extends Error {
	/** The list that a lookup could not read, such as "end-users". */
	lookingUp?: string;

	constructor(
		readonly problem: Problem,
		readonly call: Readonly<{
			method: Method;
			path: Path;
			repeatable: boolean;
			/** The caller's own ID for the record to create. */
			identifier?: string;
			/** The end-user in the body, who may be the missing one. */
			user?: string;
			/** Host and port of the request. */
			host?: string;
		}>,
		/** Requests sent. */
		readonly tries = 1,
		/** Milliseconds spent waiting between them. */
		readonly waitedMs = 0,
		/** Whether an earlier try may have been applied. */
		readonly earlierInDoubt = false,
	) {
		super(problem.message ?? problem.kind);
		this.name = 'ServiceFailure';
	}

	/** Whether the change may have been applied although no answer said so. */
	get mayHaveBeenApplied(): boolean {
		if (this.call.method === 'GET' || this.tries === 0) return false;
		return this.earlierInDoubt || isInDoubt(this.problem);
	}
}

/** Lists of which docs/openapi.yaml says "Only named", so that a service may lack them. */
const UNDOCUMENTED: readonly string[] = [endUserList.path, groupList.path];

/** Whether the service lacks this list. A gateway before it may say so in its own words. */
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
