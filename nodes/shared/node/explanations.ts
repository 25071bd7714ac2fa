import { isInDoubt, type ServiceFailure } from '../client/failures';
import type { Problem } from '../service/problems';
import type { Operation } from './operation';

/** What happened, and what to do about it. Descriptions are shown as HTML. */
export interface Explanation {
	message: string;
	description: string;
}

const NOUNS: Readonly<Record<string, string>> = {
	post: 'post',
	comment: 'comment',
	update: 'changelog update',
	user: 'end-user',
	groups: 'group',
	members: 'end-user',
	documents: 'document',
};

/** What is known of the node that failed. */
export interface About {
	operation?: Operation;
	/** The name the user gave the credential. */
	credential?: string;
	/** What a validation_error says of each field, named as the user knows it. */
	fields?: readonly string[];
}

/** What stands in a path after this segment, in the user's words. */
export function nounOf(segment: string): string {
	return NOUNS[segment] ?? segment;
}

/**
 * The words for a failure. They never hold the word that makes older n8n versions give up on a workflow for good, so
 * the header that carries the key is not named.
 */
export function explain(failure: ServiceFailure, about: About = {}): Explanation {
	const { message, description } = WORDS[failure.problem.kind](failure, about);
	return { message: wording(message), description: wording(lines(description, earlier(failure))) };
}

/** A text without the word that must not stand in any message; also for what the service says. */
export function wording(text: string): string {
	return text.replace(/authorization/gi, 'credential');
}

type Words = (failure: ServiceFailure, about: About) => Explanation;

const WORDS: Readonly<Record<Problem['kind'], Words>> = {
	rateLimited: (failure) => ({
		message: 'The rate limit of the service was reached',
		description: lines(
			`${tried(failure)} ${failure.problem.retryAfterMs ? `The service asks to wait ${seconds(failure.problem.retryAfterMs)}. ` : ''}The limit counts every workflow and tool that uses this workspace.`,
			'Run fewer of them at the same time, lower Concurrency in the options, or let the workflow run at another time.',
			said(failure),
		),
	}),
	writeFailed: (failure) => ({
		message: 'The service could not save the change; nothing was changed',
		description: lines(tried(failure), 'It is safe to run this again.', said(failure)),
	}),
	serverFailed: (failure, { operation }) => ({
		message: `The service failed${withStatus(failure)} when asked to ${task(operation)}`,
		description: lines(tried(failure), again(failure, operation), said(failure)),
	}),
	connectionLost: (failure, { operation }) => ({
		message:
			failure.problem.key === 'ETIMEDOUT' || failure.problem.key === 'ECONNABORTED'
				? `The service did not answer in time when asked to ${task(operation)}`
				: `The connection to the service was lost when it was asked to ${task(operation)}`,
		description: lines(tried(failure), again(failure, operation), code(failure)),
	}),
	emptyAnswer: (failure, { operation }) => ({
		message: `The service sent no answer${withStatus(failure)} when asked to ${task(operation)}`,
		description: lines(tried(failure), again(failure, operation)),
	}),
	unreachable: (failure) => ({
		message: 'The service could not be reached',
		description: lines(
			unreachable(failure.problem.key),
			`${tried(failure)} Nothing was sent.`,
			code(failure),
		),
	}),
	unauthorized: (failure, { credential }) => ({
		message: 'The API key was rejected',
		description: lines(
			`Check the API Key in the credential${called(credential)}. A key that was replaced stops working at once, and a session token of the dashboard is not an API key. The Base URL must belong to the service that issued the key.`,
			said(failure),
		),
	}),
	forbidden: (failure, { operation, credential }) => ({
		message: `The API key is not allowed to ${task(operation)}`,
		description: lines(
			`The key is valid, but its user lacks the permission. Give that user the permission in the service, or use the key of another user in the credential${called(credential)}.`,
			said(failure),
		),
	}),
	notFound: (failure, { operation }) => ({
		message: `${missing(failure, operation)} in this workspace`,
		description: lines(
			'It may have been deleted, or it belongs to another workspace than the one of the API key.',
			said(failure),
		),
	}),
	taken: (failure, { operation }) => ({
		message: `The ID ${quoted(failure.call.identifier)}is already used by another ${operation?.output.kind.noun ?? 'entry'} in this workspace`,
		description: lines('Use another ID. Nothing was created.', said(failure)),
	}),
	invalid: (failure, { operation, fields = [] }) => ({
		message:
			fields.length > 0
				? `The service does not accept ${fields[0]}${fields.length > 1 ? ` (+${fields.length - 1} more)` : ''}`
				: `The service refused to ${task(operation)}: ${failure.problem.message ?? failure.problem.key}`,
		description: lines(...fields.map(escaped), said(failure), 'Nothing was changed.'),
	}),
	upgradeRequired: ({ problem: { upgrade = {}, message } }) => ({
		message: `${upgrade.feature ?? 'This feature'} is not included in your plan`,
		description: lines(
			upgrade.plan === undefined ? '' : `The ${escaped(upgrade.plan)} plan has it.`,
			escaped(message ?? ''),
			escaped(upgrade.action ?? ''),
		),
	}),
	refused: (failure, { operation }) => ({
		message: `The service refused to ${task(operation)}${failure.problem.message ? `: ${failure.problem.message}` : withStatus(failure)}`,
		description: lines('Check the fields of this node and the ID it names.', code(failure)),
	}),
	redirected: ({ problem }) => ({
		message: 'The service redirected to another address',
		description: lines(
			problem.location === undefined
				? 'It did not say where to.'
				: `It points to ${escaped(problem.location)}. If that is the service, enter its address as Base URL in the credential.`,
			'Redirects are not followed, since they could carry the API key to another host.',
		),
	}),
	notTheService: (failure, { operation }) => ({
		message: `The answer${withStatus(failure)} did not come from the feedback service`,
		description: lines(
			'Check the Base URL in the credential: something else answers there, or a proxy stands in between.',
			failure.mayHaveBeenApplied ? again(failure, operation) : '',
			said(failure),
		),
	}),
	incomplete: (failure, { operation }) => ({
		message: `The service reported success but sent no ${operation?.output.kind.noun ?? 'record'}`,
		description: lines(
			failure.mayHaveBeenApplied ? again(failure, operation) : 'Try again.',
			'If it stays so, tell the operator of the service.',
		),
	}),
	endless: ({ tries }, { operation }) => ({
		message: `The list has no end when asked to ${task(operation)}`,
		description: `After ${tries} pages the service still said that there are more. Turn off Return All, or narrow the list with filters.`,
	}),
	cancelled: () => ({
		message: 'The execution was cancelled',
		description: 'Nothing more was sent after that.',
	}),
};

