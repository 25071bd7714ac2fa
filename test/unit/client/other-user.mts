// Another process with the same key that creates groups at a steady pace until its input ends, then says how many.
// node other-user.mts <base URL> <API key> <milliseconds between two requests>
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';

const [baseUrl, apiKey, everyMs] = process.argv.slice(2);
let isWanted = true;
process.stdin.resume().once('end', () => (isWanted = false));

let made = 0;
while (isWanted) {
	const { statusCode, body } = await request(`${baseUrl}/v2/groups`, {
		method: 'POST',
		headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
		body: JSON.stringify({ id: `other-${made}` }),
	});
	await body.dump();
	if (statusCode === 201) made++;
	await pause(Number(everyMs));
}
console.log(made);
