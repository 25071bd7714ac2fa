import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { type Editor, noBrowser, openEditor } from './editor.mts';

/** The editor of the n8n that all files share, once for a file; without a browser its tests are left out, and say why. */
export function sharedEditor(): () => Editor {
	let editor: Editor | undefined;
	beforeAll(async () => {
		if (!noBrowser) editor = await openEditor(inject('n8n').baseUrl);
	});
	beforeEach(({ skip }) => {
		if (noBrowser) skip(noBrowser);
	});
	afterAll(async () => await editor?.close());
	return () => editor!;
}
