// What a running n8n takes, as Linux counts it.
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { N8nHost } from './host.mts';

/** Resident memory of n8n's main process, in bytes. */
export function residentBytes(n8n: N8nHost): number {
	const status = readFileSync(`/proc/${processOf(n8n)}/status`, 'utf8');
	return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** The process that was started with this n8n's folder to work in. */
function processOf({ userFolder }: N8nHost): string {
	const found = readdirSync('/proc').find((entry) => {
		if (!/^\d+$/.test(entry)) return false;
		try {
			const words = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0');
			const isMain = words[1]?.endsWith('/bin/n8n') && words[2] === 'start';
			return isMain && readlinkSync(`/proc/${entry}/cwd`) === userFolder;
		} catch {
			return false; // It has ended meanwhile.
		}
	});
	if (found === undefined) throw new Error('The process of n8n was not found');
	return found;
}
