import { isCertificateError, isForbiddenAddress } from '../client/connect-errors';
import { isInDoubt, isNotOffered, type ServiceFailure } from '../client/service-failure';
import { DEEPEST } from '../service/json';
import type { Problem } from '../service/problems';
import { ifNotFound } from './fields';
import type { Operation } from './operation';

/** The context of a failure. */
export interface About {
	operation?: Operation;
	/** The event of a poll, such as "New Post". */
	event?: string;
	/** The name the user gave the credential. */
	credential?: string;
	/** The service's messages for fields, with the labels that the user knows. */
	fields?: readonly string[];
}

/** Names of records, where the path does not say them. */
const NOUNS: Readonly<Record<string, string>> = {
	update: 'changelog update',
	user: 'end-user',
	members: 'end-user',
};

/** The name of the record that follows this path segment, in the user's words. */
export function nounOf(segment: string): string {
	return NOUNS[segment] ?? segment.replace(/s$/, '');
}

/**
 * The words for a failure, as plain text: what happened, and what to do about it in lines. They never name the header that
 * carries the key, because n8n 1 gives up on a workflow when a message contains that word (n8n-io/n8n#6676).
 */
export function explain(failure: ServiceFailure, given: About = {}) {
	const { problem, call, lookingUp } = failure;
	// What failed while something was looked up says nothing of the operation.
	const about = lookingUp === undefined ? given : { ...given, operation: undefined };
	const task = taskOf(failure, about);
	const status = problem.status === undefined ? '' : ` (HTTP ${problem.status})`;
	const at = call.host === undefined ? '' : ` at ${call.host}`;
	const kind = isNotOffered(failure) ? 'notOffered' : problem.kind;
	const [message, ...advice] = WORDS[kind]({ ...failure, ...about, ...task, status, at });
	const isNamed = [about.event, task.found].every((name = '') => message.includes(name));
	const quote = CODED.has(kind)
		? problem.key && `Code: ${problem.key}`
		: problem.message &&
			!message.includes(problem.message) &&
			`The service said: ${problem.message}`;
	const often = PASSING.has(kind) && tried(failure);
	const lines = [often, ...advice, inDoubt(failure, about.operation), quote];
	return {
		message: plain(isNamed ? message : `${message} when ${task.asked}`),
		description: wording(lines.filter((line) => line).join('\n')),
	};
}

/** Ends a message that names the first of several. */
export const andMore = (count: number) => (count > 0 ? ` (+${count} more)` : '');

/** A text without the word "Authorization", and without control characters except line breaks. */
export function wording(text: string): string {
	return text.replace(/authorization/gi, 'credential').replace(CONTROLS, ' ');
}

/** The same on one line, for a message: foreign text must not look like another entry of a log, nor become markup. */
export function plain(text: string): string {
	return wording(text)
		.replaceAll('\n', ' ')
		.replace(/<(?=[a-z/!?])/gi, '‹');
}

/** How to go on if a record is not found, with a blank behind it. Empty if the operation does not offer it. */
export const goOnWithout = ({ fields }: Operation): string =>
	fields.includes(ifNotFound)
		? "To go on without it, choose 'Return Nothing' in 'If Not Found'. "
		: '';

/** Also other line breaks, and marks that change the direction of writing. */
const CONTROLS = /(?:(?!\n)[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069])+/gu;

/** What a node or a poll was doing, in the words of every sentence. */
interface Task {
	/** Follows "is not allowed to". */
	to: string;
	/** The record that the operation has found by itself, such as " for post 12". It is part of `to`. */
	found?: string;
	/** Follows "when". */
	asked: string;
	/** The kind of record, such as "post". */
	noun?: string;
	/** A sentence that is true only if no try may have changed anything. */
	ifUnchanged(sentence: string): string;
	/** The advice if only waiting helps and nothing was changed. */
	later: string;
}

function taskOf(
	{ call, lookingUp, mayHaveBeenApplied }: ServiceFailure,
	{ operation, event }: About,
): Task {
	const ifUnchanged = (sentence: string) => (mayHaveBeenApplied ? '' : sentence);
	if (event !== undefined) {
		const later = 'The next poll tries again.';
		return { to: `read what ${event} needs`, asked: `asked for ${event}`, ifUnchanged, later };
	}
	const elsewhere = lookingUp === undefined ? 'read this' : `list ${lookingUp}`;
	const found = operation && foundBy(operation, call);
	const to = operation ? `run '${operation.option.action}'${found}` : elsewhere;
	const { noun } = operation?.output.kind ?? {};
	const later = ifUnchanged('Try again later.');
	return { to, found, asked: `asked to ${to}`, noun, ifUnchanged, later };
}

/** Names a record that the operation has found by itself, such as the post whose comments it reads. */
function foundBy({ path: given = [] }: Operation, { path }: ServiceFailure['call']): string {
	const [thing, ...inner] = path.things;
	if (given.length > 0 || !thing || inner.length > 0) return '';
	return ` for ${nounOf(thing.segment)} ${thing.id}`;
}

