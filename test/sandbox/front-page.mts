import type { Endpoint } from './endpoint.mts';

/** For the person who opens the address in a browser. */
export function frontPage(endpoints: Endpoint[]): string {
	const rows = endpoints.map(({ method, path }) => `<li><code>${method} ${path}</code></li>`);
	return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Feedback service sandbox</title>
<style>body { font: 16px/1.5 system-ui; max-width: 44rem; margin: 3rem auto; padding: 0 1rem }</style></head>
<body>
<h1>Feedback service sandbox</h1>
<p>A stand-in for the feedback, changelog and customer-insight service, for development and tests of the n8n connector.
It keeps its data in SQLite, listens on this computer only and sends nothing anywhere.</p>
<p>Use this address as <em>Base URL</em> and the key printed at the start as <em>API Key</em>.
Faults, keys, data and the request log are controlled under <code>/_sandbox</code>; see <code>test/sandbox/README.md</code>.</p>
<ul>${rows.join('\n')}</ul>
</body>
</html>
`;
}
