import type { Problem, ProblemKind } from '../service/problems';
import type { Path } from './path';
import type { Method } from './transport';

/** What leaves open whether the request was carried out. */
const IN_DOUBT: ReadonlySet<ProblemKind> = new Set([
	'connectionLost',
	'serverFailed',
	'notTheService',
	'incomplete',
]);

/** A call that did not succeed, after all the tries it was worth. Holds nothing secret. */
export class ServiceFailure extends Error {
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
		readonly tries: number,
		/** Milliseconds spent waiting between them. */
		readonly waitedMs: number,
	) {
		super(problem.message ?? problem.kind);
		this.name = 'ServiceFailure';
	}

	/** Whether the service may have done what was asked although no good answer came. */
	get mayHaveBeenApplied(): boolean {
		return !this.call.repeatable && IN_DOUBT.has(this.problem.kind);
	}
}
