import type { INodePropertyOptions } from 'n8n-workflow';
import { isCertificateError } from '../client/connect-errors';
import { isInDoubt, isNotOffered, type ServiceFailure } from '../client/failures';
import { DEEPEST } from '../service/json';
import type { Problem } from '../service/problems';
import { hasOptions, type Operation } from './operation';

/** What happened, and what to do about it: plain text, the description in lines. */
export interface Explanation {
	message: string;
	description: string;
}

/** What a node or a poll was doing: made once, so that every sentence calls it the same. */
export interface Task {
	/** To follow "is not allowed to". */
	to: string;
	/** To follow "when". */
	asked: string;
	/** To end a message that needs no operation to be clear. */
	suffix: string;
	/** What is to come out, such as "post". */
	noun?: string;
	/** What helps against the rate limit. */
	slower: string;
	/** What happens next where nobody has to do anything. */
	next?: string;
	/** What can be done about an ID that is taken. */
	anotherId: string;
	/** Whether the API does not document it. */
	isUndocumented?: boolean;
	/** Whether what was created can be looked for with Get Many. */
	isListed: boolean;
}

const READING: Task = {
	to: 'read this',
	asked: 'asked for this',
	suffix: '',
	slower: 'Try again in a minute.',
	anotherId: 'Use another ID.',
	isListed: false,
};

/** Of a poll that asks for what this event needs. */
export const taskOfEvent = (event: string): Task => ({
	...READING,
	to: `read what ${event} needs`,
	asked: `asked for ${event}`,
	suffix: ` when asking for ${event}`,
	slower: 'The next poll tries again. Poll less often, or run fewer workflows in parallel.',
	next: 'The next poll tries again.',
});

export function taskOf(operation: Operation | undefined): Task {
	if (!operation) return READING;
	const { option, output, isUndocumented } = operation;
	const { action } = option;
	const to = (action.charAt(0).toLowerCase() + action.slice(1)).replace(
		ONE_THING,
		(_, before: string, first: string) => `${before}${/[aeiN]/.test(first) ? 'an' : 'a'} ${first}`,
	);
	const lower = hasOptions(operation) ? ', or lower Concurrency in the options' : '';
	return {
		...READING,
		to,
		asked: `asked to ${to}`,
		noun: output.kind.noun,
		slower: `Run fewer workflows in parallel${lower}.`,
		anotherId: anotherId(operation),
		isUndocumented,
		isListed: !output.kind.isUnlisted,
	};
}

/**
 * Where an action speaks of one thing without an article, as n8n's list of actions wants it and a sentence does not:
 * "create comment on post".
 */
const ONE_THING = /((?:^\w+(?: or \w+)?| (?:from|of|on|to)) )(?!all |many |metadata )(\w)/g;

/** What else can be done about an ID that is taken, where the panel offers it. */
function anotherId({ fields }: Operation): string {
	const field = fields.find(({ name }) => name === 'ifGroupExists');
	const choice = (field?.options as INodePropertyOptions[] | undefined)?.find(
		({ value }) => value === 'returnExisting',
	);
	return field && choice
		? `Use another ID, or choose '${choice.name}' under '${field.displayName}'.`
		: 'Use another ID.';
}

/** What is known of the node that failed. */
export interface About {
	task: Task;
	/** The name the user gave the credential. */
	credential?: string;
	/** What a validation_error says of each field, named as the user knows it. */
	fields?: readonly string[];
	/** What may help against a refusal, such as the keys in use. */
	hints?: readonly string[];
}

/** What a thing is called where its paths do not say it, be it in the plural. */
const NOUNS: Readonly<Record<string, string>> = {
	update: 'changelog update',
	user: 'end-user',
	members: 'end-user',
};

/** What stands in a path after this segment, in the user's words. */
export function nounOf(segment: string): string {
	return NOUNS[segment] ?? segment.replace(/s$/, '');
}

/**
 * The words for a failure. They never hold the word that makes older n8n versions give up on a workflow permanently, so
 * the header that carries the key is not named.
 */
