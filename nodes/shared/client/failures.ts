import type { Problem } from '../service/problems';
import type { Path } from './path';
import type { Method } from './transport';

/** A call that did not succeed, after all the tries it was worth. Holds nothing secret. */
export class ServiceFailure extends Error {
	constructor(
		readonly problem: Problem,
		readonly call: Readonly<{ method: Method; path: Path; repeatable: boolean }>,
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
		const { kind } = this.problem;
		return (
			!this.call.repeatable &&
			(kind === 'connectionLost' || kind === 'serverFailed' || kind === 'notTheService')
		);
	}
}
