import { parse as unflatten } from 'flatted';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from './waiting.mts';

/**
 * What n8n 2.41 answers when the machine is busy, before it has done anything. It looks at its database before anything else, and
 * its own ping comes late; and it gives the pattern of a resource locator 250 ms of the clock, in its safe-regex.
 */
const BUSY = ['Database is not ready!', 'Regular expression execution timed out'];
const MOST_TRIES = 60;

/** The first account of an n8n that tests start. It is reachable from this machine only, and made again each time. */
export const owner = {
	email: 'owner@example.com',
	password: 'Feedback-Demo-1',
	firstName: 'Demo',
	lastName: 'Owner',
};
export type Account = typeof owner;

/** The same for an n8n that people look around in, with a password that nobody else knows. */
export const randomOwner = (): Account => ({
	...owner,
	// n8n wants a capital and a digit.
	password: `${randomBytes(12).toString('base64url')}A1`,
});

interface ExecutionSummary {
	id: string;
	status: string;
	mode: string;
}

export interface WorkflowNode {
	id?: string;
	name: string;
	type: string;
	typeVersion?: number;
	position?: [number, number];
	parameters?: Record<string, unknown>;
	credentials?: Record<string, { id: string; name: string }>;
	onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	[setting: string]: unknown;
}

/** The steps behind each output of a step. */
type Outputs = Array<Array<{ node: string; type?: string; index?: number }> | null>;

export interface WorkflowDraft {
	name: string;
	description?: string;
	nodes: WorkflowNode[];
	/** By the step that they leave, and by kind. */
	connections: Record<string, { main?: Outputs; [kind: string]: Outputs | undefined }>;
	settings?: Record<string, unknown>;
	pinData?: Record<string, unknown>;
}

export interface SavedWorkflow extends WorkflowDraft {
	versionId: string;
	active: boolean;
	/** Where n8n publishes versions: the published one. */
	activeVersionId?: string | null;
}

export interface Item {
	/** What a node returned, as `JSON.parse` types it. */
	json: Record<string, ReturnType<typeof JSON.parse>>;
	pairedItem?: { item: number } | { item: number }[] | number;
	error?: unknown;
}

export interface ExecutionError {
	name?: string;
	message: string;
	description?: string;
	httpCode?: string;
	context?: Record<string, unknown>;
	[detail: string]: unknown;
}

interface RunData {
	resultData: {
		runData: Record<string, Array<{ data?: { main?: (Item[] | null)[] } }>>;
		error?: ExecutionError;
		lastNodeExecuted?: string;
	};
}

export class Execution {
	readonly status: string;
	readonly #data: RunData | undefined;

	constructor(answer: Record<string, unknown>) {
		this.status = String(answer.status);
		this.#data = typeof answer.data === 'string' ? (unflatten(answer.data) as RunData) : undefined;
	}

	/** Whether everything has arrived. n8n 1 saves how an execution ended a moment before what came out of it. */
	get isOver(): boolean {
		if (this.status === 'success' || this.status === 'error') return this.#data !== undefined;
		return !['new', 'running', 'waiting'].includes(this.status);
	}

	get error(): ExecutionError | undefined {
		return this.#data?.resultData?.error;
	}

	get lastNode(): string | undefined {
		return this.#data?.resultData?.lastNodeExecuted;
	}

	items(node: string, output = 0): Item[] {
		const runs = this.#data?.resultData?.runData?.[node] ?? [];
		return runs.flatMap((run) => run.data?.main?.[output] ?? []);
	}

	json(node: string, output = 0): Item['json'][] {
		return this.items(node, output).map((item) => item.json);
	}
}

export interface StoredCredential {
	id: string;
	name: string;
	type: string;
}

export interface CredentialVerdict {
	status: 'OK' | 'Error';
	message: string;
}

/** n8n as its own editor speaks to it, whichever version it is. */
export class N8nRest {
	readonly baseUrl: string;
	readonly account: Account;
	#cookie = '';
	/** What `delivered` has read. */
	readonly #items = new Map<string, Item['json'][]>();

	constructor(baseUrl: string, account: Account = owner) {
		this.baseUrl = baseUrl;
		this.account = account;
	}

	/** The cookie with which a browser is logged in as well. */
	get session(): string {
		return this.#cookie;
	}

