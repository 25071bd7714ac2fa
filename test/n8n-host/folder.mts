import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that is gone when this process ends, if `remove` was not called before. */
export async function temporaryFolder(prefix: string) {
	const path = await mkdtemp(join(tmpdir(), prefix));
	const abandon = () => rmSync(path, { recursive: true, force: true });
	process.once('exit', abandon);
	return {
		path,
		async remove() {
			await rm(path, { recursive: true, force: true, maxRetries: 5 });
			process.off('exit', abandon);
		},
	};
}
