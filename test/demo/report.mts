// Readable, labelled lines.

export function step(title: string): void {
	console.log(`\n== ${title}`);
}

export function report(label: string, text: string): void {
	console.log(`   ${label.padEnd(10)} ${text}`);
}
