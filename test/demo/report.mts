// Readable, labelled lines.

export function step(title: string): void {
	console.log(`\n== ${title}`);
}

export function report(label: string, text: string): void {
	console.log(`   ${label.padEnd(15)} ${text}`);
}

/** What nobody should miss. */
export function frame(...lines: string[]): void {
	const width = Math.max(...lines.map(({ length }) => length));
	const edge = '─'.repeat(width + 2);
	console.log(`┌${edge}┐`);
	for (const line of lines) console.log(`│ ${line.padEnd(width)} │`);
	console.log(`└${edge}┘`);
}
