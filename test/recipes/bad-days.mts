// What a recipe is put through: several events in one run, of which each outside step in turn fails for one.
import { type N8nRest, until, type WorkflowDraft } from '../n8n-host/host.mts';
import { answer, asStepGives, type Kitchen } from './kitchen.mts';

type Json = Record<string, unknown>;

export interface BadDay {
	/** Where the story has another name. */
	recipe?: string;
	start: string;
	/** The path that others call, if it starts with a webhook. */
	webhook?: string;
	/** What a person enters there, if it is a form. */
	form?: (event: Json) => FormData;
	/** The one file that a person sends with all events. */
	file?: (events: Json[]) => FormData;
	/** It calls itself, for which n8n wants it to be published: up to 2.0 always, later in a retry. */
	isPublished?: true;
	/** Makes things happen, and gives the items for them; none where the workflow reads them itself. */
	events(kitchen: Kitchen): Promise<Json[]> | Json[];
	/** What each of them must lead to, in the service and outside. */
	expected(events: Json[]): string[][];
	/** The same where a try before was cut off after it created the post: the words are kept once more, since its title exists. */
	resumed?(events: Json[]): string[][];
	seen(kitchen: Kitchen): string[];
	/** The outside steps: what they ask for, and how a failure is made up for. */
	steps: Record<string, Failing>;
	/** What a second run of the same events adds: nothing, everything again, or part of it. */
	twice: 'nothing' | 'everything' | ((events: Json[]) => string[]);
	/** What may come twice after n8n was killed. Its note says so. */
	doubled?: RegExp;
	/** How many executions end as failed, since no service takes their event. */
	failed?: number;
	/** The oldest n8n that has what the recipe uses, but for the Code node. */
	needs?: string;
	/** What people answer in the forms that messages link to. */
	decision?: string;
}

export interface Failing {
	/** A request to the service, or a path outside. */
	asks: { method: string; path: RegExp } | RegExp;
	/** Where all events share the request, all of them fail. */
	all?: true;
	/** Only one event makes the request. */
	isOnly?: true;
	/** How the event that failed is made up for. */
	remedy: 'retry' | 'run again';
}

export class BadDays {
	#answered = 0;
	#runs = 0;

	private constructor(
		private readonly n8n: N8nRest,
		private readonly kitchen: Kitchen,
		private readonly day: BadDay,
		private readonly events: Json[],
		private readonly workflow: string,
		/** What the webhook gets, call by call. */
		private readonly calls: object[],
	) {}

	/**
	 * Run by hand, or `published`: n8n can retry an execution that was killed only if a trigger has started it. That is a
	 * webhook then, which gets all events in one call, and the step that starts the workflow takes them from there.
	 */
	static async begin(
		n8n: N8nRest,
		kitchen: Kitchen,
		recipe: string,
		day: BadDay,
		how: 'by hand' | 'published' = 'by hand',
		/** What a person changes in its text. */
		change = (text: string) => text,
	) {
		const events = await day.events(kitchen);
		const isCalled = how === 'published' && day.webhook === undefined;
		// A recipe may have two stories.
		const path = `${recipe}-${day.start.replaceAll(' ', '-')}`;
		const pins = !isCalled && !day.webhook && events.some((one) => 'eventId' in one);
		const workflow = await kitchen.setUp(
			recipe,
			pins ? { [day.start]: events } : {},
			isCalled ? (text) => called(change(text), path, day.start) : change,
		);
		const webhook = isCalled ? path : day.webhook;
		if (webhook !== undefined || day.isPublished) await kitchen.activate(workflow);
		// What is read by the workflow itself is no event.
		const all = events.some((one) => 'eventId' in one) ? events : [{}];
		const { form, file } = day;
		const given = isCalled && asStepGives(recipe, day.start, all);
		const calls = given ? [given] : file ? [file(events)] : form ? events.map(form) : events;
		return new BadDays(n8n, kitchen, { ...day, webhook }, events, workflow, calls);
	}

	/** What the events lead to without a failure. */
	get everything(): string[] {
		return this.day.expected(this.events).flat().toSorted();
	}

	/** The records after the same events came again. */
	get everythingTwice(): string[] {
		const { twice } = this.day;
		if (twice === 'nothing') return this.everything;
		const again = twice === 'everything' ? this.everything : twice(this.events);
		return [...this.everything, ...again].toSorted();
	}

	get seen(): string[] {
		return this.day.seen(this.kitchen).toSorted();
	}

	/** Which of the events did not lead to all that they must lead to. */
	get incomplete(): string[][] {
		return this.#compared().incomplete;
	}

	/** What there is more of than twice the same events lead to. */
	get surplus(): string[] {
		return without(this.seen, this.everythingTwice);
	}

	/** What there is more of than the events lead to. */
	get doubled(): string[] {
		return this.#compared().left;
	}