	/** Any REST call; gives what stands under `data`. Sent again while n8n says that it is busy. */
	async request<T = unknown>(method: string, path: string, body?: unknown): Promise<T> {
		for (let tries = 1; ; tries++) {
			try {
				return await this.#send<T>(method, `/rest${path}`, body);
			} catch (error) {
				const isBusy = BUSY.some((says) => String(error).includes(says));
				if (!isBusy || tries === MOST_TRIES) throw error;
				await pause(1_000);
			}
		}
	}

	async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await fetch(this.baseUrl + path, {
			method,
			headers: {
				accept: 'application/json',
				// A busy n8n closes a connection that it has kept, just as the next request is sent over it.
				connection: 'close',
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
				...(this.#cookie ? { cookie: this.#cookie } : {}),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
			signal: AbortSignal.timeout(60_000),
		});
		const text = await response.text();
		for (const cookie of response.headers.getSetCookie()) {
			if (cookie.startsWith('n8n-auth=')) this.#cookie = cookie.split(';')[0];
		}
		if (!response.ok) {
			throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 500)}`);
		}
		const answer = (text === '' ? {} : JSON.parse(text)) as { data?: T };
		return (answer.data ?? answer) as T;
	}

	async setUpOwner(): Promise<void> {
		await this.request('POST', '/owner/setup', this.account);
	}

	/** Someone new, who sees nothing of what others have made. */
	async invite(email: string): Promise<Account> {
		const account = { ...owner, email };
		const [{ user }] = await this.request<{ user: { inviteAcceptUrl: string } }[]>(
			'POST',
			'/invitations',
			[{ email, role: 'global:member' }],
		);
		const token = new URL(user.inviteAcceptUrl).searchParams.get('token');
		await new N8nRest(this.baseUrl, account).request('POST', '/invitations/accept', {
			...account,
			token,
		});
		return account;
	}

	async logIn(): Promise<void> {
		const { email, password } = this.account;
		await this.request('POST', '/login', { emailOrLdapLoginId: email, password });
	}

	async createCredential(
		type: string,
		data: Record<string, unknown>,
		name: string = type,
	): Promise<StoredCredential> {
		const { id } = await this.request<{ id: string }>('POST', '/credentials', { name, type, data });
		return { id, name, type };
	}

	async credentialFor(
		{ baseUrl, apiKey }: { baseUrl: string; apiKey: string },
		type = 'feedbackBearerApi',
		name?: string,
	): Promise<StoredCredential> {
		return await this.createCredential(type, { baseUrl, apiKey }, name);
	}

	async updateCredential(
		{ id, name, type }: StoredCredential,
		data: Record<string, unknown>,
	): Promise<void> {
		await this.request('PATCH', `/credentials/${id}`, { name, type, data });
	}

	async deleteCredentials(): Promise<void> {
		const all = await this.request<{ id: string }[]>('GET', '/credentials');
		for (const { id } of all) await this.request('DELETE', `/credentials/${id}`);
	}

	/** The Test button of a credential that is being typed in. */
	async testCredential(type: string, data: Record<string, unknown>): Promise<CredentialVerdict> {
		const { id, name } = await this.createCredential(type, data, `${type} under test`);
		try {
			return await this.request<CredentialVerdict>('POST', '/credentials/test', {
				credentials: { id, name, type, data },
			});
		} finally {
			await this.request('DELETE', `/credentials/${id}`);
		}
	}

	/** Every node type, or credential type, as the editor gets it: what n8n made of the packages it has loaded. */
	async types<T>(kind: 'nodes' | 'credentials'): Promise<T[]> {
		// n8n may be writing over the file while it sends it.
		const read = async () => await this.#send<T[]>('GET', `/types/${kind}.json`);
		return await until(`a whole list of ${kind}`, read);
	}

	/** What a resource locator shows under From List; `paginationToken` asks for the page after the last answer. */
	async searchList(
		node: WorkflowNode,
		parameter: string,
		methodName: string,
		{ filter, paginationToken }: { filter?: string; paginationToken?: string } = {},
	): Promise<{ results: { name: string; value: string | number }[]; paginationToken?: string }> {
		return await this.request('POST', '/dynamic-node-parameters/resource-locator-results', {
			nodeTypeAndVersion: { name: node.type, version: node.typeVersion ?? 1 },
			path: `parameters.${parameter}`,
			methodName,
			currentNodeParameters: node.parameters ?? {},
			credentials: node.credentials,
			filter,
			paginationToken,
		});
	}

	async createWorkflow(draft: WorkflowDraft): Promise<string> {
		const { id } = await this.request<{ id: string }>('POST', '/workflows', {
			// n8n 1 will not take it without.
			active: false,
			settings: { executionOrder: 'v1' },
			...draft,
			nodes: draft.nodes.map((node, at) => ({
				id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
				typeVersion: 1,
				position: [at * 220, 0],
				parameters: {},
				...node,
			})),
		});
		return id;
	}

	async workflow(id: string): Promise<SavedWorkflow> {
		return await this.request('GET', `/workflows/${id}`);
	}

	/** What was saved last, from now on. n8n 2 registers the triggers after this has answered. */
	async activate(id: string): Promise<void> {
		await this.#switch(id, true);
	}

	async deactivate(id: string): Promise<void> {
		await this.#switch(id, false);
	}

	async #switch(id: string, active: boolean): Promise<void> {
		const workflow = await this.workflow(id);
		const { versionId } = workflow;
		// Late versions of n8n 1 and all of n8n 2 publish one version of a workflow; before, it was just on or off.
		const [method, path, body] =
			'activeVersionId' in workflow
				? ['POST', active ? '/activate' : '/deactivate', active ? { versionId } : {}]
				: ['PATCH', '', { active, versionId }];
		await this.request(method, `/workflows/${id}${path}`, body);
	}

	/** Runs a saved workflow by hand from one of its triggers and waits for the end, good or bad. */
	async run(workflowId: string, trigger: string): Promise<Execution> {
		return await this.finished(await this.begin(workflowId, trigger));
	}

	/** Runs a saved workflow by hand without waiting for the end. Gives the execution's id. */
	async begin(workflowId: string, trigger: string): Promise<string> {
		const { executionId } = await this.request<{ executionId?: string }>(
			'POST',
			`/workflows/${workflowId}/run`,
			// n8n 2.41 runs what is saved, and looks at no workflow that is sent along; before, it runs what is sent.
			{ triggerToStartFrom: { name: trigger }, workflowData: await this.workflow(workflowId) },
		);
		if (executionId === undefined) throw new Error('n8n waits for a webhook instead of running');
		return executionId;
	}

	async execution(id: string): Promise<Execution> {
		return new Execution(await this.request<Record<string, unknown>>('GET', `/executions/${id}`));
	}

	async finished(id: string, { timeoutMs = 540_000 } = {}): Promise<Execution> {
		return await until(
			`execution ${id} ends`,
			async () => {
				const execution = await this.execution(id);
				return execution.isOver ? execution : undefined;
			},
			{ timeoutMs },
		);
	}

	async retry(execution: string): Promise<void> {
		await this.request('POST', `/executions/${execution}/retry`, { loadWorkflow: false });
	}

	/** The executions of a workflow, oldest first. */
	async executions(workflowId: string): Promise<ExecutionSummary[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const all: ExecutionSummary[] = [];
		for (let after = ''; ; ) {
			const page = await this.request<{ results: ExecutionSummary[]; nextCursor?: string | null }>(
				'GET',
				`/executions?filter=${filter}&limit=100${after}`,
			);
			const { results, nextCursor } = page;
			all.push(...results);
			if (results.length < 100 || nextCursor === null)
				return all.sort((a, b) => Number(a.id) - Number(b.id));
			// Older versions of n8n have no cursor.
			after = nextCursor
				? `&cursor=${encodeURIComponent(nextCursor)}`
				: `&lastId=${results.at(-1)!.id}`;
		}
	}

	/** Those of them that a poll has begun and that ended like this. */
	async polled(workflowId: string, status: 'success' | 'error' = 'success') {
		const all = await this.executions(workflowId);
		return all.filter((one) => one.mode === 'trigger' && one.status === status);
	}

	/** What a node has given out in those that went well. Each is read once: n8n has other things to do. */
	async delivered(workflowId: string, node = 'Done'): Promise<Item['json'][]> {
		const items: Item['json'][] = [];
		for (const { id } of await this.polled(workflowId)) {
			const given = this.#items.get(id) ?? (await this.execution(id)).json(node);
			this.#items.set(id, given);
			items.push(...given);
		}
		return items;
	}
}
