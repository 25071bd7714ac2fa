import { insertComment } from './comments.mts';
import type { Database } from './database.mts';
import { insertDocument } from './documents.mts';
import { addMember, insertGroup } from './groups.mts';
import { insertPost } from './posts.mts';
import { insertPromoter } from './promoters.mts';
import { daysAgo } from './timestamps.mts';
import { insertUpdate } from './updates.mts';
import { insertUser } from './users.mts';
import { castVote } from './votes.mts';

const people = [
	['ada_okafor', 'Ada Okafor', 'beta'],
	['ben_larsson', 'Ben Larsson', 'enterprise'],
	['chiara_rossi', 'Chiara Rossi', 'beta'],
	['dmitri_volkov', 'Dmitri Volkov', 'trial'],
	['elif_demir', 'Elif Demir', 'enterprise'],
	['farah_haddad', 'Farah Haddad', 'trial'],
	['goran_petrovic', 'Goran Petrović', 'enterprise'],
	['hana_suzuki', 'Hana Suzuki', 'beta'],
	['ivan_moreau', 'Iván Moreau', 'self-serve'],
	['june_park', 'June Park', 'self-serve'],
	['kofi_mensah', 'Kofi Mensah', 'self-serve'],
	['lena_fischer', 'Lena Fischer', 'enterprise'],
];

/** Title, type, status, age in days, description. */
const posts: Array<[string, string, string, number, string]> = [
	[
		'Dark mode for the dashboard',
		'feature',
		'planned',
		88,
		'The white background is hard on the eyes at night.',
	],
	[
		'Export all feedback as CSV',
		'feature',
		'in-progress',
		81,
		'We need it for our quarterly review.',
	],
	[
		'Search does not find words with umlauts',
		'bug',
		'open',
		79,
		'Searching for `Müller` finds nothing.',
	],
	[
		'Single sign-on with our identity provider',
		'integration',
		'open',
		75,
		'SAML or OpenID Connect would both do.',
	],
	['Merge duplicate posts', 'feature', 'completed', 71, ''],
	[
		'Mobile app logs me out every day',
		'bug',
		'in-progress',
		66,
		'It asks for my password each morning.',
	],
	['Weekly digest email', 'idea', 'open', 63, 'A summary of the top posts each Monday morning.'],
	['Keyboard shortcuts', 'improvement', 'planned', 60, '`j` and `k` to move, `v` to vote.'],
	[
		'Show who voted for a post',
		'feature',
		'open',
		57,
		'Sales asks which customers want a feature.',
	],
	['Slack notification for new posts', 'integration', 'completed', 55, ''],
	[
		'Comments load slowly on long threads',
		'bug',
		'completed',
		52,
		'More than 200 comments take 8 seconds.',
	],
	['Custom statuses', 'feature', 'open', 49, 'Ours are *Triage*, *Discovery*, *Delivery*.'],
	['Private roadmap for selected customers', 'idea', 'open', 46, ''],
	[
		'API for changelog updates',
		'integration',
		'completed',
		44,
		'So that releases publish themselves.',
	],
	['Attach screenshots to comments', 'improvement', 'planned', 41, ''],
	['Translate the portal into Japanese', 'idea', 'open', 38, '日本語のポータルがほしいです。'],
	['Vote count jumps after reload', 'bug', 'open', 36, 'It says 12, then 11.'],
	['How do I move a post to another board?', 'question', 'closed', 34, ''],
	['Bulk edit of categories', 'improvement', 'open', 31, 'I have 140 posts to re-categorise.'],
	['Anonymous feedback', 'idea', 'closed', 29, 'Some employees will not sign in.'],
	['Webhooks', 'integration', 'planned', 26, 'Polling works, but an event would be nicer.'],
	['Love the new changelog!', 'praise', 'closed', 24, 'Our customers actually read it now 🎉'],
	['Filter the roadmap by segment', 'feature', 'open', 21, ''],
	['Pasted tables lose their columns', 'bug', 'open', 18, 'All cells end up in one line.'],
	['Set a due date on a post', 'improvement', 'open', 15, ''],
	[
		'Embed the widget in a native app',
		'integration',
		'open',
		12,
		'iOS and Android SDKs, or a web view guide.',
	],
	['Percentages do not add up in the NPS report', 'bug', 'in-progress', 9, '34 + 41 + 26 = 101 %'],
	['Can I get the data in our own region?', 'question', 'open', 6, ''],
	['Snooze notifications', 'idea', 'open', 3, 'For a day, or until Monday.'],
	['Undo for deleted comments', 'feature', 'open', 1, 'Deleted the wrong one. Twice.'],
];

/** Title, type, description, age in days, whether it is a draft. A negative age lies ahead: scheduled. */
const updates: Array<[string, string, string, number, boolean]> = [
	['Merge duplicate posts', 'new', 'Votes and comments move along.', 70, false],
	['Slack notifications', 'new', 'Connect a channel under Settings.', 54, false],
	['Faster comments', 'improvement', 'Long threads now open in under a second.', 50, false],
	['Changelog over the API', 'new', 'Publish updates from your own tools.', 42, false],
	['CSV export', 'new', 'All feedback in one file.', -7, false],
	['Dark mode', 'new', 'Still collecting screenshots.', 0, true],
];

