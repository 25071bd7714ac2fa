// n8n, as a trigger meets it: it registers and polls it, stores what it remembers, restarts and crashes.
import { randomUUID } from 'node:crypto';
import type { IDataObject } from 'n8n-workflow';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { FeedbackTrigger } from '../../../nodes/FeedbackTrigger/FeedbackTrigger.node';
import { basic, bearer, pollContext, type PollSetup } from '../n8n-context.mts';
import { StaticData } from '../n8n-static-data.mts';
import { ownSandboxInEachTest as ownSandbox, sandbox } from '../../sandbox/own-sandbox.mts';
import type { SandboxOptions } from '../../sandbox/server.mts';
import { noChance, time } from '../own-time.mts';
import { Listing, type ListingSettings } from './listing.mts';

/** A listing answers in memory, and a sandbox over HTTP. */
export type Service = Listing | { baseUrl: string; apiKey: string };

const HOST = 'https://feedback.example.com';

export interface Registration extends Omit<PollSetup, 'logged' | 'staticData'> {
	postAddress?: string;
	staticData: { node: IDataObject; global?: IDataObject };
	workflow?: string;
	id?: string;
	/** Of the credential, instead of those of the service. */
	baseUrl?: string;
	apiKey?: string;
	logged?: string[];
}

/** What n8n calls for each poll until it registers the trigger again. */
export function registration(service: Service, given: Registration): () => Promise<IDataObject[]> {
	const own = service instanceof Listing ? { baseUrl: HOST, apiKey: 'key' } : service;
	const { baseUrl = own.baseUrl, apiKey = own.apiKey } = given;
	const { staticData, workflow = '1', id = 'node', logged, activationMode = 'activate' } = given;
	const { authentication } = given.parameters;
	const credential = authentication === 'feedbackBasicApi' ? basic : bearer;
	const { postAddress = '' } = given;
	const credentials = credential(baseUrl, apiKey, { postAddress });
	const context = pollContext(FeedbackTrigger, {
		...given,
		credentials,
		activationMode,
		logged: [],
		staticData: undefined,
	});
	const node = { ...context.getNode(), id };
	Object.assign(context, {
		getNode: () => node,
		getWorkflow: () => ({ id: workflow }),
		getWorkflowStaticData: (type: string) =>
			type === 'node' ? staticData.node : staticData.global!,
		...(logged && { logger: { warn: (message: string) => logged.push(message) } }),
	});
	if (service instanceof Listing) {
		context.helpers.httpRequestWithAuthentication = async (_type, { url }) =>
			(await service.answer(url)) as never;
	}
	return async () => {
		const output = await new FeedbackTrigger().poll.call(context);
		return output === null ? [] : output[0].map(({ json }) => json);
	};
}

/** What is remembered as it would come back from n8n's database. */
export const reloaded = (node: object) => new StaticData(plain({ node }));

const plain = (value: object) => JSON.parse(JSON.stringify(value)) as IDataObject;

type Parameters = PollSetup['parameters'];
type How = Partial<
	Pick<
		Registration,
		| 'activationMode'
		| 'apiKey'
		| 'baseUrl'
		| 'mode'
		| 'pollBudgetMs'
		| 'postAddress'
		| 'writtenByHand'
	>
>;

/** A trigger over its life, of new posts unless other events are given. */
export function watching(service: Service, parameters: Parameters = {}, how: How = {}) {
	let staticData = new StaticData();
	const logged: string[] = [];
	let workflow: string = randomUUID();
	let chosen: Parameters = { events: ['newPost'], ...parameters };
	// No pause of the rate limit of another trigger holds it back.
	let terms = service instanceof Listing ? { apiKey: workflow, ...how } : how;
	const registered = () =>
		registration(service, { ...terms, parameters: chosen, staticData, logged, workflow });
	let poll = registered();
	return {
		logged,
		get staticData() {
			return staticData;
		},
		get memory() {
			return plain(staticData.node) as Record<string, IDataObject>;
		},
		/** The next poll, which a listing sees a minute later. */
		async poll() {
			if (service instanceof Listing) await time.sleep(60_000);
			return await poll();
		},
		async polls(count: number) {
			const items: IDataObject[] = [];
			for (let polled = 0; polled < count; polled++) items.push(...(await this.poll()));
			return items;
		},
		now: async () => await poll(),
		/** A registration of its own. @param saved what n8n's database holds: nothing of polls without news */
		restart(mode = terms.activationMode, saved: object = staticData.node) {
			terms = { ...terms, activationMode: mode };
			staticData = reloaded(saved);
			poll = registered();
		},
		/** n8n starts again: the process knows nothing of this workflow. */
		restartProcess() {
			workflow = randomUUID();
			this.restart('init');
		},
		/** Another credential, which n8n reads again with each poll. */
		move(credential: Pick<How, 'apiKey' | 'baseUrl' | 'postAddress'>) {
			terms = { ...terms, ...credential };
			this.restart('init');
		},
		choose(changed: Parameters, saved?: object) {
			this.configure({ ...chosen, ...changed }, saved);
		},
		/** The same, and nothing of the former settings. */
		configure(parameters: Parameters, saved?: object) {
			chosen = { events: ['newPost'], ...parameters };
			this.restart('update', saved);
		},
	};
}

