// What the probe finds, in words of its own: nothing that a service said is quoted, so that no key and nobody's data can
// stand in a report.
import type { Problem } from '../../nodes/shared/service/problems';

export type Verdict =
	/** As the connector assumes. */
	| 'holds'
	/** Not as assumed, and the connector copes. */
	| 'differs'
	/** Something that people rely on does not work with this. */
	| 'breaks'
	/** The service gave no readable answer. */
	| 'failed'
	/** The workspace, its plan or the key does not let it be told. */
	| 'unknown';

export interface Answer {
	found: string;
	verdict: Verdict;
}

export interface Finding extends Answer {
	topic: string;
	assumed: string;
	/** What in the connector depends on it. */
	dependsOn: string;
}

/** The service, or the way to it, gave no answer to a question. */
export class Unanswered extends Error {
	constructor(readonly problem: Problem) {
		super(words(problem));
		this.name = 'Unanswered';
	}
}

/** There is too little in the workspace to tell. */
export class CannotTell extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'CannotTell';
	}
}

export const asAssumed = (isAssumed: boolean, found: string): Answer => ({
	found,
	verdict: isAssumed ? 'holds' : 'differs',
});

export const breaksUnless = (works: boolean, found: string): Answer => ({
	found,
	verdict: works ? 'holds' : 'breaks',
});

/** What became of a question that could not be answered. */
export function withoutAnswer(error: unknown): Answer {
	if (error instanceof CannotTell) return { found: error.message, verdict: 'unknown' };
	if (!(error instanceof Unanswered)) throw error;
	const { kind } = error.problem;
	return { found: error.message, verdict: isNotForUs(kind) ? 'unknown' : 'failed' };
}

/** Plan and permissions are no trait of the service. */
export function isNotForUs(kind: Problem['kind']): boolean {
	return kind === 'forbidden' || kind === 'upgradeRequired';
}

const WORDS: Readonly<Partial<Record<Problem['kind'], string>>> = {
	unauthorized: 'the key is refused',
	forbidden: 'the user of the key lacks the permission',
	upgradeRequired: 'the plan does not include it',
	rateLimited: 'the rate limit is reached',
	notFound: 'not found',
	redirected: 'a redirect',
	notTheService: 'not an answer of the service',
	incomplete: 'a success without readable data',
	serverFailed: 'the service failed',
	connectionLost: 'no answer',
};

export function words({ kind, status, key }: Problem): string {
	const what = WORDS[kind] ?? 'refused';
	if (status) return `HTTP ${status}: ${what}`;
	return key !== undefined && /^[A-Z_]+$/.test(key) ? `${what} (${key})` : what;
}