	#compared(): { incomplete: string[][]; left: string[] } {
		const { expected, resumed = expected } = this.day;
		const inOtherWords = resumed(this.events);
		let left = this.seen;
		const incomplete = expected(this.events).filter((effects, at) => {
			const either = [effects, inOtherWords[at]];
			const complete = either.find((one) => without(one, left).length === 0);
			left = without(left, complete ?? effects);
			return !complete;
		});
		return { incomplete, left };
	}

	refuse(failing: Failing): void {
		const { asks, all } = failing;
		const { sandbox, others } = this.kitchen;
		if (asks instanceof RegExp) {
			others.refuse(asks, all ? 'all' : 'one');
		} else {
			const action = { type: 'unauthorized' } as const;
			sandbox.fault({ ...asks, after: passing(failing), times: all ? Infinity : 1, action });
		}
	}

	/** Each service outside is busy, and refuses seven requests. */
	disturb(): void {
		for (const { asks, remedy } of Object.values(this.day.steps)) {
			if (asks instanceof RegExp && remedy === 'retry') this.kitchen.others.disturb(asks, 429, 7);
		}
	}

	/** Begins, and comes back when the answer to a request of that step is held back. */
	async hold(failing: Failing): Promise<void> {
		const { asks, all } = failing;
		const { sandbox, others } = this.kitchen;
		const action = { type: 'timeout', applied: true } as const;
		if (asks instanceof RegExp) others.hold(asks, all ? 'all' : 'one');
		else sandbox.fault({ ...asks, after: passing(failing), action });
		// n8n is killed before it ends.
		this.#start().catch(() => undefined);
		await this.#settled(
			() => others.held !== '' || sandbox.requests.some(({ status }) => status === 0),
		);
	}

	recover(): void {
		this.kitchen.others.recover();
		this.kitchen.sandbox.clearFaults();
	}

	/** All events at once, as they come from a poll, a table or callers. */
	async run(): Promise<void> {
		await this.#start();
		await this.#settled();
	}

	async #start(): Promise<void> {
		const { webhook, start } = this.day;
		this.kitchen.others.findAll();
		this.#runs += webhook === undefined ? 1 : this.calls.length;
		if (webhook === undefined) await this.n8n.begin(this.workflow, start);
		else await Promise.all(this.calls.map(async (body) => await this.kitchen.call(webhook, body)));
	}

	async failed(): Promise<string[]> {
		const all = await this.n8n.executions(this.workflow);
		return all.filter(({ status }) => /error|crashed/.test(status)).map(({ id }) => id);
	}

	async retry(): Promise<void> {
		this.kitchen.others.findAll();
		for (const id of await this.failed()) {
			this.#runs++;
			await this.n8n.retry(id);
		}
		await this.#settled();
	}

	/** All executions have ended, or the one to be held is. */
	async #settled(isHeld = () => false): Promise<void> {
		const { others } = this.kitchen;
		const { decision } = this.day;
		for (;;) {
			const asked = await until('all executions have ended, or a person is asked', async () => {
				const all = await this.n8n.executions(this.workflow);
				// n8n may answer a webhook before there is an execution, and a form before its execution goes on.
				if (all.length < this.#runs) return undefined;
				if (isHeld()) return [];
				if (all.some(({ status }) => ['new', 'running'].includes(status))) return undefined;
				if (decision === undefined || !all.some(({ status }) => status === 'waiting')) return [];
				const messages = others.messages.slice(this.#answered);
				return messages.length > 0 && messages;
			});
			if (asked.length === 0) return;
			for (const message of asked) {
				this.#answered++;
				// Nobody can answer what was killed.
				if (message !== others.held) await answer(message, decision!);
			}
		}
	}
}

/** The recipe, started by a call of a webhook in front of the step that starts it. */
export function called(text: string, path: string, start: string): string {
	const draft = JSON.parse(text) as WorkflowDraft;
	const node = draft.nodes.find(({ name }) => name === start)!;
	// Another story may call its other trigger.
	for (const other of draft.nodes) {
		const { type, parameters } = other;
		if (type.endsWith('.webhook')) parameters!.path = `${String(parameters!.path)}-unused`;
		if (type.endsWith('.githubTrigger')) other.webhookId = `${String(other.webhookId)}-unused`;
		// n8n refuses a call that such a step could answer, but is not to.
		if (type.endsWith('.respondToWebhook')) {
			Object.assign(other, { type: 'n8n-nodes-base.noOp', typeVersion: 1, parameters: {} });
		}
	}
	const { position: [x, y] = [0, 0] } = node;
	draft.nodes.push({
		name: 'Called',
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		position: [x - 220, y],
		webhookId: path,
		parameters: { path, httpMethod: 'POST', options: {} },
	});
	const type = 'n8n-nodes-base.splitOut';
	const parameters = { fieldToSplitOut: 'body', options: {} };
	Object.assign(node, { type, typeVersion: 1, parameters, credentials: {}, disabled: false });
	draft.connections.Called = { main: [[{ node: start, type: 'main', index: 0 }]] };
	return JSON.stringify(draft);
}

/** How many requests pass before one fails: that of another event, where there is one. */
const passing = ({ all, isOnly }: Failing) => (all || isOnly ? 0 : 1);

/** What is left of a list without those, each as often as it comes. */
function without(list: string[], those: string[]): string[] {
	const left = [...those];
	return list.filter((one) => {
		const at = left.indexOf(one);
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}
