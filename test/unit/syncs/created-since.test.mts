// Reading only what was created since a time, or until one.
import { expect, test } from 'vitest';
import { by, ids, minutesAgo, ownSandboxInEachTest, run, sandbox } from './run-in-sandbox.mts';

ownSandboxInEachTest();

test('posts created since a time are read newest first, and no further than needed', async () => {
	const all = sandbox.createPosts(300);
	sandbox.run(`UPDATE posts SET created = ?, updated = ?`, minutesAgo(500), minutesAgo(1));
	for (const id of all.slice(-3)) {
		sandbox.run('UPDATE posts SET created = ? WHERE feedback_id = ?', minutesAgo(5), id);
	}
	const given = { returnAll: true, filters: { createdSince: minutesAgo(60) } };
	const found = await run('post.getAll', given);
	expect(ids(found, 'feedback_id')).toEqual(all.slice(-3).reverse());
	expect(
		sandbox.requests.map(({ path }) => new URL(path, 'http://a').searchParams.get('sort')),
	).toEqual(['new', 'new']);
});

test('changelog updates cannot be sorted by creation, so all are read', async () => {
	sandbox.createUpdates(250, { created: minutesAgo(500) });
	const recent = sandbox.createUpdates(2, { created: minutesAgo(5) });
	const given = { returnAll: true, filters: { createdSince: minutesAgo(60) } };
	const found = await run('changelogUpdate.getAll', given);
	expect(new Set(ids(found, 'changelog_id'))).toEqual(new Set(recent));
});

test.each([
	['createdSince', 'created'],
	['changedSince', 'updated'],
])('end-users are asked for by %s newest first', async (name, date) => {
	await run('endUser.getAll', { filters: { [name]: minutesAgo(60) } });
	expect(sandbox.requests[0].path).toContain(`sort=${date}&sort_dir=DESC`);
});

test.each([
	['all', 'endUser.getAll', {}],
	['one by its email address', 'endUser.get', { userId: by('data_mail', 'a@example.com') }],
])('end-users are read in an order that activity leaves alone: %s', async (_what, task, given) => {
	await run(task, given, [{}], { continueOnFail: true });
	for (const { path } of sandbox.requests) expect(path).toContain('sort=created&sort_dir=DESC');
});

test.each([
	['that filters by date', []],
	['that ignores the dates', ['date_start', 'date_end']],
])('NPS responses between two days come from a service %s', async (_what, ignoredParameters) => {
	sandbox.settings.ignoredParameters = ignoredParameters;
	const days = ['2025-03-01', '2025-03-02', '2025-03-03', '2025-03-04'];
	for (const day of days) sandbox.createResponses(1, { created: `${day} 23:59:59` });
	const filters = { createdSince: '2025-03-02 00:00:00', createdUntil: '2025-03-03 23:59:59' };
	const found = await run('npsResponse.getAll', { filters });
	expect(ids(found, 'created')).toEqual(['2025-03-03 23:59:59', '2025-03-02 23:59:59']);
	expect(sandbox.requests[0].path).toContain('date_start=2025-03-01&date_end=2025-03-04');
});

test.each(['created', 'changed'])(
	'a period of %s that ends before it begins is refused',
	async (by) => {
		const filters = {
			[`${by}Since`]: '2025-03-02 00:00:00',
			[`${by}Until`]: '2025-03-01 00:00:00',
		};
		const label = by === 'created' ? 'Created' : 'Changed';
		await expect(run('post.getAll', { filters })).rejects.toThrow(
			`'${label} Until' must not be before '${label} Since'`,
		);
		expect(sandbox.requests).toEqual([]);
	},
);

test.each([
	['UTC', '2025-03-09 00:00:00', '2025-03-09 23:59:59'],
	// Its clock goes forward on this day, which has 23 hours.
	['America/New_York', '2025-03-09 05:00:00', '2025-03-10 03:59:59'],
])(
	'a day alone means the whole day, also as the end of a period: %s',
	async (timezone, from, to) => {
		const made = sandbox.createPosts(5);
		const moments = [before(from), from, '2025-03-09 12:00:00', to, after(to)];
		for (const [at, id] of made.entries()) {
			sandbox.run('UPDATE posts SET created = ? WHERE feedback_id = ?', moments[at], id);
		}
		const filters = { createdSince: '2025-03-09', createdUntil: ' 2025-03-09' };
		const found = await run('post.getAll', { returnAll: true, filters }, [{}], { timezone });
		expect(ids(found, 'feedback_id').toSorted()).toEqual(made.slice(1, 4));
	},
);

test.each(['9999-12-31', '9999-12-31 23:59:59'])(
	'the last day that can be written is an end, too, in any time zone: %s',
	async (createdUntil) => {
		const timezone = 'America/New_York';
		sandbox.createPosts(2);
		const filters = { createdUntil };
		expect(await run('post.getAll', { filters }, [{}], { timezone })).toHaveLength(2);
		await run('npsResponse.getAll', { filters }, [{}], { timezone });
		expect(sandbox.requests[0].path).toMatch(/date_end=9999-12-31(?:&|$)/);
	},
);

const before = (timestamp: string) => moved(timestamp, -1);
const after = (timestamp: string) => moved(timestamp, 1);

function moved(timestamp: string, seconds: number): string {
	const ms = Date.parse(`${timestamp.replace(' ', 'T')}Z`) + seconds * 1_000;
	return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
