// Plays what a person does at the page, by its forms, and waits until all of it is in the chat.
import { until, type Item } from '../n8n-host/host.mts';
import type { Sandbox } from '../sandbox/server.mts';
import { report, step } from './report.mts';
import { DONE, type Scene } from './scene.mts';

/** What is sent by which form, and a part of the message that it has to become. */
const acts: readonly [path: string, fields: Record<string, string>, message: string][] = [
	['/page/idea', { title: 'Export as PDF', description: 'For our board.' }, 'Export as PDF'],
	['/page/post/10030/comment', { comment: 'Our team needs this, too.' }, 'needs this, too'],
	['/page/post/10029/status', { status: DONE }, 'Snooze notifications'],
	['/page/update', { title: 'Keyboard shortcuts are here' }, 'Keyboard shortcuts'],
	['/page/score', { vote: '9', comment: 'Quick answers.' }, 'Quick answers'],
];

export async function play({ rest, createAndList, watching }: Scene, sandbox: Sandbox) {
	step('Sending the forms of the page');
	const expected: string[] = [];
	for (const [path, fields, message] of acts) {
		report('Sent', await sendForm(sandbox.baseUrl, path, fields));
		expected.push(message);
	}

	step('Running the workflow that creates a post for each item and lists the open ones');
	const run = await rest.run(createAndList, 'Run it');
	if (run.status !== 'success') throw new Error(run.error?.message ?? `it ended as ${run.status}`);
	const created = run.json('Create a post');
	const listed = run.json('List open posts');
	// The service answers a create with the id alone; the titles are those that went in.
	const ideas = run.json('One item each');
	created.forEach((post, at) => report('Created', describe({ ...ideas[at], ...post })));
	report('Listed', `${listed.length} open posts`);
	expected.push(...ideas.map(({ title }) => String(title)));

	step('Waiting for the messages in the chat');
	const chat = () => sandbox.page.messages.map(({ text }) => text);
	const isThere = (message: string) => chat().some((text) => text.includes(message));
	await until('all messages are in the chat', () => expected.every(isThere), {
		timeoutMs: 60_000,
		explain: () => `Missing: ${expected.filter((message) => !isThere(message)).join(', ')}`,
	});
	const fired = await until(
		`n8n has saved the executions with ${expected.length} items`,
		async () => {
			const items = [];
			for (const { id, trigger } of watching) items.push(...(await rest.delivered(id, trigger)));
			return items.length >= expected.length && items;
		},
		{ timeoutMs: 60_000 },
	);
	for (const { event, eventId } of fired) report('Fired', `${event} (${eventId})`);
	const lines = chat().flatMap((text) => text.split('\n'));
	for (const line of lines) report('Chat', line);
	report('Result', `${created.length} created, ${fired.length} fired, ${lines.length} in the chat`);
}

/** Fills in a form that the page shows, and gives what the page says afterwards. */
async function sendForm(
	baseUrl: string,
	path: string,
	fields: Record<string, string>,
): Promise<string> {
	const page = await (await fetch(baseUrl)).text();
	const [form] = page.split(`action="${path}"`)[1].split('</form>');
	const hidden = form.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g);
	const given = Object.fromEntries([...hidden].map(([, name, value]) => [name, value]));
	// The person who is chosen, where the form lets choose.
	given.as ??= /value="(\d+)" selected/.exec(form)![1];
	const body = new URLSearchParams({ ...given, ...fields });
	const answer = await fetch(baseUrl + path, { method: 'POST', body });
	const text = await answer.text();
	if (!answer.ok) throw new Error(`The page answered ${answer.status} to ${path}: ${text}`);
	return /role="status">([^<]*)</.exec(text)![1];
}

function describe(post: Item['json']): string {
	return `#${post.feedback_id} ${post.title}`;
}
