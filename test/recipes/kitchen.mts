// What a recipe needs to be tried: n8n with the workflow set up in it, a workspace, and stand-ins for all other services.
import { createHmac, randomUUID } from 'node:crypto';
import {
	everySeconds,
	type N8nRest,
	type StoredCredential,
	until,
	type WorkflowDraft,
} from '../n8n-host/host.mts';
import { withSafeLines } from '../../nodes/shared/service/safe-line';
import { startSandbox } from '../sandbox/server.mts';
import { Hopeless } from '../n8n-host/waiting.mts';
import { startOtherServices } from './other-services.mts';
import { startMailServer } from './mail.mts';
import { readRecipe } from './recipe.mts';

const withLines = (item: object) =>
	withSafeLines({ ...item }, 200, {
		unchanged: ['event', 'eventId', 'feedback_id', 'post_url'],
		html: 'changelog_id' in item ? ['description'] : [],
	});

/** Items as that step gives them: a trigger with the option One Safe Line changes their texts. */
export function asStepGives(recipe: string, step: string, items: object[]): object[] {
	const texts = readRecipe(recipe).nodes.find(({ name }) => name === step)?.parameters?.texts;
	return texts === 'oneSafeLine' ? items.map(withLines) : items;
}

/**
 * Where a webhook is called: files that share an n8n try the same recipe at the same time. Each test has paths of its own, since a
 * busy n8n 2.41 may switch a workflow off and leave its webhook.
 */
let own = randomUUID();
export const ownPath = (path: string) => path.replace(/^[^/]+/, `$&-${own}`);

/** The hosts that recipes name in place of those of a user. */
const ELSEWHERE =
	/https:\/\/(?:chat\.example\.com|support\.example\.com|sheet\.example\.com|your-company\.atlassian\.net|api\.github\.com)/g;

const SECRET = { name: 'X-Secret', value: 'of the support desk' };

/** Who may answer a form, and who the tracker knows. */
const TEAM = { user: 'ada@example.com', password: 'of nobody' };
export const LOGIN = `Basic ${Buffer.from(`${TEAM.user}:${TEAM.password}`).toString('base64')}`;

export type Kitchen = Awaited<ReturnType<typeof openKitchen>>;

