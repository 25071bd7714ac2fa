// What people type into n8n's list of nodes, and the node that they look for: a plural where people write one.

export const searchWords: Readonly<Record<string, string>> = {
	'Customer Feedback':
		'feedback, product feedback, bug, feature request, feature requests, idea, ideas, suggestion, suggestions, bugs, bug report, roadmap, comment, comments, vote, votes, upvote, feature voting, public roadmap, wishlist, complaint, complaints, new feedback, new feature request, new post, new comment, status changed, notify, notification, notify new feedback, customer feedback',
	'Customer Feedback Changelog':
		"changelog, release notes, updates, product update, announcement, announcements, what's new, newsletter",
	'Customer Feedback NPS':
		'nps, net promoter score, survey, surveys, score, detractors, promoter, nps score',
	'Customer Feedback Intelligence': 'ticket, tickets, insight, insights, transcript, conversations',
	'Customer Feedback Groups': 'company, companies, account, accounts, members, mrr',
	'Customer Feedback Users':
		'segment, contacts, end-user, end user, end users, gdpr, delete user, delete customer',
	'Customer Feedback Documents': 'knowledge base, prd, specs, research',
};

export const wordsAndNodes = Object.entries(searchWords).flatMap(([node, words]) =>
	words.split(', ').map((word): [word: string, node: string] => [word, node]),
);
