// What people read for each name and value of the API, written by hand: a label that moves to another name fails a test. What
// is not here is called by its own words: `total_up` Total Up, and `fieldsToWatch` Fields To Watch.

/**
 * The label of each field, by its name. Where an operation has another label for the name, the key begins with the operation;
 * a part of a field is named after the field.
 */
export const fieldLabels: Readonly<Record<string, string>> = {
	// What every node asks
	sorting: 'Sort',
	outputFields: 'Fields',

	// Which record
	postId: 'Post',
	commentId: 'Comment',
	updateId: 'Changelog Update',
	userId: 'End-User',
	endUser: 'End-User',
	user: 'End-User',
	user_id: 'End-User',
	groupId: 'Group',
	documentId: 'Document',

	// What is sent
	announcement: 'Show as Announcement',
	comment: 'Comment Text',
	data: 'Custom Data',
	data_full_name: 'Full Name',
	data_id: 'Own ID',
	data_img: 'Image URL',
	data_mail: 'Email',
	data_name: 'Username',
	filter: 'Status',
	force: 'Always Record New Response',
	id: 'Own ID',
	meta: 'Metadata',
	mrr: 'MRR',
	notify: 'Email Subscribers',
	notify_delay: 'Delay Email',
	ref: 'Source URL',
	service: 'Source',
	sort: 'Sort By',
	sort_dir: 'Sort Direction',
	user_email: 'Email',
	user_name: 'Person Name',
	'changelogUpdate.update.created': 'Publish Date',
	'comment.getAllOfPosts.filter': 'Post Status',
	'comment.getAllOfPosts.type': 'Post Type',
	'npsResponse.create.comment': 'Comment',
	'npsResponse.create.vote': 'Score',

	// What the nodes do by themselves
	unansweredFor: 'Unanswered for Days',
	periods: 'Number of Periods',
	ifGroupExists: 'If the Group Exists',
	ifTitleExists: 'If the Title Exists',

	// The trigger
	fieldsToWatch: 'Fields to Watch',
	endUserFields: 'End-User Fields to Watch',
	changelogFields: 'Update Fields to Watch',
	staff: 'Staff Comments',
	votes: 'Votes to Reach',
	votesToGain: 'Votes to Gain',
	changedAnswers: 'Changed NPS Answers',
	npsFilters: 'NPS Filters',
	'npsFilters.highest': 'Highest Score',
	'npsFilters.lowest': 'Lowest Score',
	'npsFilters.group': 'Score Group',
	'options.existingItems': 'Existing Items',
	'options.ignoreWhileInactive': 'Ignore Items While Inactive',
};

export const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	authentication: { feedbackBasicApi: 'Basic Auth', feedbackBearerApi: 'Bearer Token' },
	resource: { endUser: 'End-User', npsResponse: 'NPS Response' },
	operation: {
		getAll: 'Get Many',
		getAllOfPosts: 'Get Many From All Posts',
		upsert: 'Create or Update',
	},
	output: { brief: 'Simplified', selected: 'Selected Fields' },
	ifGroupExists: { returnExisting: 'Return the Existing Group' },
	ifTitleExists: { returnExisting: 'Return the Existing Post', vote: 'Vote for It' },
	'post.getAll.sort': {
		new: 'Newest',
		old: 'Oldest',
		trend: 'Trending',
		updated: 'Recently Updated',
	},
	sort_dir: { ASC: 'Oldest First', DESC: 'Newest First' },

	// The trigger
	'options.existingItems': { newest: 'Deliver the Newest' },
	events: {
		changelogUpdateEdited: 'Changelog Update Edited',
		endUserChanged: 'End-User Changed',
		endUserDeleted: 'End-User Deleted',
		newEndUser: 'New End-User',
		newNpsResponse: 'New NPS Response',
		postReachedVoteThreshold: 'Post Reached Vote Threshold',
	},
	endUserFields: {
		data: 'Custom Data',
		data_full_name: 'Full Name',
		data_mail: 'Email',
		data_name: 'Username',
	},
	changelogFields: { created: 'Date' },
	'npsFilters.group': {
		detractor: 'Detractors (0 to 6)',
		passive: 'Passives (7 and 8)',
		promoter: 'Promoters (9 and 10)',
	},
};

export const modeLabels: Readonly<Record<string, string>> = {
	list: 'From List',
	id: 'By ID',
	key: 'By Value',
	data_mail: 'By Email',
	data_id: 'Own ID',
};
