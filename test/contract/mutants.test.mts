import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { forgetful } from '../mutants/forgetful.mts';

test('the schema of a body is still kept where mutation testing has it made anew', () => {
	const id = join(import.meta.dirname, '../../nodes/shared/node/input.ts');
	const code = readFileSync(id, 'utf8');
	const transform = forgetful.transform as (code: string, id: string) => string;
	expect(transform(code, id).length).toBeLessThan(code.length);
});
