import { type List, type Page, readPage } from '../service/pages';
import { post } from '../service/posts';
import { saysEmpty } from '../service/problems';
import {
	type DataRecord,
	idOf,
	isDataRecord,
	readKeyValues,
	readRecord,
	type RecordKind,
} from '../service/records';
import { type Path, pathOf } from './path';
import { postUrl } from './post-address';
import {
	type Call,
	namespaceOf,
	type Received,
	type RequestOptions,
	Sender,
	type SenderOptions,
} from './sender';
import { ServiceFailure } from './service-failure';

export interface ClientOptions extends SenderOptions {
	/** As `normalizePostAddress` returns it. Without it, records have no link. */
	postAddress?: string;
}

/** Reads and changes records of the service, and checks its answers. Lasts for one execution of a node, or one poll. */
export class FeedbackClient {
	/** Number of items of the execution. */
	items = 1;
	private readonly sender: Sender;
	private readonly made = new Map<unknown, unknown>();

	constructor(private readonly options: ClientOptions) {
		this.sender = new Sender(options);
	}

	/** Root of the service. */
	get baseUrl(): string {
		return this.options.baseUrl;
	}

	/** Names base URL and credential, without holding the key. */
	get scope(): string {
		return this.options.scope;
	}

	/** Adds the address of the post that the record is or belongs to. A changelog update of no post has the ID 0. */
	linked(record: DataRecord): DataRecord {
		const { postAddress } = this.options;
		const id = idOf(post, record);
		if (postAddress === undefined || id === undefined || id === '0') return record;
		return record.deleted === true ? record : { ...record, post_url: postUrl(postAddress, id) };
	}

	/** Prepares foreign texts for an error: cut, and without the key. */
	quote<T>(data: T): T {
		return this.sender.quote(data);
	}

	/** Sends nothing more. Requests under way finish. */
	stop(): void {
		this.sender.stop();
	}

	/** Makes a value once for each key, for all that use this client. */
	once<T>(key: unknown, make: () => T): T {
		if (!this.made.has(key)) this.made.set(key, make());
		return this.made.get(key) as T;
	}

	/** Reads one record. @throws ServiceFailure also when the answer holds none */
	async get(path: Path, kind: RecordKind, more: RequestOptions = {}): Promise<DataRecord> {
		const call: Call = { method: 'GET', path, ...more };
		const { raw, ...answer } = await this.sender.send(call);
		const { data } = more.areNumbersKept && raw ? (JSON.parse(raw.trim()) as DataRecord) : answer;
		return this.identified(kind, call, { ...answer, raw, data });
	}

	/** Reads keys and values of the user's own. @throws ServiceFailure also when the answer holds none */
	async keyValues(path: Path): Promise<DataRecord> {
		const call: Call = { method: 'GET', path };
		const { data, status } = await this.sender.send(call);
		return readKeyValues(data) ?? this.sender.fail(call, { kind: 'incomplete', status });
	}

	/**
	 * Sends a POST. Answers of /v1 vary: the record, its ID with a message, or the status alone.
	 * @throws ServiceFailure also when the result lacks the id of something that can be looked up
	 */
	async post(path: Path, kind: RecordKind, more: RequestOptions): Promise<DataRecord> {
		const call: Call = { method: 'POST', path, ...more };
		return this.identified(kind, call, await this.sender.send(call));
	}

	/** Changes the last thing in the path. The result always has its ID. @throws ServiceFailure */
	async put(path: Path, kind: RecordKind, more: RequestOptions): Promise<DataRecord> {
		const { data } = await this.sender.send({ method: 'PUT', path, ...more });
		return { ...readRecord(kind, data), ...idIn(kind, path, more.ids) };
	}

	/**
	 * Deletes permanently. `notFound` means that an answer was lost and the retry found nothing: the first try may have
	 * deleted it, or it never existed.
	 * @throws ServiceFailure
	 */
	async delete(path: Path, kind: RecordKind, more: RequestOptions = {}): Promise<DataRecord> {
		const { status } = await this.sender.send({ method: 'DELETE', path, ...more });
		return {
			deleted: true,
			...(status === 404 && { notFound: true }),
			...idIn(kind, path, more.ids),
		};
	}

	/**
	 * Reads one page of a list. Pages start at 0. A refusal may mean that the page is empty.
	 * @throws ServiceFailure also when the answer is no page of it
	 */
	async page(
		list: List,
		page: number,
		{ path = pathOf(list), query, signal }: RequestOptions & { path?: Path } = {},
	): Promise<Page> {
		const asked = { ...list.everything, ...query, page };
		const call: Call = { method: 'GET', path, query: asked, signal };
		const reading = this.sender.send(call).then(({ data, raw, status }) => {
			const read = readPage(list, data, raw);
			return typeof read === 'string' ? this.sender.fail(call, { kind: read, status }) : read;
		});
		return await reading.catch((refusal: unknown) => {
			const isEmpty = refusal instanceof ServiceFailure && saysEmpty(refusal.problem, page);
			if (!isEmpty || namespaceOf(call) !== 'v1') throw refusal;
			return { records: [], hasMore: false, size: 0, refusal };
		});
	}

	/** The answered record. It must have its ID if it has one. */
	private identified(kind: RecordKind, call: Call, { data, status }: Received): DataRecord {
		const { defaults, ids } = call;
		const record = readRecord(kind, { ...defaults, ...(isDataRecord(data) && data), ...ids })!;
		if (kind.hasNoOwnId || idOf(kind, record) !== undefined) return record;
		return this.sender.fail(call, { kind: 'incomplete', status });
	}
}

/** The id of the last thing in a path, as a record of its kind. */
function idIn(kind: RecordKind, path: Path, ids?: DataRecord): DataRecord {
	return readRecord(kind, { [kind.id]: path.things.at(-1)?.id, ...ids }) ?? {};
}
