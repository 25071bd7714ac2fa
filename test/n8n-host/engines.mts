// How n8n 2.41 runs polls: by timers in its memory, or by a scheduler that keeps them in the database.

const SCHEDULER = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_USE_WORKFLOW_PUBLICATION_SERVICE: 'true',
};

/** The settings of each. N8N_ENGINE names the one that n8n runs with where nobody asks for another. */
export const engines = {
	'in-memory': {},
	/** What a poll that finds nothing has remembered is forgotten. */
	scheduler: SCHEDULER,
	/** With cursors that are stored together with the execution. 2.45 has it by default. */
	durable: { ...SCHEDULER, N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true' },
} satisfies Record<string, Record<string, string>>;

export type Engine = keyof typeof engines;

const name = process.env.N8N_ENGINE ?? 'in-memory';
if (!(name in engines)) throw new Error(`N8N_ENGINE may be ${Object.keys(engines).join(', ')}`);

export const engine: Record<string, string> = engines[name as Engine];

/** With durable cursors n8n polls again only half an hour after a refused key, or when the workflow is switched on again. */
export const backsOff = name === ('durable' satisfies Engine);