export function explain(
	failure: ServiceFailure,
	{ task = READING, ...others }: Partial<About> = {},
): Explanation {
	const { lookingUp } = failure;
	const to = lookingUp === undefined ? undefined : `list ${lookingUp}`;
	const about = { task: to ? { ...READING, to, asked: `asked to ${to}` } : task, ...others };
	const kind = isNotOffered(failure) ? 'notOffered' : failure.problem.kind;
	const { message, description } = WORDS[kind](failure, about);
	return { message: plain(message), description: wording(lines(description, earlier(failure))) };
}

/** A text without the word that must not stand in any message, and without control characters but the end of a line. */
export function wording(text: string): string {
	return text.replace(/authorization/gi, 'credential').replace(CONTROLS, ' ');
}

/**
 * The same on one line, for a message: what others wrote may not look like another entry of a log, nor become markup
 * where the message is not escaped.
 */
export function plain(text: string): string {
	return wording(text)
		.replaceAll('\n', ' ')
		.replace(/<(?=[a-z/!?])/gi, '‹');
}

/** Also those that end a line elsewhere, or turn the direction of writing. */
const CONTROLS = /(?:(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069])+/gu;

type Words = (failure: ServiceFailure, about: About) => Explanation;

const WORDS: Readonly<Record<Problem['kind'], Words>> = {
	rateLimited: (failure, about) => ({
		message: `The rate limit of the service was reached${about.task.suffix}`,
		description: lines(
			`${tried(failure)} ${failure.problem.retryAfterMs ? `The service asks to wait ${seconds(failure.problem.retryAfterMs)}. ` : ''}The limit counts every workflow and tool that uses this workspace.`,
			about.task.slower,
			said(failure),
		),
	}),
	writeFailed: (failure, about) => ({
		message: `The service could not save the change${about.task.suffix}`,
		description: lines(
			tried(failure),
			'It changed nothing, so it is safe to run this again.',
			said(failure),
		),
	}),
	serverFailed: (failure, about) => ({
		message: `The service failed${withStatus(failure)} when ${about.task.asked}`,
		description: lines(tried(failure), again(failure, about), said(failure)),
	}),
	connectionLost: (failure, about) => ({
		message:
			failure.problem.key === 'ETIMEDOUT' || failure.problem.key === 'ECONNABORTED'
				? `The service did not answer in time when ${about.task.asked}`
				: `The connection to the service was lost when it was ${about.task.asked}`,
		description: lines(tried(failure), again(failure, about), code(failure)),
	}),
	emptyAnswer: (failure, about) => ({
		message: `The service sent no answer${withStatus(failure)} when ${about.task.asked}`,
		description: lines(tried(failure), again(failure, about)),
	}),
	unreachable: (failure, about) => ({
		message: isForbidden(failure)
			? `n8n does not allow requests to ${failure.call.host ?? 'the Base URL'}${about.task.suffix}`
			: `The service could not be reached${at(failure)}${about.task.suffix}`,
		description: lines(
			unreachable(failure),
			`${tried(failure)} The request was not sent.`,
			code(failure),
		),
	}),
	unauthorized: (failure, about) => ({
		message: `The API key was rejected${about.task.suffix}`,
		description: lines(
			`Check the API Key in the credential${called(about)}, and that the Base URL belongs to the same service. A replaced key stops working immediately.`,
			said(failure),
		),
	}),
	forbidden: (failure, about) => ({
		message: `The API key is not allowed to ${about.task.to}`,
		description: lines(
			`The user of the key lacks the permission. Give it to that user, or use another key in the credential${called(about)}.`,
			said(failure),
		),
	}),
	notFound: (failure, about) => ({
		message: `${missing(failure, about)} in this workspace${about.task.suffix}`,
		description: lines(
			lost(failure),
			about.task.isUndocumented ? `It may also be that ${LACKS}.` : '',
			said(failure),
		),
	}),
	notOffered: (failure, about) => ({
		message: `The service does not offer to ${about.task.to}${withStatus(failure)}`,
		description: lines(
			'Check the Base URL in the credential. If it is correct, this service lacks the endpoint.',
			said(failure),
		),
	}),
	identifierTaken: (failure, about) => ({
		message: `The ID ${quoted(failure.call.identifier)}is already used by another ${about.task.noun ?? 'entry'} in this workspace${about.task.suffix}`,
		description: lines(`${about.task.anotherId} The request created nothing.`, said(failure)),
	}),
	invalid: (failure, about) => ({
		message: invalid(failure, about),
		description: lines(
			...(about.fields ?? []),
			...(about.hints ?? []),
			said(failure),
			'The request changed nothing.',
		),
	}),
	upgradeRequired: ({ problem: { upgrade = {}, message } }, about) => ({
		message: `${upgrade.feature ?? 'This feature'} is not included in your plan${about.task.suffix}`,
		description: lines(
			upgrade.plan === undefined ? '' : `The ${upgrade.plan} plan has it.`,
			message ?? '',
			upgrade.action ?? 'Change the plan in the service, or remove this step.',
		),
	}),
	refused: (failure, about) => ({
		message: `The service refused to ${about.task.to}${failure.problem.message ? `: ${failure.problem.message}` : withStatus(failure)}`,
		description: lines(toCheck(about), code(failure)),
	}),
	redirected: ({ problem }, about) => ({
		message: `The service redirected to another address${about.task.suffix}`,
		description: lines(
			problem.location === undefined
				? 'If that is the service, enter the new address as Base URL in the credential.'
				: `It points to ${problem.location}. If that is the service, enter it as Base URL in the credential.`,
			'Redirects are not followed, to keep the API key on its host.',
		),
	}),
	notTheService: (failure, about) => ({
		message: `The answer${withStatus(failure)} did not come from the feedback service${about.task.suffix}`,
		description: lines(
			failure.problem.status === 413
				? 'A server before the service does not take a request of this size. Send less text.'
				: `Check the Base URL in the credential. A website or a proxy may answer${at(failure)}.`,
			failure.mayHaveBeenApplied ? again(failure, about) : '',
			said(failure),
		),
	}),
	tooLarge: (failure, about) => ({
		message: `The answer was too large when ${about.task.asked}`,
		description: lines(
			'One answer can hold 8 MB and 10,000 records. For a list, turn off Return All and lower the Limit, or contact the operator of the service.',
			failure.mayHaveBeenApplied ? again(failure, about) : '',
		),
	}),
	tooDeep: (failure, about) => ({
		message: `The answer has too many nested levels when ${about.task.asked}`,
		description: lines(
			`n8n cannot store more than ${DEEPEST} levels. Contact the operator of the service.`,
			failure.mayHaveBeenApplied ? again(failure, about) : '',
		),
	}),
	incomplete: (failure, about) => ({
		message: `The service reported success but sent no ${about.task.noun ?? 'record'}${about.task.suffix}`,
		description: lines(
			failure.mayHaveBeenApplied ? again(failure, about) : 'Try again.',
			'If this happens again, contact the operator of the service.',
		),
	}),
	endless: ({ tries }, about) => ({
		message: `The list could not be read completely when ${about.task.asked}`,
		description: `The list did not end after ${tries} pages. Turn off Return All, or add filters.`,
	}),
	cancelled: (_failure, about) => ({
		message: `The execution was cancelled${about.task.suffix}`,
		description: 'Nothing was sent after that. Run it again to process the rest.',
	}),
};

