import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Steps } from './steps.mts';

let printed: string[];
let steps: Steps;
beforeEach(() => {
	printed = [];
	steps = new Steps((text) => printed.push(text));
});
afterEach(() => {
	steps.close();
});

const program = (code: string) => [process.execPath, '-e', code];

test('a check counts as one test, and what is prepared only where it fails', async () => {
	const ended = await Promise.all([
		steps.check('good', program('')),
		steps.check('bad', program('process.exit(3)')),
		steps.prepare('had', program('')),
		steps.prepare('not to be had', program('process.exit(1)')),
	]);
	expect(ended.slice(0, 2)).toEqual([true, false]);
	expect(steps.count).toMatchObject({ passed: 1, failed: 2 });
	expect(steps.table.split('\n')).toHaveLength(4);
});

test('output is printed once, as it comes or at the end, before the line on how it ended', async () => {
	const code = "console.log('first'); process.stdout.write('second')";
	await steps.check('live', program(code), { live: true });
	await steps.check('whole', program(code));
	expect(printed.join('\n').match(/^(?:first|second)$/gm)).toEqual([
		'first',
		'second',
		'first',
		'second',
	]);
	expect(printed.at(-1)).toMatch(/first\nsecond\n== whole ended/);
});

test('a run that counts itself adds its count', async () => {
	await steps.counted('own', program("console.log('3 passed, 1 failed'); process.exit(1)"));
	expect(steps.count).toMatchObject({ passed: 3, failed: 1 });
});

test('closing ends what runs, and what that has started', async () => {
	const server = createServer();
	const connected = once(server.listen(0, '127.0.0.1'), 'connection') as Promise<[Socket]>;
	await once(server, 'listening');
	const { port } = server.address() as AddressInfo;
	const child = JSON.stringify(`net.connect(${port}, '127.0.0.1')`);
	const running = steps.check(
		'endless',
		program(`child_process.spawn(process.execPath, ['-e', ${child}]);`),
	);
	const [socket] = await connected;
	const gone = once(
		socket.on('error', () => {}),
		'close',
	);
	steps.close();
	await Promise.all([running, gone]);
	server.close();
	expect(printed).toEqual(['== endless begins']);
});
