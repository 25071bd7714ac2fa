// Rows that change the email address or own ID by which other rows of the step name their end-user.
import type { IDataObject } from 'n8n-workflow';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FeedbackUsers } from '../../../nodes/FeedbackUsers/FeedbackUsers.node';
import { said } from '../answers.mts';
import { bearer, by, execute } from '../n8n-context.mts';
import { type Scripted, scriptedService } from '../scripted-service.mts';

const service = scriptedService();

const puts = () => service.received.filter(({ method }) => method === 'PUT');
const written = () =>
	puts().map(({ url, body }) => [Number(url.split('/').at(-1)), body as IDataObject] as const);

/** Answers searches by what the end-users had at first, as a search that lags; changes by the test. */
function answers(change: (body: IDataObject) => Scripted | Promise<Scripted>) {
	const users = [0, 1, 2].map((n) => ({
		user_id: n,
		data_mail: `u${n}@example.com`,
		data_id: `id ${n}`,
	}));
	service.answers(({ method, url, body }) => {
		if (method !== 'GET') return change((body ?? {}) as IDataObject);
		const search = new URL(url, service.baseUrl).searchParams.get('search');
		const isFound = (user: object) => Object.values(user).includes(search?.toLowerCase());
		return { data: { items: users.filter(isFound), has_more: false } };
	});
}

/** Updates, each row with the end-user it names and its changes. The messages of those that fail. */
async function update(mode: 'data_mail' | 'data_id' | 'id', items: IDataObject[]) {
	const given = (name: string) => (json: IDataObject) => json[name] ?? '';
	const output = await execute(FeedbackUsers, {
		parameters: {
			resource: 'endUser',
			operation: 'update',
			userId: by(mode, given('user')),
			updateFields: {
				data_full_name: given('name'),
				data_id: given('id'),
				data_mail: given('mail'),
			},
			clearFields: ({ clear }: IDataObject) => clear ?? [],
		},
		credentials: bearer(service.baseUrl, 'key'),
		continueOnFail: true,
		items,
	});
	return output.map(({ json }) => (json.error as IDataObject | undefined)?.message);
}

const succeeded = () => ({ data: {} });
const REFUSED = { status: 400, envelope: said('No') };

test('the new owner of an email address is found by it, not the former one', async () => {
	answers(succeeded);
	await update('data_mail', [
		{ user: 'u1@example.com', mail: 'old@example.com' },
		{ user: 'u0@example.com', mail: 'U1@example.com' },
		{ user: 'u1@example.com', name: 'third' },
	]);
	expect(written()[2]).toEqual([0, { data_full_name: 'third' }]);
});

test('the new owner of an own ID is found by it, not the former one', async () => {
	answers(succeeded);
	await update('data_id', [
		{ user: 'id 1', id: 'id 9' },
		{ user: 'id 0', id: 'id 1' },
		{ user: 'id 1', name: 'third' },
		{ user: 'id 9', name: 'fourth' },
	]);
	expect(written().slice(2)).toEqual([
		[0, { data_full_name: 'third' }],
		[1, { data_full_name: 'fourth' }],
	]);
});

test.each([
	['changes', { mail: 'new@example.com' }],
	['empties', { clear: ['data_mail'], name: 'x' }],
])('nobody is found by an email address that an earlier row %s', async (_how, changed) => {
	answers(succeeded);
	const messages = await update('data_mail', [
		{ user: 'u1@example.com', ...changed },
		{ user: 'U1@example.com', name: 'second' },
	]);
	expect(messages).toEqual([undefined, "No end-user has the email address 'U1@example.com'"]);
	expect(puts()).toHaveLength(1);
});

test('of two end-users that get one email address neither is found by it', async () => {
	answers(succeeded);
	const messages = await update('data_mail', [
		{ user: 'u1@example.com', mail: 'u2@example.com' },
		{ user: 'u2@example.com', name: 'second' },
	]);
	expect(messages[1]).toBe("2 end-users have the email address 'u2@example.com'");
});

