// A small stand-in for what n8n 2.41 hands to a node, for tests that need no n8n. It fills in parameter defaults with
// n8n's own code and really sends the requests; in place of expressions, a parameter may be a function of the item.
import {
	assertUrlAllowed,
	type IAdditionalCredentialOptions,
	type ICredentialDataDecryptedObject,
	type ICredentialTestFunctions,
	type ICredentialType,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INode,
	type INodeCredentialTestResult,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameterResourceLocator,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyOptions,
	type INodeType,
	type IPollFunctions,
	NodeApiError,
	NodeHelpers,
	NodeOperationError,
	ObservableObject,
	UserError,
} from 'n8n-workflow';
import { Readable } from 'node:stream';
import { Agent, request as send } from 'undici';
import { FeedbackBasicApi } from '../../credentials/FeedbackBasicApi.credentials';
import { FeedbackBearerApi } from '../../credentials/FeedbackBearerApi.credentials';

export type NodeClass = new () => INodeType;

/** A value, or what an expression would make of an item. */
export type ParameterValue = unknown | ((json: IDataObject, itemIndex: number) => unknown);

/** What is stored under each credential type that the node is given. */
export type Credentials = Readonly<Record<string, Readonly<Record<string, ParameterValue>>>>;

export interface Setup {
	/** What the user entered; defaults and hidden fields are n8n's work. */
	parameters: Readonly<Record<string, ParameterValue>>;
	credentials?: Credentials;
	timezone?: string;
	/** The `json` of each input item; one empty item unless given. */
	items?: readonly IDataObject[];
	continueOnFail?: boolean;
	/** As a tool of an AI agent, which n8n makes of the node under another name. */
	asTool?: boolean;
	/** Whether a person has started it in the editor, or n8n. */
	mode?: 'manual' | 'trigger';
	signal?: AbortSignal;
	/** Whether parameters may be what no field takes and no menu offers, as in a workflow that was written by hand. */
	writtenByHand?: boolean;
}

const credentialTypes: ICredentialType[] = [new FeedbackBearerApi(), new FeedbackBasicApi()];

export const bearer = (baseUrl: ParameterValue, apiKey: ParameterValue): Credentials => ({
	feedbackBearerApi: { baseUrl, apiKey },
});

export const basic = (baseUrl: string, apiKey: string): Credentials => ({
	feedbackBasicApi: { baseUrl, apiKey },
});

/** A resource locator set by ID. */
export const byId = (value: unknown) => ({ __rl: true, mode: 'id', value });

/** A key entered where a workspace defines its own, such as a type. */
export const byKey = (value: unknown) => ({ __rl: true, mode: 'key', value });

/** One message that a node logged. */
export interface Logged {
	level: 'debug' | 'info' | 'warn' | 'error';
	message: string;
	meta?: unknown;
}

/** Runs a node over its items, as a step of a workflow. Rejects as the step would fail. */
export async function execute(
	Node: NodeClass,
	setup: Setup & { logged?: Logged[] },
): Promise<INodeExecutionData[]> {
	const node = new Node();
	const output = await node.execute!.call(executeContext(node, setup));
	return (output as INodeExecutionData[][])[0];
}

/** Asks for one page of a resource locator's list, as the editor does. */
export async function listSearch(
	Node: NodeClass,
	method: string,
	setup: Setup,
	filter?: string,
	paginationToken?: string,
): Promise<INodeListSearchResult> {
	const node = new Node();
	const context = loadOptionsContext(node, setup);
	return await node.methods!.listSearch![method].call(context, filter, paginationToken);
}

/** Tests a credential with the function that a node names in `testedBy`. */
export async function testCredential(
	Node: NodeClass,
	type: string,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const node = new Node();
	const { testedBy } = node.description.credentials!.find(({ name }) => name === type)!;
	return await node.methods!.credentialTest![testedBy as string].call(credentialTestContext(), {
		id: '1',
		name: 'Test',
		type,
		data: withDefaults(type, data),
	});
}

export function executeContext(
	node: INodeType,
	setup: Setup & { logged?: Logged[] },
): IExecuteFunctions {
	const { items = [{}], continueOnFail = false, signal, mode = 'manual' } = setup;
	const base = baseContext(node, setup);
	const context = {
		...base,
		getNodeParameter: (name: string, itemIndex: number, fallback?: unknown, options?: unknown) =>
			base.parameter(name, itemIndex, fallback, options as { extractValue?: boolean }),
		getInputData: () =>
			items.map((json, item): INodeExecutionData => ({ json, pairedItem: { item } })),
		continueOnFail: () => continueOnFail,
		getMode: () => mode,
		getExecutionCancelSignal: () => signal,
	};
	return context as unknown as IExecuteFunctions;
}

