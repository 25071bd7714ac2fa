// What is asked by writing, in a workspace meant for it: a post with a comment, a vote and metadata, and a changelog
// update, each deleted again. NPS responses, groups, documents and queue items cannot be deleted, so none is created.
import { randomBytes } from 'node:crypto';
import { path } from '../../nodes/shared/client/path';
import { changelogUpdate, changelogUpdateList } from '../../nodes/shared/service/changelog-updates';
import { comment } from '../../nodes/shared/service/comments';
import type { List } from '../../nodes/shared/service/pages';
import { post, postList } from '../../nodes/shared/service/posts';
import {
	type DataRecord,
	idOf,
	isDataRecord,
	readRecord,
	type RecordKind,
} from '../../nodes/shared/service/records';
import { type Answer, asAssumed, breaksUnless, CannotTell, Unanswered } from './findings.mts';
import type { Question } from './reading.mts';
import { type Exchange, problemOf, type Query, type Service } from './service.mts';

const CREATES_NEED = 'that a create hands on the ID of what it made';

/** In this order: each goes on with what those before it made. */
export function writeQuestions(): Question[] {
	const title = `Probe of the n8n connector ${randomBytes(6).toString('hex')}, may be deleted`;
	let postId: string | undefined;
	let updateId: string | undefined;
	const onPost = () => {
		if (postId === undefined) throw new CannotTell('needs the post');
		return path`/v1/post/${postId}`.text;
	};
	const onUpdate = () => {
		if (updateId === undefined) throw new CannotTell('needs the changelog update');
		return path`/v1/update/${updateId}`.text;
	};
	return [
		{
			topic: 'Answer to a post created',
			assumed: 'the ID, with message',
			dependsOn: CREATES_NEED,
			async ask(service) {
				const type = await typeOfAPost(service);
				const exchange = await service.send('POST', '/v1/post', { title, type });
				const made = createAnswer(exchange, post, this.assumed);
				postId = made.id ?? (await idByTitle(service, postList, title));
				return made.answer;
			},
		},
		{
			topic: 'Answer to a comment created',
			assumed: 'the ID',
			dependsOn: CREATES_NEED,
			async ask(service) {
				const body = { comment: title, public: false };
				const exchange = await service.send('POST', `${onPost()}/comment`, body);
				return createAnswer(exchange, comment, this.assumed).answer;
			},
		},
		{
			topic: 'Answer to a vote',
			assumed: 'any',
			dependsOn: 'nothing: what was sent comes out where the service does not say it',
			async ask(service) {
				const { data } = received(await service.send('POST', `${onPost()}/vote`, { vote: 1 }));
				return { found: describe(data, 'feedback_id'), verdict: 'holds' };
			},
		},
		{
			topic: 'Metadata of a post, as it is read',
			assumed: 'a map from key to value',
			dependsOn: 'the fields that Get of Post Metadata gives',
			async ask(service) {
				const address = `${onPost()}/meta`;
				received(await service.send('PUT', address, { key: 'probe', value: 'kept' }));
				const { data } = received(await service.send('GET', address));
				if (isDataRecord(data) && data.probe === 'kept') {
					return { found: this.assumed, verdict: 'holds' };
				}
				const isList = Array.isArray(data) && data.some(isDataRecord);
				return isList
					? { found: 'an array of records', verdict: 'differs' }
					: { found: 'not the entry that was written', verdict: 'breaks' };
			},
		},
		{
			topic: 'Answer to a post updated',
			assumed: 'the record',
			dependsOn: 'the fields that Update gives, beside the ID',
			async ask(service) {
				const { data } = received(await service.send('PUT', onPost(), { description: title }));
				const found = describe(data, post.id);
				return asAssumed(found === this.assumed, found);
			},
		},
		{
			topic: 'Answer to a changelog update created',
			assumed: 'the record',
			dependsOn: CREATES_NEED,
			async ask(service) {
				const exchange = await service.send('POST', '/v1/update', { title });
				const made = createAnswer(exchange, changelogUpdate, this.assumed);
				updateId = made.id ?? (await idByTitle(service, changelogUpdateList, title));
				return made.answer;
			},
		},
		{
			topic: 'A changelog update, once created',
			assumed: 'published at once',
			dependsOn: 'nothing; Create says that it is not documented',
			async ask(service) {
				const { data } = received(await service.send('GET', onUpdate()));
				const isDraft = isDataRecord(data) && data.draft === true;
				return asAssumed(!isDraft, isDraft ? 'a draft' : this.assumed);
			},
		},
		{
			topic: 'Answer to a changelog update changed',
			assumed: 'the ID',
			dependsOn: 'the fields that Update gives, beside the ID',
			async ask(service) {
				const { data } = received(await service.send('PUT', onUpdate(), { draft: true }));
				const found = describe(data, changelogUpdate.id);
				return asAssumed(found === this.assumed, found);
			},
		},
		cleanUp('The changelog update, deleted', onUpdate),
		cleanUp('The post, deleted', onPost),
	];
}

function cleanUp(topic: string, address: () => string): Question {
	return {
		topic,
		assumed: 'gone',
		dependsOn:
			'Delete; if it is not gone, delete it by hand: its title begins with "Probe of the n8n"',
		async ask(service) {
			const where = address();
			received(await service.send('DELETE', where));
			const problem = problemOf(await service.send('GET', where));
			return breaksUnless(problem !== undefined, problem ? 'gone' : 'still there');
		},
	};
}

function received(exchange: Exchange): { data: unknown } {
	const { reading } = exchange;
	if ('problem' in reading) throw new Unanswered(reading.problem);
	return reading;
}

/** A create may only hand on what the answer says of the id: as the client reads it. */
function createAnswer(
	exchange: Exchange,
	kind: RecordKind,
	assumed: string,
): { answer: Answer; id?: string } {
	const { data } = received(exchange);
	const found = describe(data, kind.id);
	const record = readRecord(kind, data);
	const id = record && idOf(kind, record);
	if (id === undefined) return { answer: { found, verdict: 'breaks' } };
	return { answer: asAssumed(found === assumed, found), id };
}

/** More fields than an acknowledgement has. */
const FEWEST_OF_A_RECORD = 6;

function describe(data: unknown, idField: string): string {
	if (data === undefined || data === null) return 'the status alone';
	if (!isDataRecord(data)) return Array.isArray(data) ? 'an array' : 'a value';
	const names = Object.keys(data);
	if (names.length >= FEWEST_OF_A_RECORD) return 'the record';
	const others = ['message', 'action'].filter((name) => names.includes(name)).join(' and ');
	if (!names.includes(idField)) return others || 'an object without the ID';
	return others ? `the ID, with ${others}` : 'the ID';
}

async function typeOfAPost(service: Service): Promise<string> {
	const { records } = await service.fullPage(postList, 1);
	return String(records[0].type);
}

/** What was made and not named has to be found again, to be deleted. */
async function idByTitle(service: Service, list: List, title: string): Promise<string | undefined> {
	const queries: Query[] = [
		{ per_page: 100, sort: 'new' },
		{ per_page: 100, page: 0 },
	];
	for (const query of queries) {
		const { records } = await service.page(list, query);
		const found = records.find((record: DataRecord) => record.title === title);
		if (found) return idOf(list.record, found);
	}
	return undefined;
}
