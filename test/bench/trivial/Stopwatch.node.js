// Passes items on and notes what n8n has used until then. A server tells it to the bench, outside of n8n's own REST API,
// whose answers would cost more than some of what is measured.
const { createServer } = require('node:http');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');

const LAPS = 2;
const laps = [];
const asked = [];

class Stopwatch {
	description = {
		displayName: 'Stopwatch',
		name: 'stopwatch',
		group: ['transform'],
		version: 1,
		description: 'Notes time and CPU',
		defaults: { name: 'Stopwatch' },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
	};

	async execute() {
		laps.push(usage());
		tell();
		return [this.getInputData()];
	}
}

function usage() {
	const { user, system } = process.cpuUsage();
	return { cpuMs: (user + system) / 1000, timeMs: performance.now() };
}

/** In bytes, what is in use after all garbage is gone. */
function memory() {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc');
	collect();
	collect();
	const { heapUsed, external } = process.memoryUsage();
	return { bytes: heapUsed + external };
}

function tell() {
	if (laps.length >= LAPS) asked.shift()?.(laps.splice(0, LAPS));
}

const answers = {
	'/usage': async () => usage(),
	'/memory': async () => memory(),
	'/pid': async () => process.pid,
	'/laps': async () =>
		await new Promise((resolve) => {
			asked.push(resolve);
			tell();
		}),
};

createServer((request, response) => {
	void answers[request.url]().then((answer) => response.end(JSON.stringify(answer)));
}).listen(Number(process.env.STOPWATCH_PORT), '127.0.0.1');

module.exports = { Stopwatch };
