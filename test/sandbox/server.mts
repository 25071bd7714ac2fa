import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { addKey, type Permissions, revokeKey } from './auth.mts';
import { Database } from './database.mts';
import { addDemoData } from './demo-data.mts';
import { documentPart, insertDocument, type NewDocument } from './documents.mts';
import type { Part } from './endpoint.mts';
import { commentPart, insertComment, type NewComment } from './comments.mts';
import { type Fault, type FaultAction, Faults } from './faults.mts';
import { groupPart, insertGroup, type NewGroup } from './groups.mts';
import { RateLimiter } from './limits.mts';
import { addPage } from './page/page.mts';
import { postMetadataPart } from './post-metadata.mts';
import { insertPost, type NewPost, postPart } from './posts.mts';
import { insertPromoter, type NewPromoter, promoterPart } from './promoters.mts';
import { queuePart } from './queue.mts';
import { moodOfTheRun } from './moods.mts';
import { type Exchange, type LoggedRequest, PAGE_ADDRESS } from './request-log.mts';
import { type ReceivedBody, serve, type Service } from './service.mts';
import { defaultSettings, type Settings } from './settings.mts';
import { daysAgo, timestamp } from './timestamps.mts';
import { insertUpdate, type NewUpdate, updatePart } from './updates.mts';
import { insertUser, type NewUser, ownerOf, userPart } from './users.mts';
import { votePart } from './votes.mts';
import { addPostType, workspaceId } from './workspaces.mts';

export type { Fault, FaultAction, LoggedRequest, Settings };

export interface SandboxOptions extends Partial<Settings> {
	/** 0, the default: a free port. */
	port?: number;
	/** A file, or ':memory:', the default. */
	database?: string;
	demoData?: boolean;
	/** The key of the first workspace; default 'sandbox-key'. */
	apiKey?: string;
	/** Is shown each request that meets no fault, with its answer. */
	seen?: (exchange: Exchange) => void;
}