export function loadOptionsContext(node: INodeType, setup: Setup): ILoadOptionsFunctions {
	const base = baseContext(node, setup);
	const context = {
		...base,
		getNodeParameter: (name: string, fallback?: unknown, options?: { extractValue?: boolean }) =>
			base.parameter(name, 0, fallback, options),
		getCurrentNodeParameter: (name: string, options?: { extractValue?: boolean }) =>
			base.parameter(name.replace(/^&/, ''), 0, null, options) ?? undefined,
		getMode: () => 'internal',
	};
	return context as unknown as ILoadOptionsFunctions;
}

type Observed = IDataObject & { __dataChanged: boolean };

/** What n8n keeps for a trigger between polls: in memory, and apart from it what was last saved. */
export class StaticData {
	readonly #observed: Observed;
	#saved: IDataObject;

	/** @param saved as it is in n8n's database */
	constructor(saved: IDataObject = {}) {
		this.#saved = saved;
		this.#observed = observed(saved);
	}

	/** The live object, as `getWorkflowStaticData('node')` gives it. */
	get node(): IDataObject {
		this.#observed.node ??= ObservableObject.create({}, this.#observed);
		return this.#observed.node as IDataObject;
	}

	/** Whether anything was set or deleted since it was loaded or saved, also with an equal value. */
	get changed(): boolean {
		return this.#observed.__dataChanged;
	}

	/** As n8n does after a poll that emitted; one that returned null saves nothing. */
	save(): void {
		this.#saved = plainJson(this.#observed);
		this.#observed.__dataChanged = false;
	}

