import Fastify, { type FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { addKey, type Permissions, revokeKey } from './auth.mts';
import { Database } from './database.mts';
import { addDemoData } from './demo-data.mts';
import { documentPart, insertDocument, type NewDocument } from './documents.mts';
import type { Part } from './endpoint.mts';
import type { Row } from './envelope.mts';
import { commentPart, insertComment, type NewComment } from './comments.mts';
import { type Fault, type FaultAction, Faults } from './faults.mts';
import { groupPart } from './groups.mts';
import { RateLimiter } from './limits.mts';
import { postMetadataPart } from './post-metadata.mts';
import { insertPost, postPart } from './posts.mts';
import { insertPromoter, type NewPromoter, promoterPart } from './promoters.mts';
import { queuePart } from './queue.mts';
import { moodOfTheRun } from './moods.mts';
import type { LoggedRequest } from './request-log.mts';
import { type ReceivedBody, serve, type Service } from './service.mts';
import { defaultSettings, type Settings } from './settings.mts';
import { timestamp } from './timestamps.mts';
import { insertUpdate, updatePart } from './updates.mts';
import { insertUser, type NewUser, userPart } from './users.mts';
import { votePart } from './votes.mts';
import { addPostType, workspaceId } from './workspaces.mts';

export type { Fault, FaultAction, LoggedRequest, Settings };

export interface SandboxOptions extends Partial<Settings> {
	/** 0, the default: a free port. */
	port?: number;
	/** A file, or ':memory:', the default. */
	database?: string;
	/** Whether the first workspace starts with demo data instead of empty. */
	demoData?: boolean;
	/** The key of the first workspace; default 'sandbox-key'. */
	apiKey?: string;
}

export interface PostTemplate {
	title: string;
	type: string;
	description: string;
	status: string;
	created: string;
}

export interface UpdateTemplate {
	title: string;
	type: string;
	description: string;
	status: 'published' | 'scheduled' | 'draft';
	created: string;
}

/** A comment has a post; the API has no way to write a reply. */
export type CommentTemplate = Partial<NewComment> & Pick<NewComment, 'post'>;

export interface KeyOptions {
	workspace?: string;
	permissions?: Permissions;
	revoked?: boolean;
}

export interface Sandbox {
	readonly baseUrl: string;
	readonly port: number;
	readonly apiKey: string;
	readonly requests: LoggedRequest[];
	readonly settings: Settings;
	addKey(key: string, options?: KeyOptions): void;
	revokeKey(key: string): void;
	/** The next matching requests go wrong in the given way. */
	fault(fault: Fault): void;
	clearFaults(): void;
	createPosts(count: number, template?: Partial<PostTemplate>, workspace?: string): number[];
	createUpdates(count: number, template?: Partial<UpdateTemplate>, workspace?: string): number[];
	createUsers(count: number, template?: Partial<NewUser>, workspace?: string): number[];
	/** By the owner of the key, like all that follow, unless the template names someone. */
	createComments(count: number, template: CommentTemplate, workspace?: string): number[];
	createResponses(count: number, template?: Partial<NewPromoter>, workspace?: string): number[];
	createDocuments(count: number, template?: Partial<NewDocument>, workspace?: string): number[];
	rows(sql: string, ...values: unknown[]): Row[];
	run(sql: string, ...values: unknown[]): void;
	close(): Promise<void>;
}

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
const endpoints = parts.flatMap((part) => part.endpoints);

/** Every method and path, with `{}` where an id stands. */
export const knownRequests = endpoints.map(
	({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, '{}')}`,
);

type Create<T> = (database: Database, count: number, template: T, workspace: number) => number[];

const firstWorkspace = 'main';
/** Room for a document of 2 MB with every character escaped. */
const bodyLimit = 64 * 1024 * 1024;

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
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
	acceptBodies(server);
	for (const endpoint of endpoints) {
		server.route({
			method: endpoint.method,
			url: endpoint.path,
			handler: (request, reply) => serve(service, endpoint, request, reply),
		});
	}
	server.setNotFoundHandler((request, reply) => serve(service, undefined, request, reply));

	const inWorkspace = (name = firstWorkspace) => workspaceId(database, name);
	const creating =
		<T,>(create: Create<T>) =>
		(count: number, template?: T, workspace?: string) =>
			database.transaction(() =>
				create(database, count, template ?? ({} as T), inWorkspace(workspace)),
			);
	let closed: Promise<void> | undefined;
	const close = async () => {
		closing.abort();
		await server.close();
		database.close();
	};
	const sandbox = {
		apiKey,
		requests: service.requests,
		settings,
		addKey: (key: string, { workspace, permissions, revoked }: KeyOptions = {}) =>
			addKey(database, key, inWorkspace(workspace), permissions, revoked),
		revokeKey: (key: string) => revokeKey(database, key),
		fault: (fault: Fault) => service.faults.add(fault),
		clearFaults: () => service.faults.clear(),
		createPosts: creating(createPosts),
		createUpdates: creating(createUpdates),
		createUsers: creating(createUsers),
		createComments: creating(createComments),
		createResponses: creating(createResponses),
		createDocuments: creating(createDocuments),
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

/** "Post 1", "Post 2": a title that several rows share gets numbers. */
function titles(count: number, title: string | undefined, otherwise: string) {
	return Array.from({ length: count }, (_, index) =>
		title !== undefined && count === 1 ? title : `${title ?? otherwise} ${index + 1}`,
	);
}

function createPosts(
	database: Database,
	count: number,
	template: Partial<PostTemplate>,
	workspace: number,
): number[] {
	const { type = 'idea', description = '', status = 'open', created = timestamp() } = template;
	const user = ownerOf(database, workspace);
	addPostType(database, workspace, type);
	return titles(count, template.title, 'Post').map((title) =>
		insertPost(database, workspace, { title, type, description, status, user, created }),
	);
}

function ownerOf(database: Database, workspace: number): number {
	return database.value<number>(
		'SELECT staff_id FROM workspaces WHERE workspace_id = ?',
		workspace,
	);
}

function createComments(
	database: Database,
	count: number,
	template: CommentTemplate,
	workspace: number,
): number[] {
	const user = ownerOf(database, workspace);
	return titles(count, template.comment, 'Comment').map((comment) =>
		insertComment(database, workspace, {
			...{ user, public: true, pinned: false },
			...template,
			comment,
		}),
	);
}

function createResponses(
	database: Database,
	count: number,
	template: Partial<NewPromoter>,
	workspace: number,
): number[] {
	const response = { user: ownerOf(database, workspace), vote: 9, meta: {}, comment: '' };
	return Array.from({ length: count }, () =>
		insertPromoter(database, workspace, { ...response, ...template }),
	);
}

function createDocuments(
	database: Database,
	count: number,
	template: Partial<NewDocument>,
	workspace: number,
): number[] {
	const document = { content: '', type: 'knowledge-base', tags: [], status: 'draft' };
	return titles(count, template.title, 'Document').map((title) =>
		insertDocument(database, workspace, { ...document, ...template, title }),
	);
}

function createUpdates(
	database: Database,
	count: number,
	template: Partial<UpdateTemplate>,
	workspace: number,
): number[] {
	const { type = 'new', description = '', status = 'published' } = template;
	const tomorrow = timestamp(new Date(Date.now() + 86_400_000));
	const created = template.created ?? (status === 'scheduled' ? tomorrow : timestamp());
	const draft = status === 'draft';
	return titles(count, template.title, 'Update').map((title) =>
		insertUpdate(database, workspace, { title, type, description, draft, created }),
	);
}

function createUsers(
	database: Database,
	count: number,
	template: Partial<NewUser>,
	workspace: number,
): number[] {
	return Array.from({ length: count }, (_, index) => {
		const name = `user_${index + 1}`;
		return insertUser(database, workspace, {
			data_id: `customer-${index + 1}`,
			data_name: name,
			data_full_name: `User ${index + 1}`,
			data_mail: `${name}@customer.example`,
			...template,
		});
	});
}