/** Which post (by its place above), who (by place), days after the post, whether it is public, the text. */
const comments: Array<[number, number, number, boolean, string]> = [
	[0, 1, 2, true, 'Yes please, our support team works nights.'],
	[0, 4, 5, true, 'A *high contrast* theme would help too.'],
	[1, 2, 1, true, 'XLSX would be even better.'],
	[1, 6, 9, false, 'Contract renewal in autumn depends on this one.'],
	[2, 8, 1, true, 'Same with accents: `café`.'],
	[3, 4, 3, true, 'We use SAML.'],
	[5, 9, 4, true, 'Happens on Android only for me.'],
	[7, 3, 6, true, '`?` to list them, please.'],
	[10, 5, 1, true, 'Much better since last week, thank you!'],
	[15, 7, 2, true, 'よろしくお願いします。'],
	[20, 11, 4, true, 'We poll every minute right now.'],
	[26, 1, 1, true, 'Rounding, I suppose.'],
	[29, 0, 0, true, 'Me too.'],
];

/** Who (by place), vote, days ago, comment. */
const responses: Array<[number, number, number, string]> = [
	[0, 9, 62, 'Saves us a meeting every week.'],
	[1, 7, 58, ''],
	[2, 10, 51, 'Love it.'],
	[3, 4, 47, 'Too expensive for a small team.'],
	[4, 8, 40, 'Waiting for single sign-on.'],
	[6, 9, 33, ''],
	[7, 6, 27, 'No Japanese yet.'],
	[9, 3, 20, 'The mobile app keeps logging me out.'],
	[10, 10, 12, 'Our customers finally feel heard.'],
	[11, 8, 4, ''],
];

/** Identifier, name, type, weight, monthly recurring revenue, its members (by place). */
const groups: Array<[string, string, string, number, number, number[]]> = [
	['acme', 'Acme Industries', 'company', 8, 4200, [1, 4, 6]],
	['northwind', 'Northwind Traders', 'company', 5, 1800, [0, 2]],
	['globex', 'Globex', 'company', 3, 650, [11]],
	['eu-partners', 'European partners', 'partner', 6, 0, [4, 8, 11]],
	['beta-testers', 'Beta testers', 'team', 2, 0, [0, 2, 7]],
];

/** Title, type, status, tags, days ago, content. */
const documents: Array<[string, string, string, string[], number, string]> = [
	['Voting etiquette', 'knowledge-base', 'archived', ['portal'], 100, 'One person, one vote.'],
	[
		'Dark mode: product requirements',
		'prd',
		'published',
		['ui'],
		60,
		'# Dark mode\n\nThree themes, one switch.',
	],
	[
		'Why customers leave',
		'research',
		'published',
		['churn', 'interviews'],
		45,
		'# Twelve interviews\n\n…',
	],
	[
		'CSV export format',
		'spec',
		'draft',
		['export'],
		30,
		'| column | type |\n|---|---|\n| id | integer |',
	],
	[
		'We build webhooks next year',
		'decision',
		'published',
		[],
		20,
		'Polling is good enough for now.',
	],
];

export function addDemoData(database: Database, workspace: number): void {
	const users = people.map(([name, fullName, segment], index) =>
		insertUser(database, workspace, {
			data_id: `customer-${index + 1}`,
			data_name: name,
			data_full_name: fullName,
			data_mail: `${name.replace('_', '.')}@customer.example`,
			segments: [segment],
			data: { plan: segment === 'enterprise' ? 'enterprise' : 'team' },
			stats_satisfaction: (index % 5) + 1,
			created: daysAgo(120 - index * 5),
		}),
	);
	const postIds = posts.map(([title, type, status, age, description], index) => {
		const user = users[index % users.length];
		const created = daysAgo(age);
		const id = insertPost(database, workspace, { title, type, description, status, user, created });
		// A spread of votes that is the same on every start, the most for the first post.
		const supporters = users.slice(0, 1 + ((index * 7 + 11) % users.length));
		supporters.forEach((voter, place) => {
			const isAgainst = place === 0 && index >= users.length;
			castVote(database, id, voter, isAgainst ? -1 : 1);
		});
		return id;
	});
	for (const [place, author, delay, isPublic, comment] of comments) {
		insertComment(database, workspace, {
			post: postIds[place],
			user: users[author],
			comment,
			public: isPublic,
			pinned: false,
			created: daysAgo(posts[place][3] - delay),
		});
	}
	for (const [author, vote, age, comment] of responses) {
		const meta = { referrer: 'https://app.customer.example/dashboard' };
		const created = daysAgo(age);
		insertPromoter(database, workspace, { user: users[author], vote, meta, comment, created });
	}
	for (const [id, name, type, weight, mrr, members] of groups) {
		const group = insertGroup(database, workspace, { id, name, type, weight, mrr, meta: {} });
		for (const place of members) addMember(database, group, users[place]);
	}
	for (const [title, type, status, tags, age, content] of documents) {
		const created = daysAgo(age);
		insertDocument(database, workspace, { title, content, type, tags, status, created });
	}
	for (const [title, type, description, age, draft] of updates) {
		insertUpdate(database, workspace, { title, type, description, draft, created: daysAgo(age) });
	}
}
