import type { INode } from 'n8n-workflow';

/** Whether an AI agent calls the node, which n8n then gives another name. */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');