/** With credentials for all that recipes use, and those of `more`. */
export async function openKitchen(n8n: N8nRest, more: Record<string, object> = {}) {
	const sandbox = await startSandbox();
	const others = await startOtherServices();
	const mail = await startMailServer();
	const { baseUrl, apiKey } = sandbox;
	const credentials = new Map<string, StoredCredential>();
	for (const [type, data] of Object.entries({
		feedbackBearerApi: { baseUrl, apiKey },
		httpHeaderAuth: SECRET,
		httpBasicAuth: TEAM,
		smtp: mail.account,
		openAiApi: { apiKey: 'of nobody', url: `${others.url}/v1` },
		slackApi: { accessToken: others.url, signatureSecret: SECRET.value },
		githubApi: { server: others.url, user: TEAM.user, accessToken: TEAM.password },
		googleSheetsOAuth2Api: { oauthTokenData: { access_token: others.url } },
		...more,
	})) {
		credentials.set(type, await n8n.createCredential(type, { ...data }));
	}
	const active: string[] = [];
	const asked = (path: string) =>
		sandbox.requests.filter((one) => one.method === 'GET' && one.path.split('?')[0] === path)
			.length;
	return {
		n8n,
		sandbox,
		/** Of that workspace. */
		credential: credentials.get('feedbackBearerApi')!,
		others,
		/** What was sent by email. */
		mails: mail.mails,
		/**
		 * Imports a recipe and does what its notes ask for under Set up, but with less time between polls and tries, and n8n
		 * stores what its webhooks start. A step given by name puts out pinned items, which its trigger must be able to deliver.
		 * Gives its ID.
		 * @param change what a person changes in its text
		 * @param minute how many milliseconds a minute of its Wait steps and tries lasts
		 */
		async setUp(
			recipe: string,
			pinned: Record<string, object[]> = {},
			change = (text: string) => text,
			minute = 60,
		): Promise<string> {
			const text = JSON.stringify(readRecipe(recipe)).replaceAll(ELSEWHERE, others.url);
			const draft = JSON.parse(change(text)) as WorkflowDraft;
			draft.pinData = Object.fromEntries(
				Object.entries(pinned).map(([step, items]) => {
					const given = asStepGives(recipe, step, items);
					return [step, given.map((json) => ({ json }))];
				}),
			);
			for (const node of draft.nodes) {
				// The n8n of the tests lacks packages that some of these load.
				if (node.disabled) {
					const type = 'n8n-nodes-base.noOp';
					Object.assign(node, { type, typeVersion: 1, parameters: {}, credentials: {} });
				}
				const { name: step, credentials: chosen = {}, parameters = {} } = node;
				if (node.retryOnFail) node.waitBetweenTries = (5_000 * minute) / 60_000;
				const [, seconds] = /^={{ (.+) }}$/.exec(String(parameters.amount)) ?? [];
				if (seconds) parameters.amount = `={{ (${seconds}) * ${minute / 60_000} }}`;
				for (const { event } of (pinned[step] ?? []) as { event?: string }[]) {
					const { events = [event] } = parameters as { events?: unknown[] };
					if (!events.includes(event)) throw new Error(`${step} does not fire for ${event}`);
				}
				for (const type of Object.keys(chosen)) {
					const { id, name } = credentials.get(type)!;
					chosen[type] = { id, name };
				}
				if (/\.(?:slack|github)Trigger$/.test(node.type)) {
					node.webhookId = ownPath(String(node.webhookId));
				}
				if (typeof parameters.path === 'string') parameters.path = ownPath(parameters.path);
				if (parameters.pollTimes) parameters.pollTimes = everySeconds(3);
				if (parameters.unit === 'minutes')
					Object.assign(parameters, { amount: 2, unit: 'seconds' });
				const { batching } = (parameters.options ?? {}) as {
					batching?: { batch: { batchInterval: number } };
				};
				if (batching) batching.batch.batchInterval *= minute / 60_000;
			}
			const settings = { ...draft.settings, saveDataSuccessExecution: 'all' };
			return await n8n.createWorkflow({ ...draft, settings });
		},
		async activate(workflow: string): Promise<void> {
			// Also one whose answer does not come in time is switched off afterwards.
			active.push(workflow);
			await n8n.activate(workflow);
		},
		/** Calls a webhook, or sends a form. n8n registers it after it has said that the workflow is active, and refuses calls while it is busy. */
		call: async (path: string, body: object | FormData, guessed?: string): Promise<Response> =>
			await until(`webhook ${path} is registered`, async () => {
				const isForm = body instanceof FormData;
				const text = isForm ? '' : JSON.stringify(body);
				const at = String(Math.floor(Date.now() / 1000));
				const url = `${n8n.baseUrl}/${isForm ? 'form' : 'webhook'}/${ownPath(path)}`;
				const secret = guessed ?? SECRET.value;
				const signed = (key: string, signs: string) =>
					createHmac('sha256', key).update(signs).digest('hex');
				const headers = {
					'content-type': 'application/json',
					[SECRET.name]: secret,
					// As Slack signs what it sends.
					'x-slack-request-timestamp': at,
					'x-slack-signature': `v0=${signed(secret, `v0:${at}:${text}`)}`,
					// As GitHub does, with the secret that n8n gave it.
					'x-hub-signature-256': `sha256=${signed(guessed ?? others.hooks.get(url) ?? '', text)}`,
				};
				const answer = await fetch(url, {
					method: 'POST',
					headers: isForm ? { authorization: LOGIN } : headers,
					body: isForm ? body : text,
				}).catch((error) => {
					throw new Hopeless(`n8n has ended: ${error}`);
				});
				const { status } = answer;
				const isNotYet = isForm ? /Problem loading form/ : /not registered|Database is not ready/;
				const isUnknown = [404, 503].includes(status) && isNotYet.test(await answer.clone().text());
				// n8n refuses all calls until GitHub has taken its webhook.
				const isEarly = status === 401 && guessed === undefined;
				return !isUnknown && !isEarly && answer;
			}),
		/** A trigger has asked for a list as often again, from now on. */
		async polls(path: string, times: number): Promise<void> {
			const before = asked(path);
			await until(`${path} is polled`, () => asked(path) >= before + times);
		},
		/** Requests to the sandbox that create something there. */
		posted: (path: string) =>
			sandbox.requests.filter((request) => request.method === 'POST' && request.path === path),
		/** Forgets what was sent, and switches off what polls, so that one test does not meet what another one started. */
		async clear(): Promise<void> {
			for (const workflow of active.splice(0)) await n8n.deactivate(workflow);
			own = randomUUID();
			others.recover();
			sandbox.clearFaults();
			const { messages, received, issues } = others;
			for (const sent of [messages, received, issues, sandbox.requests, mail.mails])
				sent.length = 0;
			others.marked.clear();
		},
		async close(): Promise<void> {
			await others.close();
			await mail.close();
			await sandbox.close();
		},
	};
}

