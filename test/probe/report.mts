// The findings as a table: for a terminal, and as Markdown.
import type { Finding, Verdict } from './findings.mts';
import type { Report } from './probe.mts';

const VERDICTS: Readonly<Record<Verdict, string>> = {
	holds: 'as assumed',
	differs: 'differs',
	breaks: 'BREAKS',
	failed: 'NO ANSWER',
	unknown: 'not known',
};

const HEAD = ['', 'What', 'Assumed', 'Found', 'What depends on it'];

const row = ({ verdict, topic, assumed, found, dependsOn }: Finding) => [
	VERDICTS[verdict],
	topic,
	assumed,
	found,
	dependsOn,
];

export function toText({ findings }: Report): string {
	const rows = [HEAD, ...findings.map(row)];
	const widths = HEAD.map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
	return rows
		.map((cells) =>
			cells
				.map((cell, column) => cell.padEnd(widths[column]))
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

export function toMarkdown(report: Report, on: Date): string {
	const line = (cells: string[]) =>
		`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
	return [
		`# ${new URL(report.baseUrl).host}, probed on ${on.toISOString().slice(0, 10)}`,
		'',
		conclusion(report),
		'',
		line(HEAD),
		line(HEAD.map(() => '---')),
		...report.findings.map((finding) => line(row(finding))),
		'',
	].join('\n');
}

export function conclusion({ findings, requests, isGood }: Report): string {
	const count = (wanted: Verdict) => findings.filter(({ verdict }) => verdict === wanted).length;
	const counts = (Object.keys(VERDICTS) as Verdict[])
		.filter((verdict) => count(verdict) > 0)
		.map((verdict) => `${count(verdict)} ${VERDICTS[verdict]}`);
	const meaning = isGood
		? 'Everything that people rely on works with this service, as far as it was answered.'
		: 'Something that people rely on does not work with this service, or was not answered.';
	return `${meaning} ${counts.join(', ')}; ${requests} requests.`;
}
