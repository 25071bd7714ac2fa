/**
 * Ends this server when the npm that started it is gone: killed, npm does not end what it runs. A server that was
 * started by hand stays.
 */
export function endWithParent(): void {
	if (!process.env.npm_lifecycle_event) return;
	const parent = process.ppid;
	const looking = setInterval(() => {
		if (process.ppid === parent) return;
		clearInterval(looking);
		process.kill(process.pid, 'SIGTERM');
	}, 1000).unref();
}
