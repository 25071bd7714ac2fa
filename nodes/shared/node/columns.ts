import type { RecordKind } from '../service/records';

/** Columns of an item whose name does not say what they hold: the label that people know, and what it means. */
export const columns: Readonly<Record<string, readonly [label: string, meaning: string]>> = {
	data_id: ['Own ID', 'your ID of an end-user or group'],
	data_mail: ['Email', 'email address of an end-user'],
	data_name: ['Username', 'short name of an end-user'],
	mrr: ['MRR', 'monthly recurring revenue'],
	stats_feedback: ['Posts', 'posts of an end-user'],
	stats_votes: ['Votes Given', 'votes of an end-user'],
	total_sum: ['Votes', 'up votes minus down votes'],
	vote: ['Score', 'answer to the NPS question'],
};

/** What n8n's AI builders read of Simplify, since the names alone mislead them. */
export function columnsHint({ simple }: RecordKind): string {
	const names = simple.map((field) => (typeof field === 'string' ? field : field[1]));
	const told = names.filter((name) => name in columns);
	return `Columns: ${told.map((name) => `${name} is ${columns[name].join(', ')}`).join('; ')}.`;
}
