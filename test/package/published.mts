// What people and reviewers get: the packed tarball, unpacked.
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { packTarball } from '../n8n-host/host.mts';

export interface Published {
	/** The path of the packed tarball. */
	tarball: string;
	/** Of that tarball. */
	bytes: number;
	/** Paths inside the package, with slashes, sorted. */
	files: string[];
	text(file: string): string;
	json<T>(file: string): T;
}

/** Only what stands in package.json under `n8n`. */
export interface N8nPackageJson {
	name: string;
	repository: { url: string };
	n8n: { nodes: string[]; credentials: string[] };
	[field: string]: unknown;
}

export async function unpackPublished(): Promise<Published & { remove(): Promise<void> }> {
	const place = await mkdtemp(join(tmpdir(), 'published-'));
	const tarball = await packTarball(place);
	await promisify(execFile)('tar', ['-xzf', tarball, '-C', place]);
	const folder = join(place, 'package');
	const text = (file: string) => readFileSync(join(folder, file), 'utf8');
	return {
		tarball,
		bytes: statSync(tarball).size,
		files: readdirSync(folder, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
			.sort(),
		text,
		json: (file) => JSON.parse(text(file)),
		remove: async () => await rm(place, { recursive: true, force: true }),
	};
}
