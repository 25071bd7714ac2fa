// Recipes that send once an item, on the day that counts: 100 items for a receiver that takes 60 a minute.
import { expect, test } from 'vitest';
import { until } from '../n8n-host/host.mts';
import type { Kitchen } from './kitchen.mts';
import { startOwnN8n } from './own-n8n.mts';

const MANY = 100;
const numbers = Array.from({ length: MANY }, (_, at) => at + 1);

/** How many milliseconds a minute lasts here. */
const MINUTE = 6_000;

const { n8n, open } = await startOwnN8n();

interface BusyDay {
	start: string;
	receiver: RegExp;
	events(kitchen: Kitchen): object[];
	/** An agent takes its time. */
	many?: number;
	/** What the receiver took, one for each item. */
	taken(kitchen: Kitchen): string[];
}

const days: Record<string, BusyDay> = {
	'close-the-loop': {
		start: 'Post Done',
		receiver: /replies$/,
		events({ sandbox }) {
			const [feedback_id] = sandbox.createPosts(1);
			for (const at of numbers) {
				sandbox.run(
					'INSERT INTO post_metadata (feedback_id, key, value) VALUES (?, ?, ?)',
					feedback_id,
					`ticket-${at}`,
					`${at}`,
				);
			}
			const change = { event: 'postStatusChanged', eventId: '1', title: 'Dark mode', to: 'done' };
			return [{ ...change, feedback_id }];
		},
		taken: ({ others }) => others.received.map(({ path }) => path),
	},
	'slack-approval': {
		start: 'Low Score',
		receiver: /postMessage$/,
		events: () =>
			numbers.map((at) => ({
				event: 'newNpsResponse',
				promoter_id: at,
				vote: 1,
				comment: `Slow ${at}`,
			})),
		taken: ({ others }) => others.messages.map((text) => /Slow \d+/.exec(text)![0]),
	},
	jira: {
		start: 'Post Planned',
		receiver: /rest.api/,
		events: () =>
			numbers.map((at) => ({ event: 'postStatusChanged', to: 'planned', feedback_id: at })),
		taken: ({ others }) => others.issues,
	},
	github: {
		start: 'Post Planned',
		receiver: /repos/,
		events: () =>
			numbers.map((at) => ({ event: 'postStatusChanged', to: 'planned', feedback_id: at })),
		taken: ({ others }) => others.issues,
	},
	'ai-triage': {
		many: 70,
		start: 'New Post',
		receiver: /hooks/,
		events({ others }) {
			others.proposal = { type: 'bug', duplicate_of: 0, reason: '' };
			return numbers
				.slice(0, 70)
				.map((at) => ({ event: 'newPost', feedback_id: at, title: `Slow ${at}` }));
		},
		taken: ({ others }) => others.messages.map((text) => /Slow \d+/.exec(text)![0]),
	},
};

// All at once: they mostly wait.
test.concurrent.each(Object.entries(days))(
	'%s leaves nothing to do by hand',
	async (recipe, day) => {
		const kitchen = await open();
		const { others } = kitchen;
		const events = day.events(kitchen);
		const workflow = await kitchen.setUp(recipe, { [day.start]: events }, undefined, MINUTE);
		others.limit(day.receiver, 60, MINUTE);
		await n8n.rest.run(workflow, day.start);
		const are = async (...status: string[]) => {
			const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow, status }));
			const path = `/executions?filter=${filter}&limit=100`;
			return (await n8n.rest.request<{ results: object[] }>('GET', path)).results;
		};
		const all = day.many ?? MANY;
		await until('all was sent, or an execution has failed', async () => {
			const sent = new Set(day.taken(kitchen)).size;
			return sent === all
				? (await are('new', 'running')).length === 0
				: (await are('error')).length > 0;
		});
		expect(await are('error', 'crashed')).toEqual([]);
		expect(day.taken(kitchen)).toHaveLength(all);
	},
);
