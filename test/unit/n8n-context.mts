// A small stand-in for what n8n 2.41 hands to a node, for tests that need no n8n. It fills in parameter defaults with
// n8n's own code and really sends the requests; in place of expressions, a parameter may be a function of the item.
import {
	assertUrlAllowed,
	deepCopy,
	type IAdditionalCredentialOptions,
	type ICredentialDataDecryptedObject,
	type ICredentialTestFunctions,
	type IDataObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type ILoadOptionsFunctions,
	type INode,
	type INodeCredentialTestResult,
	type INodeExecutionData,
	type INodeListSearchResult,
	type INodeParameters,
	type INodeType,
	type IPollFunctions,
	NodeApiError,
	NodeHelpers,
	NodeOperationError,
	UserError,
} from 'n8n-workflow';
import { authenticate, withDefaults } from './n8n-credentials.mts';
import { type Exchange, exchange, type LegacyOptions } from './n8n-exchange.mts';
import {
	evaluated,
	extracted,
	refuseUnknown,
	shownFields,
	withoutFunctions,
} from './n8n-parameters.mts';
import { StaticData } from './n8n-static-data.mts';

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

type More = Readonly<Record<string, ParameterValue>>;

export const bearer = (
	baseUrl: ParameterValue,
	apiKey: ParameterValue,
	more: More = {},
): Credentials => ({
	feedbackBearerApi: { baseUrl, apiKey, ...more },
});

export const basic = (baseUrl: string, apiKey: string, more: More = {}): Credentials => ({
	feedbackBasicApi: { baseUrl, apiKey, ...more },
});

export const by = (mode: string, value: unknown) => ({ __rl: true, mode, value });

export const byId = (value: unknown) => by('id', value);

/** A key entered where a workspace defines its own, such as a type. */
export const byKey = (value: unknown) => by('key', value);

export interface Logged {
	level: 'debug' | 'info' | 'warn' | 'error';
	message: string;
	meta?: unknown;
}

const instances = new Map<NodeClass, INodeType>();

/** One for all executions, as in n8n. */
function instanceOf(Node: NodeClass): INodeType {
	const node = instances.get(Node) ?? new Node();
	instances.set(Node, node);
	return node;
}

/** Runs a node over its items, as a step of a workflow. Rejects as the step would fail. */
export async function execute(
	Node: NodeClass,
	setup: Setup & { logged?: Logged[] },
): Promise<INodeExecutionData[]> {
	const node = instanceOf(Node);
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
	const node = instanceOf(Node);
	const context = loadOptionsContext(node, setup);
	return await node.methods!.listSearch![method].call(context, filter, paginationToken);
}

/** Tests a credential with the function that a node names in `testedBy`. */
export async function testCredential(
	Node: NodeClass,
	type: string,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const node = instanceOf(Node);
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
	const base = baseContext(instanceOf(Node), setup);
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

function baseContext(made: INodeType, setup: Setup & { logged?: Logged[] }) {
	const { credentials = {}, timezone = 'America/New_York', items = [{}], logged = [] } = setup;
	const { expressions, values } = withoutFunctions(setup.parameters);
	const { description } = made;
	const name = setup.asTool ? `${description.name}Tool` : description.name;
	const type: INodeType = { description: { ...description, name } };
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
		getNode: () => deepCopy(node),
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

function logger(logged: Logged[]) {
	const log = (level: Logged['level']) => (message: string, meta?: unknown) => {
		logged.push({ level, message, meta });
	};
	return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') };
}
