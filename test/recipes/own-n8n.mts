// An n8n of a file's own whose requests to other hosts end at the stand-ins, with a workspace for each story that is played in it.
import { afterAll } from 'vitest';
import { startN8n } from '../n8n-host/host.mts';
import { startElsewhere } from './elsewhere.mts';
import { type Kitchen, openKitchen } from './kitchen.mts';

/** Everything ends with the file. */
export async function startOwnN8n() {
	const elsewhere = await startElsewhere();
	const n8n = await startN8n({ env: elsewhere.env });
	const kitchens: Kitchen[] = [];
	afterAll(async () => {
		await n8n.stop();
		for (const kitchen of kitchens) await kitchen.close();
		await elsewhere.close();
	});
	return {
		n8n,
		async open(): Promise<Kitchen> {
			const kitchen = await openKitchen(n8n.rest);
			kitchens.push(kitchen);
			return kitchen;
		},
		/** Clears all workspaces. */
		async clear(): Promise<void> {
			for (const kitchen of kitchens) await kitchen.clear();
		},
	};
}
