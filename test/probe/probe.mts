// Asks a live service what the specification leaves open, and says what in the connector depends on it.
import { changelogUpdateList } from '../../nodes/shared/service/changelog-updates';
import { postList } from '../../nodes/shared/service/posts';
import { type Answer, type Finding, withoutAnswer } from './findings.mts';
import { type Question, questions } from './reading.mts';
import { Service } from './service.mts';
import { writeQuestions } from './writing.mts';

export interface ProbeOptions {
	/** Root of the service, as `normalizeBaseUrl` gives it. */
	baseUrl: string;
	apiKey: string;
	/** Whether to create, change and delete things too, in a workspace meant for it. */
	write?: boolean;
	/** Milliseconds after which an answer is not waited for any more. */
	timeoutMs?: number;
}

export interface Report {
	baseUrl: string;
	findings: Finding[];
	requests: number;
	/** Nothing that was found, or could not be, breaks what people rely on. */
	isGood: boolean;
}

const TIMEOUT_MS = 30_000;

export async function probe({
	baseUrl,
	apiKey,
	write = false,
	timeoutMs = TIMEOUT_MS,
}: ProbeOptions): Promise<Report> {
	const service = new Service(baseUrl, apiKey, timeoutMs);
	const findings: Finding[] = [];
	const ask = async ({ topic, assumed, dependsOn, ...question }: Question) => {
		const answer: Answer = await question.ask
			.call({ topic, assumed, dependsOn, ...question }, service)
			.catch(withoutAnswer);
		findings.push({ topic, assumed, dependsOn, ...answer });
		return answer;
	};
	if ((await ask(access)).verdict === 'holds') {
		for (const question of questions) await ask(question);
		if (write) for (const question of writeQuestions()) await ask(question);
	}
	return {
		baseUrl,
		findings: findings.map((finding) => ({ ...finding, found: without(apiKey, finding.found) })),
		requests: service.requests,
		isGood: !findings.some(({ verdict }) => verdict === 'breaks' || verdict === 'failed'),
	};
}

/** Without it, no other question is worth asking. */
const access: Question = {
	topic: 'A list of the service',
	assumed: 'answered, with the key as Bearer',
	dependsOn: 'everything',
	async ask(service) {
		const [first] = await Promise.allSettled([service.page(postList)]);
		if (first.status === 'rejected') {
			const second = await service.page(changelogUpdateList).catch(() => undefined);
			if (!second) throw first.reason;
		}
		return { found: this.assumed, verdict: 'holds' };
	},
};

/** Only words of our own and names of fields are told; should one of them be the key, it is not. */
function without(apiKey: string, text: string): string {
	return text.replaceAll(apiKey, '***');
}
