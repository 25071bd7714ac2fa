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

/** Name, segment, full name. */
const people = table(`
	ada_okafor     | beta       | Ada Okafor
	ben_larsson    | enterprise | Ben Larsson
	chiara_rossi   | beta       | Chiara Rossi
	dmitri_volkov  | trial      | Dmitri Volkov
	elif_demir     | enterprise | Elif Demir
	farah_haddad   | trial      | Farah Haddad
	goran_petrovic | enterprise | Goran Petrović
	hana_suzuki    | beta       | Hana Suzuki
	ivan_moreau    | self-serve | Iván Moreau
	june_park      | self-serve | June Park
	kofi_mensah    | self-serve | Kofi Mensah
	lena_fischer   | enterprise | Lena Fischer
`);

/** Age in days, status, type, title, description. */
const posts = table(`
	88 | planned     | feature     | Dark mode for the dashboard                 | The white background is hard on the eyes at night.
	81 | in-progress | feature     | Export all feedback as CSV                  | We need it for our quarterly review.
	79 | open        | bug         | Search does not find words with umlauts     | Searching for \`Müller\` finds nothing.
	75 | open        | integration | Single sign-on with our identity provider   | SAML or OpenID Connect would both do.
	71 | completed   | feature     | Merge duplicate posts                       |
	66 | in-progress | bug         | Mobile app logs me out every day            | It asks for my password each morning.
	63 | open        | idea        | Weekly digest email                         | A summary of the top posts each Monday morning.
	60 | planned     | improvement | Keyboard shortcuts                          | \`j\` and \`k\` to move, \`v\` to vote.
	57 | open        | feature     | Show who voted for a post                   | Sales asks which customers want a feature.
	55 | completed   | integration | Slack notification for new posts            |
	52 | completed   | bug         | Comments load slowly on long threads        | More than 200 comments take 8 seconds.
	49 | open        | feature     | Custom statuses                             | Ours are *Triage*, *Discovery*, *Delivery*.
	46 | open        | idea        | Private roadmap for selected customers      |
	44 | completed   | integration | API for changelog updates                   | So that releases publish themselves.
	41 | planned     | improvement | Attach screenshots to comments              |
	38 | open        | idea        | Translate the portal into Japanese          | 日本語のポータルがほしいです。
	36 | open        | bug         | Vote count jumps after reload               | It says 12, then 11.
	34 | closed      | question    | How do I move a post to another board?      |
	31 | open        | improvement | Bulk edit of categories                     | I have 140 posts to re-categorise.
	29 | closed      | idea        | Anonymous feedback                          | Some employees will not sign in.
	26 | planned     | integration | Webhooks                                    | Polling works, but an event would be nicer.
	24 | closed      | praise      | Love the new changelog!                     | Our customers actually read it now 🎉
	21 | open        | feature     | Filter the roadmap by segment               |
	18 | open        | bug         | Pasted tables lose their columns            | All cells end up in one line.
	15 | open        | improvement | Set a due date on a post                    |
	12 | open        | integration | Embed the widget in a native app            | iOS and Android SDKs, or a web view guide.
	9  | in-progress | bug         | Percentages do not add up in the NPS report | 34 + 41 + 26 = 101 %
	6  | open        | question    | Can I get the data in our own region?       |
	3  | open        | idea        | Snooze notifications                        | For a day, or until Monday.
	1  | open        | feature     | Undo for deleted comments                   | Deleted the wrong one. Twice.
`);

/** Age in days, whether it is a draft, type, title, description. A negative age lies ahead: scheduled. */
const updates = table(`
	70 | -     | new         | Merge duplicate posts  | Votes and comments move along.
	54 | -     | new         | Slack notifications    | Connect a channel under Settings.
	50 | -     | improvement | Faster comments        | Long threads now open in under a second.
	42 | -     | new         | Changelog over the API | Publish updates from your own tools.
	-7 | -     | new         | CSV export             | All feedback in one file.
	0  | draft | new         | Dark mode              | Still collecting screenshots.
`);

/** Which post (by its place above), who (by place), days after the post, whether it is public, the text. */
const comments = table(`
	0  | 1  | 2 | public  | Yes please, our support team works nights.
	0  | 4  | 5 | public  | A *high contrast* theme would help too.
	1  | 2  | 1 | public  | XLSX would be even better.
	1  | 6  | 9 | private | Contract renewal in autumn depends on this one.
	2  | 8  | 1 | public  | Same with accents: \`café\`.
	3  | 4  | 3 | public  | We use SAML.
	5  | 9  | 4 | public  | Happens on Android only for me.
	7  | 3  | 6 | public  | \`?\` to list them, please.
	10 | 5  | 1 | public  | Much better since last week, thank you!
	15 | 7  | 2 | public  | よろしくお願いします。
	20 | 11 | 4 | public  | We poll every minute right now.
	26 | 1  | 1 | public  | Rounding, I suppose.
	29 | 0  | 0 | public  | Me too.
`);

