import type { Database } from './database.mts';
import { type Call, ok, type Part } from './endpoint.mts';
import { InvalidFields, type Row } from './envelope.mts';
import { flag, integer, object, reader, text } from './fields.mts';
import { Filters, type Listing, v1Rows } from './paging.mts';
import { daysAgo, isDate, timestamp } from './timestamps.mts';
import { actingUser, personColumns, userSummary } from './users.mts';

const replacedWithinDays = 14;

const readResponse = reader(
	{
		vote: { ...integer, minimum: 1, maximum: 10 },
		meta: { ...object, properties: { referrer: text } },
		comment: text,
		user_id: integer,
		force: flag,
	},
	'vote',
);

export const promoterPart: Part = {
	firstIds: { promoters: 40_001 },
	tables: `
CREATE TABLE IF NOT EXISTS promoters (
	promoter_id INTEGER PRIMARY KEY AUTOINCREMENT, workspace_id INTEGER NOT NULL, user_id INTEGER NOT NULL,
	vote INTEGER NOT NULL, meta TEXT NOT NULL, comment TEXT NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS promoters_by_created ON promoters (workspace_id, created DESC, promoter_id DESC);
CREATE INDEX IF NOT EXISTS promoters_by_user ON promoters (user_id, created DESC);
`,
	endpoints: {
		'POST /v1/promoter'(call) {
			const { database, workspace, body } = call;
			const { vote, meta = {}, comment = '', user_id, force } = readResponse(body);
			const user = actingUser(call, 'user_id', user_id);
			const former = force ? undefined : recentResponse(database, user);
			if (former === undefined) {
				const response = { user, vote, meta, comment };
				const id = insertPromoter(database, workspace, response);
				return ok({ promoter_id: id, action: 'created' });
			}
			const changes = { vote, meta: JSON.stringify(meta), comment, updated: timestamp() };
			database.update('promoters', changes, 'promoter_id', former);
			return ok({ promoter_id: former, action: 'updated' });
		},
		'GET /v1/promoter': (call) => ok(v1Rows(call, responses(call))),
	},
};

const selectPromoters = `SELECT n.promoter_id, n.vote, n.meta, n.comment, n.created, n.updated, ${personColumns}
	FROM promoters n JOIN users u ON u.user_id = n.user_id`;

function recentResponse(database: Database, user: number): number | undefined {
	const row = database.get(
		`SELECT promoter_id FROM promoters WHERE user_id = ? AND created >= ?
		ORDER BY created DESC, promoter_id DESC LIMIT 1`,
		user,
		daysAgo(replacedWithinDays),
	);
	return row?.promoter_id as number | undefined;
}

function responses(call: Call): Listing {
	const [from, to] = [day(call, 'date_start'), day(call, 'date_end')];
	const filters = new Filters(call, 'n.workspace_id');
	if (from) filters.add('n.created >= ?', from);
	if (to) filters.add('n.created <= ?', `${to} 23:59:59`);
	const order = 'n.created DESC, n.promoter_id DESC';
	return { select: selectPromoters, filters, order, toRecord: toPromoter };
}

function toPromoter(row: Row): Row {
	const { promoter_id, vote, updated, created, comment } = row;
	const meta = JSON.parse(row.meta as string);
	return { promoter_id, vote, updated, created, meta, comment, user: userSummary(row) };
}

/** Both days are part of the range. */
function day(call: Call, name: string): string | undefined {
	const text = call.query.get(name);
	if (!text) return undefined;
	if (isDate(text)) return text;
	throw new InvalidFields([{ field: name, message: 'must be a date YYYY-MM-DD' }]);
}

export interface NewPromoter {
	user: number;
	vote: number;
	meta: Record<string, unknown>;
	comment: string;
	created?: string;
}

export function insertPromoter(
	database: Database,
	workspace: number,
	response: NewPromoter,
): number {
	const { user, meta, created = timestamp(), ...written } = response;
	const of = { workspace_id: workspace, user_id: user, meta: JSON.stringify(meta) };
	return database.insert('promoters', { ...of, ...written, created, updated: created });
}
