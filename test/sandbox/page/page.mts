// What a person of the service does, as a page: writes ideas and comments, votes, changes a status, publishes, answers a
// survey. Beside it stands a chat that workflows post to. It is no part of the API.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE_ADDRESS } from '../request-log.mts';
import type { Service } from '../service.mts';
import { type Fields, type Form, forms, type Outcome } from './forms.mts';
import { html } from './html.mts';
import { recordsOf } from './records.mts';
import {
	type Message,
	messagesOf,
	noticeOf,
	pageOf,
	postsOf,
	requestsOf,
	versionOf,
	type View,
	type WorkflowLink,
} from './view.mts';

export type { WorkflowLink };

const MESSAGES = 100;
const LARGEST_FORM = 1024 * 1024;

/** Nothing but what this server sends is loaded or run, and no other site can show the page in a frame. */
const SECURITY_HEADERS = {
	'cache-control': 'no-store',
	'content-security-policy':
		"default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
	'cross-origin-resource-policy': 'same-origin',
	'referrer-policy': 'same-origin',
	'x-content-type-options': 'nosniff',
};

const HTML = 'text/html; charset=utf-8';
const files = Object.fromEntries(
	Object.entries({ 'page.css': 'text/css', 'page.mjs': 'text/javascript' }).map(([name, type]) => [
		name,
		{ type: `${type}; charset=utf-8`, text: readFileSync(join(import.meta.dirname, name), 'utf8') },
	]),
);

/** What the page shows beside the records of the workspace. */
export class Page {
	readonly token = secret();
	readonly messages: Message[] = [];
	/** Those that send messages to the chat. */
	workflows: WorkflowLink[] = [];
	/** Whoever opens the page by this path gets this cookie, which a browser also sends to the other ports of this machine. */
	entry: { path: string; cookie: string } | undefined;

	/** Gives the path by which the page hands out a cookie, to whoever knows the path. */
	enterWith(cookie: string): string {
		this.entry = { path: `/enter/${secret(8)}`, cookie };
		return this.entry.path;
	}

	receive(text: string): void {
		const number = (this.messages.at(-1)?.number ?? 0) + 1;
		this.messages.push({ number, at: Date.now(), text });
		if (this.messages.length > MESSAGES) this.messages.shift();
	}
}

interface PageOptions {
	service: Service;
	workspace: number;
	/** With which the forms ask the API. */
	apiKey: string;
}

export function addPage(app: FastifyInstance, { service, workspace, apiKey }: PageOptions): Page {
	const page = new Page();
	const { database } = service;

	const viewFor = (request: FastifyRequest): View => {
		const { as, sent = '', id } = request.query as Record<string, string>;
		return {
			token: page.token,
			sent: formAt(sent)?.sent(Number(id)) ?? '',
			records: recordsOf(database, workspace, Number(as ?? Number.NaN)),
			messages: page.messages,
			requests: service.requests,
			workflows: page.workflows,
			chatUrl: `http://${request.host}/chat`,
		};
	};
	const ask = async (path: string, body: object, id: string | number): Promise<Outcome> => {
		const { statusCode, payload } = await app.inject({
			method: 'POST',
			url: path,
			remoteAddress: PAGE_ADDRESS,
			headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
			payload: JSON.stringify(body),
		});
		const { status, data, message } = JSON.parse(payload);
		if (statusCode !== 200 || status !== 'success') return { refusal: message ?? data.message };
		return { id: typeof id === 'number' ? id : Number(data[id]) };
	};

	app.register(async (own) => {
		own.removeAllContentTypeParsers();
		own.addContentTypeParser(
			'application/x-www-form-urlencoded',
			{ parseAs: 'string', bodyLimit: LARGEST_FORM },
			(_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(text as string))),
		);
		own.addHook('onRequest', async (_request, reply) => {
			reply.headers(SECURITY_HEADERS);
		});
		own.get('/', async (request, reply) => reply.type(HTML).send(pageOf(viewFor(request)).source));
		own.get('/page/now', async (request) => {
			const view = viewFor(request);
			const { after, version } = request.query as Record<string, string>;
			const posts = postsOf(view);
			const changed = versionOf(posts) === version ? undefined : posts.source;
			return {
				last: page.messages.at(-1)?.number ?? 0,
				messages: html`${messagesOf(page.messages.filter(({ number }) => number > Number(after)))}`
					.source,
				requests: requestsOf(service.requests).source,
				version: versionOf(posts),
				posts: changed,
			};
		});
		for (const [name, { type, text }] of Object.entries(files)) {
			own.get(`/page/${name}`, async (_request, reply) => reply.type(type).send(text));
		}
		own.get('/enter/:secret', async (request, reply) => {
			const { entry } = page;
			if (!entry || !isSame(entry.path, request.url)) {
				return refuse(reply, 404, 'This address is not known.', 'Copy it again from the terminal.');
			}
			reply.header('set-cookie', `${entry.cookie}; Path=/; HttpOnly; SameSite=Lax`);
			return reply.redirect('/', 303);
		});
		for (const form of forms) {
			own.post(form.path, async (request, reply) => {
				const fields = (request.body ?? {}) as Fields;
				const site = request.headers['sec-fetch-site'] ?? 'same-origin';
				if (site !== 'same-origin' || !isSame(page.token, fields.token)) {
					const todo = 'Load the page of the sandbox again, and send its form.';
					return refuse(reply, 403, 'This form was not sent from the page of the sandbox.', todo);
				}
				const { post = '' } = request.params as { post?: string };
				const outcome = await form.send({ fields, post, database, workspace, ask });
				if ('refusal' in outcome) {
					const what = `The service refused this: ${outcome.refusal}`;
					const { title, description, comment } = fields;
					const texts = [title, description, comment].filter(Boolean);
					return refuse(reply, 400, what, 'Go back and change it.', texts);
				}
				const query = new URLSearchParams({
					as: fields.as,
					sent: request.url,
					id: String(outcome.id),
				});
				// On a phone the chat, where the message is to appear, stands below the forms.
				return reply.redirect(`/?${query}#${post ? `post-${post}` : 'chat'}`, 303);
			});
		}
	});

	app.register(async (own) => {
		own.removeAllContentTypeParsers();
		// A page of another site cannot send JSON without being asked first whether it may.
		own.addContentTypeParser(
			'application/json',
			{ parseAs: 'string', bodyLimit: LARGEST_FORM },
			own.getDefaultJsonParser('error', 'ignore'),
		);
		own.post('/chat', async (request, reply) => {
			const { text } = (request.body ?? {}) as { text?: unknown };
			if (typeof text !== 'string') return reply.code(400).send({ error: 'text is missing' });
			page.receive(text);
			return { ok: true };
		});
	});
	return page;
}

const secret = (bytes = 16) => randomBytes(bytes).toString('base64url');

function isSame(wanted: string, given: unknown): boolean {
	const [a, b] = [wanted, String(given)].map((text) => Buffer.from(text));
	return a.length === b.length && timingSafeEqual(a, b);
}

function refuse(
	reply: FastifyReply,
	status: number,
	...notice: Parameters<typeof noticeOf>
): FastifyReply {
	return reply
		.code(status)
		.type(HTML)
		.send(noticeOf(...notice).source);
}

/** The form that is sent to a path. */
function formAt(path: string): Form | undefined {
	return forms.find((form) =>
		new RegExp(`^${form.path.replace(':post', String.raw`\d+`)}$`).test(path),
	);
}
