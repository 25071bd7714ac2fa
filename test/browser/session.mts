import { afterAll, beforeAll, beforeEach, inject } from 'vitest';
import { type Account, owner } from '../n8n-host/host.mts';
import { leaveOut } from '../versions/needs.mts';
import { type Editor, noBrowser, openEditor, tooOld } from './editor.mts';

/** The editor of the n8n that all files share, once for a file. */
export function sharedEditor(account: Account = owner): () => Editor {
	let editor: Editor | undefined;
	beforeAll(async () => {
		if (!noBrowser) editor = await openEditor(inject('n8n').baseUrl, { account });
	});
	needsBrowser();
	afterAll(async () => await editor?.close());
	return () => editor!;
}

/** Without a browser the tests of a file are skipped and say why; in CI they fail. */
export function needsBrowser(): void {
	beforeEach((context) => {
		if (tooOld) return leaveOut(tooOld, context);
		if (noBrowser && process.env.CI) throw new Error(noBrowser);
		if (noBrowser) context.skip(noBrowser);
	});
}