const LACKS = 'this service does not offer it, since the API does not document it';

function invalid({ problem }: ServiceFailure, about: About): string {
	const [first, ...more] = about.fields ?? [];
	if (first === undefined) {
		return `The service refused to ${about.task.to}: ${problem.message ?? problem.key}`;
	}
	const others = more.length > 0 ? ` (+${more.length} more)` : '';
	return `The service does not accept ${first}${others}${about.task.suffix}`;
}

function tried({ tries, waitedMs }: ServiceFailure): string {
	if (tries === 0) return 'The request was not sent, because the service asked to wait.';
	const times = tries === 1 ? 'Tried once' : `Tried ${tries} times`;
	return waitedMs > 0 ? `${times} and waited ${seconds(waitedMs)}.` : `${times}.`;
}

function again(failure: ServiceFailure, about: About): string {
	const { next, isListed, noun = 'entry' } = about.task;
	if (next !== undefined) return next;
	if (!failure.mayHaveBeenApplied) return 'Try again later.';
	if (failure.call.repeatable) {
		return 'The change may have been applied. It is safe to run this item again.';
	}
	if (failure.call.method === 'PUT') {
		return `The ${noun} may have been changed and its email sent, so the request was not retried. Check the ${noun} in the service before you run this item again.`;
	}
	return `The ${noun} may exist, so the request was not retried. Look for it in the service${isListed ? ' or with Get Many' : ''} before you run this item again.`;
}