test('an end-user is still found by an email address if the service refuses to change it', async () => {
	answers(({ data_mail }) => (data_mail ? REFUSED : succeeded()));
	await update('data_mail', [
		{ user: 'u1@example.com', mail: 'old@example.com' },
		{ user: 'u1@example.com', name: 'second' },
	]);
	expect(written()[1]).toEqual([1, { data_full_name: 'second' }]);
});

test('a row fails if nobody knows whether an earlier one has changed the email address that it names', async () => {
	answers(({ data_mail }) => (data_mail ? { status: 200, text: '<html></html>' } : succeeded()));
	const messages = await update('data_mail', [
		{ user: 'u1@example.com', mail: 'old@example.com' },
		{ user: 'u1@example.com', name: 'second' },
		{ user: 'u2@example.com', name: 'third' },
	]);
	expect(messages[1]).toBe(
		"Another item may have changed which end-user has the email address 'u1@example.com'",
	);
	expect(written().slice(1)).toEqual([[2, { data_full_name: 'third' }]]);
});

test('rows for one end-user go on after one without an answer, where each writes the email address that it names', async () => {
	answers(({ data_full_name }) =>
		data_full_name === 'first' ? { status: 200, text: '<html></html>' } : succeeded(),
	);
	const row = { user: 'u1@example.com', mail: 'U1@example.com' };
	const messages = await update('data_mail', [
		{ ...row, name: 'first' },
		{ ...row, name: 'second' },
	]);
	expect(messages).toEqual([expect.stringContaining('did not come from'), undefined]);
	expect(written().map(([id]) => id)).toEqual([1, 1]);
});

test('the new owner of an email address is changed after all earlier rows for it, however they name it', async () => {
	answers(async ({ data_full_name }) => {
		for (let turns = 0; data_full_name === 'second' && turns < 50; turns++) await turn();
		return succeeded();
	});
	await update('id', [
		{ user: '0', mail: 'u9@example.com', name: 'first' },
		{ user: '00', name: 'second' },
		{ user: 'u9@example.com', name: 'third' },
	]);
	expect(written().map(([id, { data_full_name }]) => [id, data_full_name])).toEqual([
		[0, 'first'],
		[0, 'second'],
		[0, 'third'],
	]);
});

test.each([
	['the email address by which it names its end-user', 'data_mail', 'mail'],
	['another field than that by which it names its end-user', 'data_id', 'mail'],
] as const)('rows run in parallel where each writes %s', async (_what, mode, field) => {
	const waiting: Array<() => void> = [];
	answers(async () => {
		await new Promise<void>((go) => waiting.push(go));
		return succeeded();
	});
	const rows = [0, 0, 1, 2].map((n) => ({
		user: mode === 'data_mail' ? `u${n}@example.com` : `id ${n}`,
		[field]: `u${n}@example.com`,
	}));
	const updating = update(mode, rows);
	// The first row of each end-user, without an answer to any.
	while (waiting.length < 3) await turn();
	expect(
		written()
			.map(([id]) => id)
			.sort(),
	).toEqual([0, 1, 2]);
	while (puts().length < 4 || waiting.length > 0) {
		waiting.shift()?.();
		await turn();
	}
	expect(await updating).toEqual([undefined, undefined, undefined, undefined]);
});

test('deleting one of two end-users with one email address leaves the other to be found by it', async () => {
	service.answers(({ method }) => {
		if (method === 'DELETE') return { status: 204 };
		const items = [1, 2].map((user_id) => ({ user_id, data_mail: 'twins@example.com' }));
		return { data: { items, has_more: false } };
	});
	const output = await execute(FeedbackUsers, {
		parameters: {
			resource: 'endUser',
			operation: 'delete',
			userId: by('id', ({ user }: IDataObject) => user),
		},
		credentials: bearer(service.baseUrl, 'key'),
		items: [{ user: 1 }, { user: 'twins@example.com' }],
	});
	expect(output.map(({ json }) => json.user_id)).toEqual([1, 2]);
});