/** The parts that the sentences of a failure are made of. */
interface Known
	extends About,
		Task,
		Pick<ServiceFailure, 'problem' | 'call' | 'tries' | 'lookingUp'> {
	/** " (HTTP 500)" */
	status: string;
	/** " at feedback.example" */
	at: string;
}

/** Problems whose code says more than their message. */
const CODED: ReadonlySet<Problem['kind']> = new Set(['connectionLost', 'refused', 'unreachable']);

/** Problems that may pass, so the request was retried. */
export const PASSING: ReadonlySet<Problem['kind']> = new Set([
	'rateLimited',
	'writeFailed',
	'serverFailed',
	'connectionLost',
	'emptyAnswer',
	'unreachable',
]);

/** The message and advice for an address that is not the service's. */
const noApi = (status: string): [message: string, ...advice: string[]] => [
	`The API was not found at this Base URL${status}`,
	'Check the Base URL in the credential. Remove what follows the host name, such as /dashboard.',
];

/** The message, and the lines of the description. Empty lines are left out. */
const WORDS: Readonly<
	Record<Problem['kind'], (known: Known) => [message: string, ...advice: string[]]>
> = {
	rateLimited: ({ problem: { retryAfterMs }, event, later }) => [
		'The rate limit of the service was reached',
		retryAfterMs ? `The service asks to wait ${seconds(retryAfterMs)}.` : '',
		'The limit counts every workflow and tool that uses this workspace.',
		later,
		`Run fewer workflows in parallel${event ? ', or poll less often' : ''}.`,
	],
	writeFailed: ({ ifUnchanged }) => [
		'The service could not save the change',
		ifUnchanged('It changed nothing, so it is safe to run this again.'),
	],
	serverFailed: ({ status, asked, later }) => [`The service failed${status} when ${asked}`, later],
	connectionLost: ({ problem: { key }, asked, later }) => [
		key === 'ETIMEDOUT' || key === 'ECONNABORTED'
			? `The service did not answer in time when ${asked}`
			: `The connection to the service was lost when it was ${asked}`,
		later,
		key === 'EPROTO' ? 'If the service does not use HTTPS, start the Base URL with http://.' : '',
	],
	emptyAnswer: ({ status, asked, later }) => [
		`The service sent no answer${status} when ${asked}`,
		later,
	],
	unreachable: ({ problem: { key = '' }, call: { host = 'the Base URL' }, at, ifUnchanged }) => [
		isForbiddenAddress(key)
			? `n8n does not allow requests to ${host}`
			: `The service could not be reached${at}`,
		unreachable(key),
		ifUnchanged('The request was not sent.'),
	],
	unauthorized: ({ credential }) => [
		'The API key was rejected',
		`Check the API Key in the credential${inQuotes(credential)}, and that the Base URL belongs to the same service. A replaced key stops working immediately.`,
	],
	forbidden: ({ to, credential }) => [
		`The API key is not allowed to ${to}`,
		`The user of the key lacks the permission. Give it to that user, or use another key in the credential${inQuotes(credential)}.`,
	],
	notFound: ({ operation, call, status }) => {
		const missed = missedRecords(call);
		if (missed === '') return noApi(status);
		const already = call.method === 'DELETE' ? ' already, also by an earlier item' : '';
		return [
			`${missed} in this workspace`,
			`Check the ID, and the Base URL in the credential. The record may be deleted${already}, or belong to another workspace.`,
			operation ? goOnWithout(operation).trim() : '',
			operation?.isUndocumented
				? 'It may also be that this service does not offer it, since the API does not document it.'
				: '',
		];
	},
	notOffered: ({ to, status, lookingUp, call: { method, path } }) => [
		`The service does not offer to ${to}${status}`,
		`It has no endpoint ${method} ${path.text}.${lookingUp === undefined ? '' : ' Choose By ID.'}`,
		'Check the Base URL in the credential. If it is correct, this service lacks the endpoint.',
	],
	identifierTaken: ({ operation, call: { identifier }, noun = 'entry', ifUnchanged }) => {
		const choice = operation?.fields.find(({ name }) => name === 'ifGroupExists')?.displayName;
		return [
			`The ID${inQuotes(identifier)} is already used by another ${noun} in this workspace`,
			`Use another ID${choice === undefined ? '' : `, or change${inQuotes(choice)}`}.`,
			ifUnchanged('The request created nothing.'),
		];
	},
	invalid: (known) => {
		const { fields = [], ifUnchanged } = known;
		if (fields.length === 0) {
			// `InvalidArgument` in docs/openapi.yaml: of unknown types of documents.
			const isOfType = known.problem.key === 'invalid_argument' && known.noun === 'document';
			const [refused, advice] = WORDS.refused(known);
			return [refused, isOfType ? "Check 'Document Type'. The request changed nothing." : advice];
		}
		return [
			`The service does not accept ${fields[0]}${andMore(fields.length - 1)}`,
			...fields,
			ifUnchanged('The request changed nothing.'),
		];
	},
	upgradeRequired: ({ problem: { upgrade = {} } }) => [
		`${upgrade.feature ?? 'This feature'} is not included in your plan`,
		upgrade.plan === undefined ? '' : `The ${upgrade.plan} plan has it.`,
		upgrade.action === undefined
			? 'Change the plan in the service, or remove this step.'
			: `The service suggests: ${upgrade.action}`,
	],
	refused: ({ problem: { message }, to, status }) => [
		`The service refused to ${to}${message ? `: ${message}` : status}`,
		'Check the fields of this node and the IDs in them.',
	],
	redirected: ({ problem: { location } }) => [
		'The service redirected to another address',
		location === undefined ? '' : `It points to ${location}.`,
		'If that is the service, enter its address as Base URL in the credential.',
		'Redirects are not followed, to keep the API key on its host.',
	],
	notTheService: ({ problem: { status: code = 0, contentType }, status, at }) => {
		if (code === 404) return noApi(status);
		return [
			`The answer${status} did not come from the feedback service`,
			contentType === undefined ? '' : `Its content type is ${contentType}.`,
			[413, 414, 431].includes(code)
				? 'A server before the service does not take a request of this size. Send less text.'
				: `Check the Base URL in the credential. A website or a proxy may answer${at}.`,
		];
	},
	tooLarge: ({ asked }) => [
		`The answer was too large when ${asked}`,
		'One answer can hold 32 MB, 100,000 records and 2 million values. For a list, add filters such as a date, or lower the Limit.',
	],
	tooDeep: ({ asked }) => [
		`The answer has too many nested levels when ${asked}`,
		`n8n cannot store more than ${DEEPEST} levels. Contact the operator of the service.`,
	],
	incomplete: ({ noun = 'record', later }) => [
		`The service reported success but sent no ${noun}`,
		later,
		'If this happens again, contact the operator of the service.',
	],
	endless: ({ asked, tries, lookingUp, problem: { size = 0 } }) => [
		`The list could not be read completely when ${asked}`,
		`The list did not end after ${tries} pages with ${Math.ceil(size / 1024 / 1024)} MB.`,
		lookingUp === undefined
			? 'Turn off Return All, or add filters.'
			: 'Choose By ID, or turn off the option that looks it up.',
	],
	cancelled: () => [
		'The execution was cancelled',
		'Nothing was sent after that. Run it again to process the rest.',
	],
};