/** Who (by place), vote, days ago, comment. */
const responses = table(`
	0  | 9  | 62 | Saves us a meeting every week.
	1  | 7  | 58 |
	2  | 10 | 51 | Love it.
	3  | 4  | 47 | Too expensive for a small team.
	4  | 8  | 40 | Waiting for single sign-on.
	6  | 9  | 33 |
	7  | 6  | 27 | No Japanese yet.
	9  | 3  | 20 | The mobile app keeps logging me out.
	10 | 10 | 12 | Our customers finally feel heard.
	11 | 8  | 4  |
`);

/** Identifier, type, weight, monthly recurring revenue, name, its members (by place). */
const groups = table(`
	acme         | company | 8 | 4200 | Acme Industries   | 1 4 6
	northwind    | company | 5 | 1800 | Northwind Traders | 0 2
	globex       | company | 3 | 650  | Globex            | 11
	eu-partners  | partner | 6 | 0    | European partners | 4 8 11
	beta-testers | team    | 2 | 0    | Beta testers      | 0 2 7
`);

/** Days ago, type, status, tags, title, content. */
const documents = table(`
	100 | knowledge-base | archived  | portal           | Voting etiquette                | One person, one vote.
	60  | prd            | published | ui               | Dark mode: product requirements | # Dark mode: three themes, one switch.
	45  | research       | published | churn interviews | Why customers leave             | # Twelve interviews
	30  | spec           | draft     | export           | CSV export format               | One row per post, with its ID and title.
	20  | decision       | published | -                | We build webhooks next year     | Polling is good enough for now.
`);

export function addDemoData(database: Database, workspace: number): void {
	const users = people.map(([name, segment, fullName], index) =>
		insertUser(database, workspace, {
			data_id: `customer-${index + 1}`,
			data_name: name,
			data_full_name: fullName,
			data_mail: `${name.replace('_', '.')}@customer.example`,
			segments: [segment],
			data: { plan: segment === 'enterprise' ? 'enterprise' : 'team' },
			created: daysAgo(120 - index * 5),
		}),
	);
	const postIds = posts.map(([age, status, type, title, description], index) => {
		const user = users[index % users.length];
		const created = daysAgo(Number(age));
		const id = insertPost(database, workspace, { title, type, description, status, user, created });
		// A spread of votes that is the same on every start, the most for the first post.
		const supporters = users.slice(0, 1 + ((index * 7 + 11) % users.length));
		supporters.forEach((voter, place) => {
			const isAgainst = place === 0 && index >= users.length;
			castVote(database, id, voter, isAgainst ? -1 : 1);
		});
		return id;
	});
	for (const [place, author, delay, readers, comment] of comments) {
		insertComment(database, workspace, {
			post: postIds[Number(place)],
			user: users[Number(author)],
			comment,
			public: readers === 'public',
			pinned: false,
			created: daysAgo(Number(posts[Number(place)][0]) - Number(delay)),
		});
	}
	for (const [author, vote, age, comment] of responses) {
		insertPromoter(database, workspace, {
			user: users[Number(author)],
			vote: Number(vote),
			meta: { referrer: 'https://app.customer.example/dashboard' },
			comment,
			created: daysAgo(Number(age)),
		});
	}
	for (const [id, type, weight, mrr, name, members] of groups) {
		const given = { id, name, type, weight: Number(weight), mrr: Number(mrr), meta: {} };
		const group = insertGroup(database, workspace, given);
		for (const place of members.split(' ')) addMember(database, group, users[Number(place)]);
	}
	for (const [age, type, status, words, title, content] of documents) {
		const tags = words === '-' ? [] : words.split(' ');
		const created = daysAgo(Number(age));
		insertDocument(database, workspace, { title, content, type, tags, status, created });
	}
	for (const [age, draft, type, title, description] of updates) {
		insertUpdate(database, workspace, {
			title,
			type,
			description,
			draft: draft === 'draft',
			created: daysAgo(Number(age)),
		});
	}
}

function table(text: string): string[][] {
	const rows = text.trim().split(/\n\t/);
	return rows.map((row) => row.split('|').map((cell) => cell.trim()));
}
