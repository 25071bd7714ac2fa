// The versions of n8n that the connector is tried in: under .hosts/ one folder each, a private package with its own lock.
// The dot keeps n8n's build of the connector from copying the thousands of pictures that are in there.
// Plain JavaScript, because the installation of everything else asks here, too.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const hosts = join(dirname(fileURLToPath(import.meta.url)), '.hosts');

/** From the minimum to the newest. */
export const versions = readdirSync(hosts).sort((one, other) =>
	one.localeCompare(other, 'en', { numeric: true }),
);

export const newest = String(versions.at(-1));

/** What runs where nobody asks for another: the newest, or the one that N8N_VERSION names. */
export const chosen = process.env.N8N_VERSION || newest;

if (!versions.includes(chosen)) {
	throw new Error(`There is no n8n ${chosen} here; N8N_VERSION may be ${versions.join(', ')}`);
}

/** @param {string} version */
export const folderOf = (version) => join(hosts, version);

/**
 * Whether the chosen n8n is older than this version.
 * @param {string} version
 */
export const isBefore = (version) => chosen.localeCompare(version, 'en', { numeric: true }) < 0;

/**
 * Where the package for this platform has its Node.js, if the folder has one.
 * @param {string} folder
 */
export const nodeIn = (folder) => {
	const name = `node-${process.platform}-${process.arch}`;
	return join(folder, 'node_modules', name, 'bin', 'node');
};