/** What else is to be known where the last answer alone would be misleading. */
function earlier(failure: ServiceFailure): string {
	if (!failure.mayHaveBeenApplied || isInDoubt(failure.problem)) return '';
	return 'The answer to an earlier try was lost, so the change may have been applied.';
}

/** Everything that the request named by an ID may be what is missing: also the end-user in its body. */
function missing({ call }: ServiceFailure, about: About): string {
	const user = call.user === undefined ? [] : [{ segment: 'user', id: call.user }];
	const named = [...call.path.things, ...user];
	if (named.length === 0) return `The service did not find the ${about.task.noun ?? 'address'}`;
	const nothing = named
		.map(({ segment, id }) => `no ${nounOf(segment)} with ID ${id}`)
		.join(', or ');
	return `N${nothing.slice(1)}${named.length > 1 ? ',' : ''}`;
}

function lost({ call }: ServiceFailure): string {
	const isNamed = call.path.things.length > 0 || call.user !== undefined;
	return isNamed
		? 'Check the ID. The record may be deleted, or belong to another workspace.'
		: 'Check the Base URL in the credential. The service does not have this address.';
}

function at({ call: { host } }: ServiceFailure): string {
	return host === undefined ? '' : ` at ${host}`;
}

/** The code of n8n's protection against addresses in its own network; see `transport.ts`. */
const FORBIDDEN = 'SSRF_BLOCKED';

const isForbidden = ({ problem }: ServiceFailure) => problem.key === FORBIDDEN;

function unreachable({
	problem: { key = '', message = '' },
	call: { host = '' },
}: ServiceFailure): string {
	if (key === FORBIDDEN) {
		return 'Enter the public address of the service as Base URL. Or ask the administrator of n8n to list its name in N8N_SSRF_ALLOWED_HOSTNAMES.';
	}
	// What Node.js could not connect to: "connect ECONNREFUSED 127.0.0.1:3128", "getaddrinfo ENOTFOUND proxy.example".
	const [, asked = ''] = /^(?:connect|getaddrinfo) [A-Z_]+ (\S+)$/.exec(message) ?? [];
	const [name, port] = host.split(/:(?=\d+$)/);
	const isService = key === 'ECONNREFUSED' ? asked.endsWith(`:${port}`) : asked === name;
	if (asked !== '' && !isService) {
		return `n8n tried to connect to ${asked}, which is not the service: most likely a proxy that does not answer. Check the proxy settings of n8n, such as HTTP_PROXY and HTTPS_PROXY.`;
	}
	if (key === 'ENOTFOUND' || key === 'EAI_AGAIN') {
		return 'The server name in the Base URL was not found. Check the spelling.';
	}
	if (isCertificateError(key)) {
		return 'The certificate of the server is not trusted. Check the certificate and the Base URL, or turn on Ignore SSL Issues in a network you trust.';
	}
	return 'Nothing answers at the Base URL. Check the Base URL, the service and the firewall.';
}

function called({ credential }: About): string {
	return credential === undefined ? '' : ` '${credential}'`;
}

/** What to look at where the service names no field. */
function toCheck({ hints = [] }: About): string {
	return lines('Check the fields of this node and the IDs in them.', ...hints);
}

function quoted(id: string | undefined): string {
	return id === undefined ? '' : `'${id}' `;
}

function withStatus({ problem: { status } }: ServiceFailure): string {
	return status === undefined ? '' : ` (HTTP ${status})`;
}

/** The service's own words, marked as such. */
function said({ problem: { message } }: ServiceFailure): string {
	return message === undefined ? '' : `The service said: ${message}`;
}

function code({ problem: { key } }: ServiceFailure): string {
	return key === undefined ? '' : `Code: ${key}`;
}

function seconds(ms: number): string {
	return `${Math.max(1, Math.round(ms / 1000))} s`;
}

function lines(...texts: string[]): string {
	return texts.filter((text) => text !== '').join('\n');
}