	/** What a restart of n8n brings back: only what was saved. */
	restarted(): StaticData {
		return new StaticData(plainJson(this.#saved));
	}
}

export interface PollSetup extends Setup {
	staticData?: StaticData;
	/** `manual` is the test run in the editor. */
	mode?: 'trigger' | 'manual';
	/** Stays as it was at registration for every later poll. */
	activationMode?: ReturnType<IPollFunctions['getActivationMode']>;
	/** null stands for an n8n that is too old to have it. */
	pollBudgetMs?: number | null;
	logged?: Logged[];
}

/** The context of one registration: n8n in memory uses it for every poll until the next registration. */
export function pollContext(Node: NodeClass, setup: PollSetup): IPollFunctions {
	const { staticData = new StaticData(), mode = 'trigger', activationMode = 'init' } = setup;
	const { pollBudgetMs = 300_000 } = setup;
	const base = baseContext(new Node(), setup);
	const context = {
		...base,
		getNodeParameter: (name: string, fallback?: unknown, options?: { extractValue?: boolean }) =>
			base.parameter(name, 0, fallback, options),
		getWorkflowStaticData: (type: string) => {
			// Asking for it is enough for n8n to store it.
			if (type !== 'node') throw new Error('The data of the workflow belongs to the user');
			return staticData.node;
		},
		getMode: () => mode,
		getActivationMode: () => activationMode,
		...(pollBudgetMs !== null && { getPollBudgetMs: () => pollBudgetMs }),
	};
	return context as unknown as IPollFunctions;
}

export function credentialTestContext(): ICredentialTestFunctions {
	const context = {
		helpers: {
			request: async ({ uri, agentOptions, ...options }: LegacyOptions) =>
				await exchange({ ...options, url: uri, abortSignal: agentOptions.signal }),
		},
	};
	return context as unknown as ICredentialTestFunctions;
}

function baseContext(type: INodeType, setup: Setup & { logged?: Logged[] }) {
	const { credentials = {}, timezone = 'America/New_York', items = [{}], logged = [] } = setup;
	const { expressions, values } = withoutFunctions(setup.parameters);
	if (setup.asTool) type.description.name += 'Tool';
	const node = nodeOf(type, values, credentials);
	if (!setup.writtenByHand) refuseUnknown(values, shownFields(type, node));

	async function getCredentials(
		name: string,
		itemIndex = 0,
	): Promise<ICredentialDataDecryptedObject> {
		const described = type.description.credentials?.find((one) => one.name === name);
		if (!described) {
			const message = `Node type "${node.type}" does not have any credentials of type "${name}" defined`;
			throw new NodeOperationError(node, message);
		}
		const shown = NodeHelpers.displayParameter(node.parameters, described, node, type.description);
		if (!shown) throw new NodeOperationError(node, 'Credentials not found');
		if (!credentials[name]) {
			throw new NodeOperationError(node, `Node does not have any credentials set for "${name}"`);
		}
		const resolved = Object.entries(credentials[name]).map(([field, value]) => [
			field,
			typeof value === 'function' ? (value(items[itemIndex], itemIndex) as unknown) : value,
		]);
		return withDefaults(name, Object.fromEntries(resolved) as ICredentialDataDecryptedObject);
	}

	return {
		getNode: () => structuredClone(node),
		getWorkflow: () => ({ id: '1', name: 'Test', active: false }),
		getTimezone: () => timezone,
		getCredentials,
		logger: logger(logged),
		helpers: { httpRequestWithAuthentication },

		parameter(
			name: string,
			itemIndex: number,
			fallback?: unknown,
			options?: { extractValue?: boolean },
		): unknown {
			const found = name
				.split('.')
				.reduce<unknown>(
					(outer, key) => (outer as IDataObject | undefined)?.[key],
					node.parameters,
				);
			const value = found ?? fallback;
			if (value === undefined) throw new UserError(`Could not get parameter "${name}"`);
			const resolved = evaluated(value, expressions, items[itemIndex] ?? {}, itemIndex);
			return options?.extractValue ? extracted(resolved) : resolved;
		},
	};
}

function nodeOf(type: INodeType, values: INodeParameters, credentials: Credentials): INode {
	const { description } = type;
	const node: INode = {
		id: '5a1d6a0e-0d5c-4d5a-9c5e-3f1b0c2d4e6f',
		name: String(description.defaults.name),
		type: `n8n-nodes-customer-feedback.${description.name}`,
		typeVersion: [description.version].flat().at(-1)!,
		position: [0, 0],
		parameters: values,
		credentials: Object.fromEntries(
			Object.keys(credentials).map((name) => [name, { id: '1', name: `My ${name}` }]),
		),
	};
	node.parameters =
		NodeHelpers.getNodeParameters(description.properties, values, true, false, node, description) ??
		{};
	return node;
}

const shownFields = ({ description }: INodeType, node: INode) =>
	description.properties.filter((property) =>
		NodeHelpers.displayParameter(node.parameters, property, node, description),
	);

/** What no field takes would test nothing, and what no menu offers nobody can choose. */
function refuseUnknown(given: unknown, fields: readonly INodeProperties[]): void {
	for (const [name, value] of Object.entries(given as INodeParameters)) {
		if (value === undefined) continue;
		const field = fields.find((one) => one.name === name);
		if (!field) throw new Error(`No field takes '${name}' here`);
		for (const chosen of choicesIn(field, value)) {
			const offered = field.modes ?? (field.options as INodePropertyOptions[]);
			if (!offered.some((one) => ('value' in one ? one.value : one.name) === chosen)) {
				throw new Error(`'${name}' does not offer ${JSON.stringify(chosen)}`);
			}
		}
		if (field.type === 'collection' && !isExpression(value)) {
			refuseUnknown(value, field.options as INodeProperties[]);
		}
	}
}

/** What is chosen from a menu, unless an expression chooses. */
function choicesIn({ type }: INodeProperties, value: unknown): unknown[] {
	if (type === 'resourceLocator')
		return typeof value === 'object' ? [(value as INodeParameterResourceLocator).mode] : [];
	if (type === 'multiOptions' && Array.isArray(value))
		return value.filter((one) => !isExpression(one));
	return type === 'options' && !isExpression(value) ? [value] : [];
}

const isExpression = (value: unknown) => typeof value === 'string' && value.startsWith('=');

type Expressions = Map<string, (json: IDataObject, itemIndex: number) => unknown>;

/** n8n's code knows values only: each function is replaced by the text of an expression, and found again by it. */
function withoutFunctions(parameters: Setup['parameters']): {
	expressions: Expressions;
	values: INodeParameters;
} {
	const expressions: Expressions = new Map();
	const replaced = (value: unknown): unknown => {
		if (typeof value === 'function') {
			const text = `={{ test${expressions.size} }}`;
			expressions.set(text, value as (json: IDataObject) => unknown);
			return text;
		}
		return mapped(value, replaced);
	};
	return { values: replaced(parameters) as INodeParameters, expressions };
}

function evaluated(
	value: unknown,
	expressions: Expressions,
	json: IDataObject,
	itemIndex: number,
	nested = false,
): unknown {
	const expression = typeof value === 'string' ? expressions.get(value) : undefined;
	if (expression) {
		const result = expression(json, itemIndex);
		return nested && isLuxon(result) ? String(result) : result;
	}
	return mapped(value, (inner) => evaluated(inner, expressions, json, itemIndex, true));
}

/** n8n writes a Luxon object inside of a collection as text, and leaves one that is the whole parameter. */
const isLuxon = (value: unknown) =>
	(value as { isLuxonDateTime?: boolean } | null)?.isLuxonDateTime === true;

function extracted(value: unknown): unknown {
	const isLocator = typeof value === 'object' && value !== null && '__rl' in value;
	return isLocator ? (value as unknown as { value: unknown }).value : value;
}

function mapped(value: unknown, change: (inner: unknown) => unknown): unknown {
	if (Array.isArray(value)) return value.map(change);
	if (typeof value !== 'object' || value === null) return value;
	if (Object.getPrototypeOf(value) !== Object.prototype) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, change(inner)]));
}