export interface KeyOptions {
	workspace?: string;
	permissions?: Permissions;
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

const parts: readonly Part[] = [
	postPart,
	postMetadataPart,
	votePart,
	commentPart,
	updatePart,
	userPart,
	promoterPart,
	queuePart,
	groupPart,
	documentPart,
];
const endpoints = parts.flatMap((part) => Object.entries(part.endpoints));

/** Every method and path, with `{}` where an id stands. */
export const knownRequests = endpoints.map(([request]) => request.replaceAll(/\{\w+\}/g, '{}'));

const firstWorkspace = 'main';
/** Room for a document of 2 MB with every character escaped. */
const bodyLimit = 64 * 1024 * 1024;

export async function startSandbox(options: SandboxOptions = {}) {
	const { port = 0, database: file = ':memory:', demoData, apiKey = 'sandbox-key' } = options;
	const database = new Database(file, parts);
	const settings = withDefaults(options);
	const closing = new AbortController();
	const service: Service = {
		database,
		settings,
		limiter: new RateLimiter(),
		faults: new Faults(),
		requests: [],
		seen: options.seen,
		closing: closing.signal,
	};
	database.transaction(() => {
		const workspace = workspaceId(database, firstWorkspace);
		addKey(database, apiKey, workspace);
		const isEmpty = !database.get('SELECT 1 FROM posts WHERE workspace_id = ?', workspace);
		if (demoData && isEmpty) addDemoData(database, workspace);
	});

	const server = Fastify({
		bodyLimit,
		exposeHeadRoutes: false,
		forceCloseConnections: true,
		// A path that cannot even be decoded is a path nothing is found at.
		frameworkErrors: (_error, request, reply) =>
			void serve(service, undefined, request, reply as never),
	});
	refuseForeignHosts(server);
	acceptBodies(server);
	for (const endpoint of endpoints) {
		const [method, path] = endpoint[0].split(' ');
		server.route({
			method,
			url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
			handler: (request, reply) => serve(service, endpoint, request, reply),
		});
	}
	const workspace = workspaceId(database, firstWorkspace);
	const page = addPage(server, { service, workspace, apiKey });
	server.setNotFoundHandler((request, reply) => serve(service, undefined, request, reply));

	let closed: Promise<void> | undefined;
	const close = async () => {
		closing.abort();
		await server.close();
		database.close();
	};
	const sandbox = {
		apiKey,
		/** What a person does at the address of the sandbox, and the chat beside it. */
		page,
		requests: service.requests,
		settings,
		addKey: (key: string, { workspace = firstWorkspace, permissions }: KeyOptions = {}) =>
			addKey(database, key, workspaceId(database, workspace), permissions),
		revokeKey: (key: string) => revokeKey(database, key),
		/** The next matching requests go wrong in the given way. */
		fault: (fault: Fault) => service.faults.add(fault),
		clearFaults: () => service.faults.clear(),
		...creators(database),
		rows: (sql: string, ...values: unknown[]) =>
			database.all(sql, ...values).map((row) => ({ ...row })),
		run: (sql: string, ...values: unknown[]) => void database.run(sql, ...values),
		close: () => (closed ??= close()),
	};
	try {
		await server.listen({ host: '127.0.0.1', port });
	} catch (error) {
		await sandbox.close();
		throw error;
	}
	const { port: listening } = server.server.address() as AddressInfo;
	return { ...sandbox, baseUrl: `http://127.0.0.1:${listening}`, port: listening };
}

function withDefaults(options: SandboxOptions): Settings {
	const given = Object.entries(options).filter(
		([name, value]) => name in defaultSettings && value !== undefined,
	);
	return { ...defaultSettings, ...moodOfTheRun(), ...Object.fromEntries(given) };
}

/** A site whose name was made to lead to this machine (DNS rebinding) asks for that name. */
function refuseForeignHosts(server: FastifyInstance): void {
	server.addHook('onRequest', async ({ host, ip, socket }, reply) => {
		const own = ['127.0.0.1', 'localhost'].map((name) => `${name}:${socket.localPort}`);
		if (ip === PAGE_ADDRESS || own.includes(host)) return;
		const address = `http://127.0.0.1:${socket.localPort}/`;
		return reply
			.code(403)
			.type('text/plain; charset=utf-8')
			.send(`This address is not the one of the sandbox. Open ${address}`);
	});
}

function acceptBodies(server: FastifyInstance): void {
	server.removeAllContentTypeParsers();
	server.addContentTypeParser('*', { parseAs: 'string' }, (request, text, done) =>
		done(null, receive(request.headers['content-type'] ?? '', text as string)),
	);
}

function receive(contentType: string, text: string): ReceivedBody {
	if (text === '') return {};
	if (!/^application\/json\b/i.test(contentType)) {
		return { problem: 'must be sent as application/json' };
	}
	try {
		return { value: JSON.parse(text) };
	} catch {
		return { problem: 'is not valid JSON' };
	}
}

/** Rows straight in the database, by the owner of the key unless the template names someone. */
function creators(database: Database) {
	/** "Post 1", "Post 2": a text that several rows share gets numbers. */
	const creating =
		<T extends object>(
			name: string,
			insert: (template: T, workspace: number, text: string, number: number) => number,
		) =>
		(count: number, template = {} as T, workspace = firstWorkspace): number[] =>
			database.transaction(() => {
				const { title, comment }: { title?: string; comment?: string } = template;
				const own = title ?? comment;
				const textOf = (number: number) =>
					own !== undefined && count === 1 ? own : `${own ?? name} ${number}`;
				const id = workspaceId(database, workspace);
				return Array.from({ length: count }, (_, index) =>
					insert(template, id, textOf(index + 1), index + 1),
				);
			});
	const byOwner = (workspace: number) => ({ user: ownerOf(database, workspace) });
	return {
		createPosts: creating<Partial<NewPost>>('Post', (post, workspace, title) => {
			const { type = 'idea', created = timestamp() } = post;
			addPostType(database, workspace, type);
			const usual = { ...byOwner(workspace), description: '', status: 'open' };
			return insertPost(database, workspace, { ...usual, ...post, type, created, title });
		}),
		createUpdates: creating<Partial<NewUpdate> & { status?: 'published' | 'scheduled' | 'draft' }>(
			'Update',
			({ status, ...update }, workspace, title) => {
				const daysAhead = status === 'scheduled' ? 1 : 0;
				const created = update.created ?? daysAgo(-daysAhead);
				const usual = { type: 'new', draft: status === 'draft' };
				return insertUpdate(database, workspace, { ...usual, ...update, created, title });
			},
		),
		createUsers: creating<Partial<NewUser>>('User', (user, workspace, data_full_name, number) => {
			const data_name = `user_${number}`;
			const data_mail = `${data_name}@customer.example`;
			const usual = { data_id: `customer-${number}`, data_name, data_full_name, data_mail };
			return insertUser(database, workspace, { ...usual, ...user });
		}),
		/** The API has no way to write a reply. */
		createComments: creating<Partial<NewComment> & Pick<NewComment, 'post'>>(
			'Comment',
			(template, workspace, comment) => {
				const usual = { ...byOwner(workspace), public: true, pinned: false };
				return insertComment(database, workspace, { ...usual, ...template, comment });
			},
		),
		createResponses: creating<Partial<NewPromoter>>('Response', (response, workspace) => {
			const usual = { ...byOwner(workspace), vote: 9, meta: {}, comment: '' };
			return insertPromoter(database, workspace, { ...usual, ...response });
		}),
		createGroups: creating<Partial<NewGroup>>('Group', (group, workspace, name, number) => {
			const usual = { id: `account-${number}`, type: 'company', weight: 1, mrr: 0, meta: {} };
			return insertGroup(database, workspace, { ...usual, ...group, name });
		}),
		createDocuments: creating<Partial<NewDocument>>('Document', (document, workspace, title) => {
			const usual = { content: '', type: 'knowledge-base', tags: [], status: 'draft' };
			return insertDocument(database, workspace, { ...usual, ...document, title });
		}),
	};
}