/** Clicks on a button of a message, or answers the form that it links to: nobody can but a person of the team. */
export async function answer(message: string, decision: string): Promise<void> {
	const [, button] = new RegExp(`^${decision}: (\\S+)$`, 'm').exec(message) ?? [];
	if (button) {
		// n8n takes no click of a robot, such as one that makes previews.
		const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0' };
		await until('the click is taken', async () => (await fetch(button, { headers })).ok);
		return;
	}
	const headers = { authorization: LOGIN };
	const page = await until('the form is shown', async () => {
		const shown = await ask(message, { headers });
		return shown.ok && (await shown.text());
	});
	const filled = filledIn(page, decision);
	const stranger = async () => (await ask(message, filled)).status;
	const status = await until('a stranger gets an answer', stranger);
	if (status !== 401) throw new Error(`A stranger may answer the form: ${status}`);
	await until('the answer is taken', async () => {
		const { ok, status } = await ask(message, { headers, ...filled });
		return ok || status === 409; // It was taken before.
	});
}

const ask = async (message: string, init: RequestInit) =>
	// Busy with all else, n8n has left such requests without any answer.
	await fetch(message.match(/http\S+/g)!.at(-1)!, { ...init, signal: AbortSignal.timeout(10_000) });

/** As a browser sends the form of a page: each field as it is shown, and the decision where there is a choice. */
function filledIn(page: string, decision: string): RequestInit {
	const FIELD = /<(input|textarea|select)\b([^>]*\bname='(field-\d+)'[^>]*)>([^<]*)/g;
	const body = new FormData();
	for (const [, kind, attributes, name, content] of page.matchAll(FIELD)) {
		const [, value = ''] = /\bvalue="([^"]*)"/.exec(attributes) ?? [];
		const shown = kind === 'input' ? value : content;
		body.set(name, kind === 'select' ? decision : withoutEntities(shown));
	}
	return { method: 'POST', body };
}

const ENTITIES: Record<string, string> = {
	lt: '<',
	gt: '>',
	quot: '"',
	'#x27': "'",
	'#x60': '`',
	'#x3D': '=',
	amp: '&',
};
const withoutEntities = (html: string) =>
	html.replaceAll(/&([#\w]+);/g, (entity, name) => ENTITIES[name] ?? entity);

export function formOf(...values: string[]): FormData {
	const body = new FormData();
	for (const [at, value] of values.entries()) body.set(`field-${at}`, value);
	return body;
}
