// One trigger over its life: polls, restarts and crashes of n8n, with the sandbox as the service.
import type { IDataObject } from 'n8n-workflow';
import { FeedbackTrigger } from '../../../nodes/FeedbackTrigger/FeedbackTrigger.node';
import type { Sandbox } from '../../sandbox/server.mts';
import { bearer, type Logged, pollContext, type PollSetup, StaticData } from '../n8n-context.mts';

export interface Polling {
	/** One poll; what it delivered, in order. n8n saves the memory when there is something. */
	poll(): Promise<IDataObject[]>;
	/** Stops n8n and starts it again: what was not saved is gone, and the registration polls at once. */
	restart(): void;
	/** Saves the memory, as n8n does at the end of an activation. */
	save(): void;
	/** Other settings in the same workflow, published anew. */
	reconfigure(parameters: PollSetup['parameters']): void;
	readonly staticData: StaticData;
	readonly logged: Logged[];
}

export function polling(
	sandbox: Pick<Sandbox, 'baseUrl' | 'apiKey'>,
	parameters: PollSetup['parameters'],
	setup: Partial<PollSetup> = {},
): Polling {
	const trigger = new FeedbackTrigger();
	const logged: Logged[] = [];
	const register = (staticData: StaticData, values: PollSetup['parameters']) =>
		pollContext(FeedbackTrigger, {
			credentials: bearer(sandbox.baseUrl, sandbox.apiKey),
			logged,
			...setup,
			parameters: values,
			staticData,
		});
	let staticData = setup.staticData ?? new StaticData();
	let values = parameters;
	let context = register(staticData, values);
	return {
		async poll() {
			const output = await trigger.poll.call(context);
			if (output === null) return [];
			staticData.save();
			return output[0].map(({ json }) => json);
		},
		restart() {
			staticData = staticData.restarted();
			context = register(staticData, values);
		},
		save: () => staticData.save(),
		reconfigure(changed) {
			staticData.save();
			values = changed;
			context = register(staticData, values);
		},
		get staticData() {
			return staticData;
		},
		logged,
	};
}