/** A trigger that has begun, over what there is. */
export async function begun(
	service: Service,
	chosen: string | readonly string[] = 'newPost',
	parameters: Parameters = {},
	how: How = {},
) {
	const trigger = watching(service, { events: [chosen].flat(), ...parameters }, how);
	expect(await trigger.now()).toEqual([]);
	return trigger;
}

/** A trigger for comments that has begun, over a listing whose posts have these numbers of them. */
export async function commented(
	counts: readonly number[],
	settings: Partial<ListingSettings> = {},
) {
	const listing = new Listing({ perPage: 10, ...settings });
	const posts = counts.map((_, at) => listing.create(at));
	for (const [at, count] of counts.entries()) {
		for (let made = 0; made < count; made++) listing.comment(posts[at], 1_000 + made);
	}
	const trigger = await begun(listing, 'newComment');
	return {
		listing,
		posts,
		poll: trigger.now,
		polls: async (count: number) => await trigger.polls(count),
		/** In another process, with what n8n has stored. */
		restart: () => trigger.restartProcess(),
		move: (apiKey: string) => trigger.move({ apiKey }),
		asked: () => listing.paths.splice(0).map((path) => path.replace(/^\/v1\//, '')),
	};
}

/** A test in the editor, which fails as soon as the memory of the active workflow is asked for. */
export async function pollByHand(service: Service, parameters: Parameters): Promise<IDataObject[]> {
	const staticData = {
		get node(): IDataObject {
			throw new Error('The memory of the active workflow is not to be touched');
		},
	};
	const terms = { mode: 'manual', activationMode: 'manual' } as const;
	return await registration(service, { parameters, staticData, ...terms })();
}

/**
 * n8n with durable cursors: each poll gets a copy of the memory and a context of its own. What the poll of a
 * registration remembers is thrown away without news, but for the workflow's own data; that of a scheduled one is kept.
 * @param id of the node, and the workflow's own data, where it is not alone in its workflow
 */
export function durablePolling(
	service: Service,
	parameters: Parameters,
	{ id, workflow = new StaticData() }: { id?: string; workflow?: StaticData } = {},
) {
	workflow.node.ofTheUser = 'untouched';
	let process: string = randomUUID();
	let cursor: IDataObject = {};
	const run = async (isRegistration: boolean) => {
		const node = structuredClone(cursor);
		const ofWorkflow = plain(workflow.node);
		const items = await registration(service, {
			parameters,
			staticData: { node, global: workflow.node },
			workflow: process,
			id,
			...(isRegistration
				? { activationMode: 'activate', pollBudgetMs: 300_000 }
				: { activationMode: 'update', pollBudgetMs: 36_000 }),
		})();
		if (!isRegistration || items.length > 0) cursor = node;
		// n8n saves the workflow's own data beside news, and after a registration.
		if (!isRegistration && items.length === 0) {
			for (const key of Object.keys(workflow.node)) delete workflow.node[key];
			Object.assign(workflow.node, ofWorkflow);
		}
		return items;
	};
	return {
		register: async () => await run(true),
		poll: async () => await run(false),
		restartProcess() {
			process = randomUUID();
		},
		configure(changed: Parameters) {
			parameters = changed;
		},
		/** As if n8n's database held this for the whole workflow. */
		share(data: IDataObject) {
			Object.assign(workflow.node, structuredClone(data));
		},
		/** What stands in the data that the whole workflow shares. */
		get shared() {
			return plain(workflow.node);
		},
	};
}

export { sandbox };

/** A service for each test, in which audits begin at the top. */
export function ownSandboxInEachTest(options?: SandboxOptions): void {
	beforeEach(noChance);
	ownSandbox(options);
	afterEach(() => vi.restoreAllMocks());
}

/** Changes a post, and leaves it where it stands in the list. */
export const set = (post: number, values: Readonly<Record<string, string | number>>) => {
	for (const [field, value] of Object.entries(values)) {
		sandbox.run(`UPDATE posts SET ${field} = ? WHERE feedback_id = ?`, value, post);
	}
};

// What a test compares of the items that a poll has delivered.
export const ids = (items: IDataObject[]) => items.map(({ feedback_id: id }) => id);
export const updateIds = (items: IDataObject[]) => items.map(({ changelog_id: id }) => id);
export const commentIds = (items: IDataObject[]) => items.map(({ comment_id: id }) => id);
export const eventsOf = (items: IDataObject[]) => items.map(({ event }) => event).toSorted();
