import type { Database } from './database.mts';
import { insertPost } from './posts.mts';
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
		'We need **CSV** for our quarterly review.',
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
		'1. Open the app\n2. Wait a day\n3. Log in again',
	],
	['Weekly digest e-mail', 'idea', 'open', 63, 'A summary of the top posts each Monday morning.'],
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
	['Pasted tables lose their columns', 'bug', 'open', 18, '| a | b |\n|---|---|\n| 1 | 2 |'],
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
	['Slack notifications', 'new', 'Connect a channel under *Settings*.', 54, false],
	['Faster comments', 'improvement', 'Long threads now open in under a second.', 50, false],
	['Changelog over the API', 'new', 'Publish updates from your own tools.', 42, false],
	['CSV export', 'new', 'All feedback in one file.', -7, false],
	['Dark mode', 'new', 'Still collecting screenshots.', 0, true],
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
	posts.forEach(([title, type, status, age, description], index) => {
		const user = users[index % users.length];
		const created = daysAgo(age);
		const id = insertPost(database, workspace, { title, type, description, status, user, created });
		// A spread of votes that is the same on every start.
		users.forEach((voter, place) => {
			const turn = (index * 7 + place * 5) % 12;
			if (turn < 6) castVote(database, id, voter, turn === 5 ? -1 : 1);
		});
	});
	for (const [title, type, description, age, draft] of updates) {
		insertUpdate(database, workspace, { title, type, description, draft, created: daysAgo(age) });
	}
}
