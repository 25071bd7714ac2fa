// An instance of n8n with one trigger: it registers it, polls it, and stores what it remembers.
import type { IDataObject } from 'n8n-workflow';
import { WATCHED, type Watched } from './history.mts';
import { GAINED, VOTES } from './known.mts';
import type { World } from './world.mts';
import { registration, type Registration, reloaded } from '../n8n.mts';

let processes = 0;

const plain = (value: object) => JSON.parse(JSON.stringify(value)) as IDataObject;

export class Instance {
	private process = `model-${processes++}`;
	key = this.process;
	private staticData = reloaded({});
	/** With durable cursors: the data of the workflow, which its triggers share. */
	private ofWorkflow: IDataObject = {};
	private registered?: () => Promise<IDataObject[]>;

	constructor(
		private readonly world: World,
		private readonly isDurable: boolean,
		public watched: readonly Watched[],
	) {}

	/** Each poll is one of a registration of its own, unless n8n has come to rest. */
	async poll(isRegistration: boolean): Promise<IDataObject[]> {
		const { staticData, registered } = this;
		if (this.isDurable) return await this.durablePoll(isRegistration);
		return await (registered ?? registration(this.world.listing, this.setUp({ staticData })))();
	}

	/** A poll with the present settings, whatever is chosen later, on a memory of its own. */
	outgoing(): () => Promise<IDataObject[]> {
		const setUp = this.setUp({ staticData: reloaded(this.memory), activationMode: 'update' });
		return registration(this.world.listing, setUp);
	}

	/** From here on all polls are of one registration. */
	comeToRest(): void {
		const { staticData } = this;
		this.registered = registration(this.world.listing, this.setUp({ staticData }));
	}

	/** What it stores. */
	get memory(): IDataObject {
		return plain(this.staticData.node);
	}

	restore(memory: IDataObject): void {
		this.staticData = reloaded(memory);
	}

	/** It knows only what is stored. */
	startProcess(): void {
		this.process = `model-${processes++}`;
	}

	/** From now on the credential has another key. */
	replaceKey(): void {
		this.key = `model-${processes++}`;
	}

	private setUp(of: Partial<Registration> & Pick<Registration, 'staticData'>): Registration {
		const events = ['newPost', ...this.watched.flatMap((what) => WATCHED[what])];
		const { filter } = this.world;
		const votes = { votes: VOTES, votesToGain: GAINED, withinDays: 3_650 };
		const parameters = { events, ...votes, postFilters: { filter }, simplify: false };
		// Settings of events that are not chosen stay in a workflow.
		const ofWorkflow = { workflow: this.process, apiKey: this.key, writtenByHand: true };
		return { ...ofWorkflow, ...of, parameters };
	}

	/** With durable cursors each poll gets a copy. What one of a registration remembers is thrown away without news. */
	private async durablePoll(isRegistration: boolean): Promise<IDataObject[]> {
		const node = plain(this.staticData.node);
		const global = structuredClone(this.ofWorkflow);
		const terms = isRegistration
			? ({ pollBudgetMs: 300_000, activationMode: 'activate' } as const)
			: ({ pollBudgetMs: 36_000, activationMode: 'update' } as const);
		const setUp = this.setUp({ staticData: { node, global }, ...terms });
		const items = await registration(this.world.listing, setUp)();
		if (!isRegistration || items.length > 0) this.staticData = reloaded(node);
		if (isRegistration || items.length > 0) this.ofWorkflow = global;
		return items;
	}
}
