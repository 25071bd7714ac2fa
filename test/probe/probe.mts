// Asks each question, and makes a table of what was found.
import { ServiceFailure } from '../../nodes/shared/client/service-failure';
import { PROMPT } from '../../nodes/shared/client/retry';
import { undiciClient } from '../unit/client/undici-transport.mts';
import { Needs, questions, type Verdict } from './questions.mts';

export { normalizeBaseUrl } from '../../nodes/shared/client/base-url';

export interface Finding {
	topic: string;
	found: string;
	verdict: Verdict;
}

export async function probe(baseUrl: string, apiKey: string, timeoutMs = 30_000) {
	const client = (key: string) =>
		undiciClient({ baseUrl, apiKey: key }, { timeoutMs, patience: PROMPT });
	const rows: string[][] = [];
	const findings: Finding[] = [];
	for (const question of questions) {
		const answer = await question
			.ask(client(apiKey), client('connector-probe'))
			.then((found) => ({ found, verdict: question.answers[found] ?? question.otherwise }))
			.catch(withoutAnswer);
		const { topic, answers, matters } = question;
		findings.push({ topic, ...answer });
		rows.push([answer.verdict, topic, Object.keys(answers)[0], answer.found, matters]);
		if (findings[0].verdict !== 'as assumed') break;
	}
	const head = ['', 'What', 'Assumed', 'Found', 'What depends on it'];
	const table = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
	return {
		findings,
		/** Whether what people rely on works, as far as the service answered. */
		isGood: !findings.some(({ verdict }) => verdict === 'BREAKS' || verdict === 'NO ANSWER'),
		markdown: table.join('\n'),
	};
}

function withoutAnswer(error: unknown): Pick<Finding, 'found' | 'verdict'> {
	if (error instanceof Needs) return { found: `needs ${error.message}`, verdict: 'not known' };
	if (!(error instanceof ServiceFailure)) throw error;
	const { kind, status } = error.problem;
	const isNotForUs = kind === 'forbidden' || kind === 'upgradeRequired';
	const found = status ? `HTTP ${status}: ${kind}` : kind;
	return { found, verdict: isNotForUs ? 'not known' : 'NO ANSWER' };
}
