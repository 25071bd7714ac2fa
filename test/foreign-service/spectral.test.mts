import { join } from 'node:path';
import { expect, test } from 'vitest';
import { document, here, program, ran } from './tools.mts';

test('Spectral has nothing to say of docs/openapi.yaml', () => {
	const rules = ['--ruleset', join(here, 'spectral.yaml'), '--fail-severity', 'hint'];
	const spectral = program('@stoplight/spectral-cli/dist/index.js');
	expect(ran(spectral, 'lint', document, ...rules)).toEqual({
		status: 0,
		printed: expect.stringContaining('No results'),
	});
});