function withDefaults(
	type: string,
	data: ICredentialDataDecryptedObject,
): ICredentialDataDecryptedObject {
	const { properties } = credentialType(type);
	const defaults = properties.map(({ name, default: value }) => [name, value]);
	return { ...Object.fromEntries(defaults), ...data };
}

function credentialType(name: string): ICredentialType {
	return credentialTypes.find((type) => type.name === name)!;
}

/** As `httpRequestWithAuthentication` of n8n 2.41: whatever goes wrong comes out as a NodeApiError. */
async function httpRequestWithAuthentication(
	this: IExecuteFunctions,
	type: string,
	given: IHttpRequestOptions,
	{ credentialsDecrypted }: IAdditionalCredentialOptions = {},
): Promise<unknown> {
	try {
		const abortSignal =
			'getExecutionCancelSignal' in this ? this.getExecutionCancelSignal() : given.abortSignal;
		const data: ICredentialDataDecryptedObject =
			credentialsDecrypted?.data ?? (await this.getCredentials(type));
		const options = await authenticate(type, data, given);
		assertUrlAllowed(options);
		const rejectUnauthorized = options.skipSslCertificateValidation !== true;
		return await exchange({ ...options, abortSignal, rejectUnauthorized } as Exchange);
	} catch (error) {
		throw new NodeApiError(this.getNode(), error as never);
	}
}

/** Adds the credential as n8n does, by the function in the credential class. */
export async function authenticate(
	type: string,
	credentials: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const { authenticate: add } = credentialType(type);
	if (typeof add !== 'function') throw new Error('Only a function is built here');
	return await add(credentials, options);
}

/** As a credential test calls the helper of n8n 2.41 that it is given. */
interface LegacyOptions extends Omit<Exchange, 'url' | 'abortSignal'> {
	uri: string;
	agentOptions: { signal?: AbortSignal };
}

interface Exchange {
	method: string;
	url: string;
	headers?: Record<string, string>;
	body?: string;
	timeout: number;
	rejectUnauthorized?: boolean;
	abortSignal?: AbortSignal;
}

const unchecking = new Agent({ connect: { rejectUnauthorized: false } });

/** Follows no redirect, and gives any status and the body as a stream, since that is all that the nodes ask for. */
async function exchange(options: Exchange) {
	const { method, url, headers, body, timeout, rejectUnauthorized, abortSignal } = options;
	if (abortSignal?.aborted) throw requestError('ERR_CANCELED', 'canceled');
	if (!/^https?:\/\/(?:127\.0\.0\.1|localhost)[:/]/.test(url)) {
		throw requestError('ERR_NETWORK', `A test may ask nobody but this machine, and not ${url}`);
	}
	try {
		const response = await send(url, {
			method: method as 'GET',
			headers: { 'User-Agent': 'n8n', ...headers },
			body,
			signal: abortSignal,
			headersTimeout: timeout,
			bodyTimeout: timeout,
			...(rejectUnauthorized === false && { dispatcher: unchecking }),
		});
		return {
			statusCode: response.statusCode,
			headers: response.headers as Record<string, unknown>,
			// It has arrived as a whole already, so that no time passes while it is read.
			body: Readable.from([Buffer.from(await response.body.text())]),
		};
	} catch (error) {
		throw asAxios(error, timeout);
	}
}

/** n8n sends with axios, whose errors have codes of their own. */
function asAxios(error: unknown, timeoutMs: number): Error {
	const { code, name, message } = error as { code?: string; name: string; message: string };
	if (name === 'AbortError') return requestError('ERR_CANCELED', 'canceled');
	if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
		return requestError('ECONNABORTED', `timeout of ${timeoutMs}ms exceeded`);
	}
	if (code === 'UND_ERR_SOCKET' || message === 'terminated') {
		return requestError('ECONNRESET', 'socket hang up');
	}
	return requestError(code ?? 'ERR_NETWORK', message);
}

function requestError(code: string, message: string): Error {
	return Object.assign(new Error(message), { name: 'AxiosError', isAxiosError: true, code });
}

function logger(logged: Logged[]) {
	const log = (level: Logged['level']) => (message: string, meta?: unknown) => {
		logged.push({ level, message, meta });
	};
	return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}

function observed(saved: IDataObject): Observed {
	const options = { ignoreEmptyOnFirstChild: true };
	return ObservableObject.create(plainJson(saved), undefined, options) as Observed;
}

function plainJson(value: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(value)) as IDataObject;
}
