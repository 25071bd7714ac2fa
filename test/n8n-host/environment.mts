// The settings of a private n8n on this machine. Nothing here changes how workflows run.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { engine } from './engines.mts';

/** Everything that would call the internet: off, so that nothing waits for it and nothing is sent. */
const silent = {
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
	N8N_DYNAMIC_BANNERS_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
	N8N_VERIFIED_PACKAGES_ENABLED: 'false',
	N8N_SENTRY_DSN: '',
	EXTERNAL_FRONTEND_HOOKS_URLS: '',
};

/** Everything that would ask a person something at the first visit. */
const unattended = {
	N8N_PERSONALIZATION_ENABLED: 'false',
	// The editor is served over plain http, on loopback only.
	N8N_SECURE_COOKIE: 'false',
	N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
};

/** Refreshes a list of AI tool servers from the internet at every start. An n8n that has no such module ends over its name. */
const talkative = 'mcp-registry';

export function n8nEnvironment(place: {
	/** The folder that n8n is installed in. */
	host: string;
	userFolder: string;
	port: number;
	brokerPort: number;
	extra?: Record<string, string>;
}): Record<string, string> {
	return {
		// Only what a program needs to run at all is handed on: settings for another n8n (N8N_*, DB_*) that happen
		// to be in the caller's environment must not reach this one.
		...passedOn('PATH', 'HOME', 'LANG', 'TMPDIR', 'TEMP', 'SystemRoot'),
		...silent,
		...(existsSync(join(place.host, 'node_modules', 'n8n', 'dist', 'modules', talkative))
			? { N8N_DISABLED_MODULES: talkative }
			: {}),
		...unattended,
		N8N_USER_FOLDER: place.userFolder,
		N8N_HOST: '127.0.0.1',
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_PORT: String(place.port),
		N8N_EDITOR_BASE_URL: `http://127.0.0.1:${place.port}/`,
		N8N_RUNNERS_BROKER_PORT: String(place.brokerPort),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		// As n8n 2 has it. Without, n8n 1 has one connection for all, and two requests at once can end in "cannot start a
		// transaction within a transaction".
		DB_SQLITE_POOL_SIZE: '3',
		GENERIC_TIMEZONE: 'UTC',
		N8N_LOG_LEVEL: 'info',
		NO_COLOR: '1',
		...engine,
		...place.extra,
	};
}

function passedOn(...names: string[]): Record<string, string> {
	return Object.fromEntries(
		names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
	);
}
