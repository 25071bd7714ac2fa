import type { RecordKind } from '../service/records';

/** Columns of an item whose name does not say what they hold: the label that people know, and what it means. */
export const columns: Readonly<Record<string, readonly [label: string, meaning: string]>> = {
	admin_id: ['Staff', 'member of your team, or 0 for a customer'],
	data_id: ['Own ID', 'your ID of the record'],
	data_mail: ['Email', 'email address'],
	data_name: ['Username', 'name of an end-user'],
	mrr: ['MRR', 'monthly recurring revenue'],
	total_sum: ['Votes', 'up votes minus down votes'],
	vote: ['Score', 'answer to the NPS question'],
};

/** What n8n's AI builders read of Simplify (n8n-io/n8n#30062), since the names alone mislead them. */
export function columnsHint({ simple }: RecordKind): { propertyHint: string } | undefined {
	const names = simple.map((field) => (typeof field === 'string' ? field : field[1]));
	const told = names.filter((name) => name in columns);
	if (told.length === 0) return undefined;
	const meanings = told.map((name) => `${name} is ${columns[name].join(', ')}`);
	return { propertyHint: `Columns: ${meanings.join('; ')}.` };
}