function tried({ tries, waitedMs }: ServiceFailure): string {
	if (tries === 0) return 'The request was not sent, because the service asked to wait.';
	const times = tries === 1 ? 'Tried once' : `Tried ${tries} times`;
	return waitedMs > 0 ? `${times} and waited ${seconds(waitedMs)}.` : `${times}.`;
}

/** The advice if the change may have been applied. */
function inDoubt(
	{ call, problem, mayHaveBeenApplied }: ServiceFailure,
	operation: Operation | undefined,
): string {
	const { noun, hasNoOwnId } = operation?.output.kind ?? { noun: 'entry', hasNoOwnId: true };
	if (!mayHaveBeenApplied) return '';
	if (!isInDoubt(problem)) {
		return 'The answer to an earlier try was lost, so the change may have been applied.';
	}
	if (call.repeatable) {
		return 'The change may have been applied. It is safe to run this item again.';
	}
	if (call.method === 'PUT') {
		return `The ${noun} may have been changed and its email sent, so the request was not retried. Check the ${noun} in the service before you run this item again.`;
	}
	return `The ${noun} may exist, so the request was not retried. Look for it in the service${hasNoOwnId ? '' : ' or with Get Many'} before you run this item again.`;
}

/** Names each record that may be missing: all IDs of the path, and the end-user in the body. */
function missedRecords({ path, user }: ServiceFailure['call']): string {
	const things = user === undefined ? path.things : [...path.things, { segment: 'user', id: user }];
	const missed = things.map(({ segment, id }) => {
		const where = segment === 'members' ? ' among its members' : '';
		return `no ${nounOf(segment)} with ID ${id}${where}`;
	});
	return missed.join(', or ').replace('n', 'N');
}

function unreachable(key: string): string {
	if (isForbiddenAddress(key)) {
		return 'Enter the public address of the service as Base URL. Or ask the administrator of n8n to list its name in N8N_SSRF_ALLOWED_HOSTNAMES.';
	}
	if (key === 'ENOTFOUND' || key === 'EAI_AGAIN') {
		return 'The server name was not found. Check the Base URL, and the proxy settings of n8n.';
	}
	if (isCertificateError(key)) {
		return 'The certificate of the server is not trusted. Check the certificate and the Base URL, or turn on Ignore SSL Issues in a network you trust.';
	}
	return 'Nothing answers at the Base URL. Check the Base URL, the service, the firewall, and the proxy settings of n8n.';
}

const inQuotes = (name: string | undefined) => (name === undefined ? '' : ` '${name}'`);

const seconds = (ms: number) => `${Math.max(1, Math.round(ms / 1000))} s`;
