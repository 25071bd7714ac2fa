/** The API's timestamps, `YYYY-MM-DD HH:MM:SS`, carry no zone; the sandbox reads and writes them as UTC. */
export function timestamp(at: Date = new Date()): string {
	return at.toISOString().slice(0, 19).replace('T', ' ');
}

export function isTimestamp(text: string): boolean {
	if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return false;
	const at = new Date(`${text.replace(' ', 'T')}Z`);
	// A date such as February 30th parses, but as another day.
	return !Number.isNaN(at.getTime()) && timestamp(at) === text;
}

export function isDate(text: string): boolean {
	return /^\d{4}-\d\d-\d\d$/.test(text) && isTimestamp(`${text} 00:00:00`);
}

export function daysAgo(days: number): string {
	return timestamp(new Date(Date.now() - days * 86_400_000));
}
