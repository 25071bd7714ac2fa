// The sandbox in a process of its own, which calls its functions by messages.
import { startSandbox } from '../sandbox/server.mts';

const sandbox = await startSandbox();
const commands = {
	createPosts: sandbox.createPosts,
	createUsers: sandbox.createUsers,
	createUpdates: sandbox.createUpdates,
	createGroups: sandbox.createGroups,
	createComments: sandbox.createComments,
	requests: () => sandbox.requests.splice(0).length,
	setLatency: (ms: number) => void (sandbox.settings.latencyMs = ms),
};
export type Commands = typeof commands;

process.on('message', ([name, ...given]: [keyof Commands, ...never[]]) => {
	const command = commands[name] as (...given: never[]) => unknown;
	process.send!({ result: command(...given) });
});
process.send!({ result: { baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey } });
