// Redis and PostgreSQL as Debian packages them, on free ports of this machine, with nothing kept.
import { execFile, execFileSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../n8n-host/folder.mts';
import { freePorts } from '../n8n-host/ports.mts';
import { readLog, Running } from '../n8n-host/running.mts';

const run = promisify(execFile);

export interface Service {
	readonly port: number;
	stop(): Promise<void>;
}

export async function startRedis(): Promise<Service> {
	const redis = await program('/usr/bin/redis-server', 'redis-server');
	return await start(async (port, folder) => [
		redis,
		'--port',
		String(port),
		'--bind',
		'127.0.0.1',
		'--dir',
		folder,
		'--save',
		'',
		'--appendonly',
		'no',
	]);
}

/** The user `n8n` owns the database `postgres`; who is on this machine needs no password. */
export async function startPostgres(): Promise<Service> {
	const postgres = await program('/usr/lib/postgresql/*/bin/postgres', 'postgresql');
	const unprivileged = asSomebodyElse();
	return await start(async (port, folder) => {
		const data = join(folder, 'data');
		if (unprivileged.length > 0) await chown(folder, idOf('-u'), idOf('-g'));
		const initdb = join(postgres, '..', 'initdb');
		const settings = [
			'--username=n8n',
			'--auth=trust',
			'--encoding=UTF8',
			'--locale=C',
			'--no-sync',
		];
		const [command, ...words] = [...unprivileged, initdb, '-D', data, ...settings];
		await run(command, words, { cwd: folder });
		const kept = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
		return [
			...unprivileged,
			postgres,
			'-D',
			data,
			'-p',
			String(port),
			'-N',
			'200',
			...kept.flatMap((setting) => ['-c', setting]),
		];
	});
}

/** PostgreSQL will not run as root; Debian has made a user for it. */
function asSomebodyElse(): string[] {
	if (process.getuid?.() !== 0) return [];
	return ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'];
}

function idOf(which: '-u' | '-g'): number {
	return Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' }));
}

/** Where a program is; a root user who lacks it gets it. */
async function program(pattern: string, debianPackage: string): Promise<string> {
	const find = () => globSync(pattern).sort().at(-1);
	if (find() === undefined) {
		if (process.getuid?.() !== 0)
			throw new Error(`Install ${debianPackage} (there is no ${pattern})`);
		// One after the other: Debian installs one package at a time, and clusters start together.
		installing = installing.then(async () => {
			if (find() === undefined) await install(debianPackage);
		});
		await installing;
	}
	const found = find();
	if (found === undefined) throw new Error(`${debianPackage} has brought no ${pattern}`);
	return found;
}

let installing = Promise.resolve();

async function install(debianPackage: string): Promise<void> {
	console.log(`Installing ${debianPackage} ...`);
	// The package would start one at its usual port; what runs here is started below.
	const env = { ...process.env, RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
	const words = ['install', '-y', '-qq', '--no-install-recommends', debianPackage];
	try {
		await run('apt-get', ['update', '-qq'], { env });
		await run('apt-get', words, { env });
	} catch (cause) {
		throw new Error(`Install ${debianPackage}: apt-get could not`, { cause });
	}
}

async function start(
	commandFor: (port: number, folder: string) => Promise<string[]>,
): Promise<Service> {
	const [port] = await freePorts(1);
	const folder = await temporaryFolder('queue-');
	const logFile = join(folder.path, 'service.log');
	const running = await Running.ready(
		{
			command: await commandFor(port, folder.path),
			folder: folder.path,
			environment: { PATH: process.env.PATH ?? '', LC_ALL: 'C' },
			logFile,
			temporaryFolder: folder.path,
		},
		() => /ready to accept connections/i.test(readLog(logFile)),
	);
	return {
		port,
		async stop() {
			await running.stop();
			await folder.remove();
		},
	};
}