function task(operation: Operation | undefined): string {
	if (!operation) return 'do this';
	const { action } = operation.option;
	return action.charAt(0).toLowerCase() + action.slice(1);
}

function tried({ tries, waitedMs }: ServiceFailure): string {
	if (tries === 0) return 'Nothing was sent, since the service had asked to wait.';
	const times = tries === 1 ? 'Tried once' : `Tried ${tries} times`;
	return waitedMs > 0 ? `${times} and waited ${seconds(waitedMs)} in between.` : `${times}.`;
}

function again(failure: ServiceFailure, operation: Operation | undefined): string {
	if (!failure.mayHaveBeenApplied) return 'Try again later.';
	if (failure.call.repeatable) {
		return 'It is not known whether this was carried out. It is safe to run this item again.';
	}
	const noun = operation?.output.kind.noun ?? 'entry';
	if (failure.call.method === 'PUT') {
		return `It is not known whether this was carried out: the ${noun} may have been changed, and its e-mail or announcement may have gone out. It was not sent again, since that could reach your readers twice. Look at the ${noun} in the service before you run this item again.`;
	}
	return `It is not known whether this was carried out: the ${noun} may exist. It was not sent again, since that could make a second one. Look for it in the service or with Get Many before you run this item again.`;
}

/** What else is to be known where the last answer alone would be misleading. */
function earlier(failure: ServiceFailure): string {
	if (!failure.mayHaveBeenApplied || isInDoubt(failure.problem)) return '';
	return 'The answer to an earlier try was lost, so this may have been carried out all the same.';
}

function missing({ call }: ServiceFailure, operation: Operation | undefined): string {
	const [first, second] = call.path.things;
	if (!first) return `The service did not find the ${operation?.output.kind.noun ?? 'address'}`;
	const outer = `No ${nounOf(first.segment)} with ID ${first.id}`;
	return second ? `${outer}, or no ${nounOf(second.segment)} with ID ${second.id},` : outer;
}

function unreachable(key = ''): string {
	if (key === 'ENOTFOUND' || key === 'EAI_AGAIN') {
		return 'No server was found under the name in the Base URL. Check it for typing errors.';
	}
	if (/CERT|TLS|SSL|EPROTO|SIGNED|ISSUER/.test(key)) {
		return 'No trusted encrypted connection could be made. Check the certificate of the server, and whether the Base URL should start with http:// on this machine.';
	}
	return 'Nothing answers at the Base URL. Check it in the credential, and that the service is running and not behind a firewall.';
}

function called(credential: string | undefined): string {
	return credential === undefined ? '' : ` '${escaped(credential)}'`;
}

function quoted(id: string | undefined): string {
	return id === undefined ? '' : `'${id}' `;
}

function withStatus({ problem: { status } }: ServiceFailure): string {
	return status === undefined ? '' : ` (HTTP ${status})`;
}

/** The service's own words, marked as such; they are shown as HTML, so they are escaped. */
function said({ problem: { message } }: ServiceFailure): string {
	return message === undefined ? '' : `The service said: ${escaped(message)}`;
}

function code({ problem: { key } }: ServiceFailure): string {
	return key === undefined ? '' : `Code: ${escaped(key)}`;
}

function seconds(ms: number): string {
	return `${Math.max(1, Math.round(ms / 1000))} s`;
}

function lines(...texts: string[]): string {
	return texts.filter((text) => text !== '').join('<br>');
}

export function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
