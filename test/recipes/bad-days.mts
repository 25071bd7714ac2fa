// What a recipe is put through: several events in one run, of which each outside step in turn fails for one.
import { type N8nRest, until } from '../n8n-host/host.mts';
import { answer, type Kitchen } from './kitchen.mts';

type Json = Record<string, unknown>;

/** How the event that failed is made up for. */
export type Remedy = 'retry' | 'run again' | 'by hand';

export interface BadDay {
	/** Where the story has another name. */
	recipe?: string;
	/** The step that starts the workflow. */
	start: string;
	/** The path that others call, if it starts with a webhook. */
	webhook?: string;
	/** A retry calls the workflow itself, for which n8n wants it to be published. */
	isPublished?: true;
	/** Makes things happen, and gives the items for them; none where the workflow reads them itself. */
	events(kitchen: Kitchen): Promise<Json[]> | Json[];
	/** What each of them must lead to, in the service and outside. */
	expected(events: Json[]): string[][];
	/** What the service holds and the outside servers got. */
	seen(kitchen: Kitchen): string[];
	/** The outside steps: what they ask for, and how a failure is made up for. */
	steps: Record<string, Failing>;
	/** What a second run of the same events adds: nothing, everything again, or part of it. */
	twice: 'nothing' | 'everything' | ((events: Json[]) => string[]);
	/** How many executions end as failed, since no service takes their event. */
	failed?: number;
	/** The oldest n8n that has what the recipe uses. */
	needs?: string;
	/** What people answer in the forms that messages link to. */
	decision?: string;
}

export interface Failing {
	/** A request to the service, or a path outside. */
	asks: { method: string; path: RegExp } | RegExp;
	/** Where all events share the request, all of them fail. */
	all?: true;
	remedy: Remedy;
}

export class BadDays {
	readonly #n8n: N8nRest;
	readonly #kitchen: Kitchen;
	readonly #day: BadDay;
	readonly #events: Json[];
	readonly #workflow: string;
	#answered = 0;
	#runs = 0;

	private constructor(n8n: N8nRest, kitchen: Kitchen, day: BadDay, events: Json[], id: string) {
		this.#n8n = n8n;
		this.#kitchen = kitchen;
		this.#day = day;
		this.#events = events;
		this.#workflow = id;
	}

	static async begin(n8n: N8nRest, kitchen: Kitchen, recipe: string, day: BadDay) {
		const events = await day.events(kitchen);
		const pins = day.webhook === undefined && events.some((one) => 'eventId' in one);
		const workflow = await kitchen.setUp(recipe, pins ? { [day.start]: events } : {});
		if (day.webhook !== undefined || day.isPublished) await kitchen.activate(workflow);
		return new BadDays(n8n, kitchen, day, events, workflow);
	}

	/** What the events lead to without a failure. */
	get everything(): string[] {
		return this.#day.expected(this.#events).flat().toSorted();
	}

	/** The records after the same events came again. */
	get everythingTwice(): string[] {
		const { twice } = this.#day;
		if (twice === 'nothing') return this.everything;
		const again = twice === 'everything' ? this.everything : twice(this.#events);
		return [...this.everything, ...again].toSorted();
	}

	get seen(): string[] {
		return this.#day.seen(this.#kitchen).toSorted();
	}

	/** Which of the events did not lead to all that they must lead to. */
	get incomplete(): string[][] {
		let left = this.seen;
		return this.#day.expected(this.#events).filter((effects) => {
			const isIncomplete = without(effects, left).length > 0;
			left = without(left, effects);
			return isIncomplete;
		});
	}

	/** What there is more of than twice the same events lead to. */
	get surplus(): string[] {
		return without(this.seen, this.everythingTwice);
	}

	refuse({ asks, all }: Failing): void {
		const { sandbox, others } = this.#kitchen;
		if (asks instanceof RegExp) others.refuse(asks, all ? 'all' : 'one');
		else sandbox.fault({ ...asks, after: all ? 0 : 1, action: { type: 'unauthorized' } });
	}

	recover(): void {
		this.#kitchen.others.recover();
		this.#kitchen.sandbox.clearFaults();
	}

	/** All events at once, as they come from a poll, a table or callers. */
	async run(): Promise<void> {
		const { webhook, start } = this.#day;
		this.#runs += webhook === undefined ? 1 : this.#events.length;
		if (webhook === undefined) await this.#n8n.run(this.#workflow, start);
		else
			await Promise.all(
				this.#events.map(async (event) => await this.#kitchen.call(webhook, event)),
			);
		await this.#settled();
	}

	/** The executions that a person sees as failed. */
	async failed(): Promise<string[]> {
		const all = await this.#n8n.executions(this.#workflow);
		return all.filter(({ status }) => status === 'error').map(({ id }) => id);
	}

	async retry(): Promise<void> {
		for (const id of await this.failed()) {
			this.#runs++;
			await this.#n8n.retry(id);
		}
		await this.#settled();
	}

	async #settled(): Promise<void> {
		const { messages } = this.#kitchen.others;
		const { decision } = this.#day;
		for (;;) {
			const state = await until('all executions have ended, or a person is asked', async () => {
				const all = await this.#n8n.executions(this.#workflow);
				// n8n may answer a webhook before there is an execution, and a form before its execution goes on.
				if (all.length < this.#runs) return undefined;
				if (all.some(({ status }) => ['new', 'running'].includes(status))) return undefined;
				if (decision === undefined || !all.some(({ status }) => status === 'waiting'))
					return 'over';
				return messages.length > this.#answered ? 'asked' : undefined;
			});
			if (decision === undefined || state === 'over') return;
			for (const message of messages.slice(this.#answered)) {
				this.#answered++;
				await answer(message, decision);
			}
		}
	}
}

/** What is left of a list without those, each as often as it comes. */
function without(list: string[], those: string[]): string[] {
	const left = [...those];
	return list.filter((one) => {
		const at = left.indexOf(one);
		if (at >= 0) left.splice(at, 1);
		return at < 0;
	});
}
