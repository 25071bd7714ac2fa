/**
 * Poll times for "every few seconds". n8n refuses one cron that fires more than once a minute, but takes several
 * that each fire once a minute, at different seconds.
 */
export function everySeconds(seconds: number): { item: object[] } {
	if (60 % seconds !== 0) throw new Error(`${seconds} seconds do not divide a minute`);
	return {
		item: Array.from({ length: 60 / seconds }, (_, turn) => ({
			mode: 'custom',
			cronExpression: `${turn * seconds} * * * * *`,
		})),
	};
}
