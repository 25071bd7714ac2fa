// What comes out of one operation of each node, as its page in docs/ shows it: the simplified form of one record.

export interface Sample {
	/** Such as `post.getAll`. */
	operation: string;
	/** To follow "One item of". */
	of: string;
	item: Record<string, unknown>;
}

/** By the name of the node. */
export const samples: Readonly<Record<string, Sample>> = {
	FeedbackChangelog: {
		operation: 'changelogUpdate.getAll',
		of: 'Get Many',
		item: {
			changelog_id: 20004,
			title: 'Changelog over the API',
			type: 'new',
			draft: false,
			scheduled: false,
			created: '2026-10-12 02:22:39',
			description: 'Publish updates from your own tools.',
			segment: '',
			pageviews: 0,
			feedback_id: 0,
		},
	},
	FeedbackDocuments: {
		operation: 'document.getAll',
		of: 'Get Many',
		item: {
			document_id: 70004,
			title: 'CSV export format',
			slug: 'csv-export-format',
			document_type: 'spec',
			tags: ['export'],
			status: 'published',
			current_version: 1,
			created: '2026-10-24 02:22:39',
			updated: '2026-10-24 02:22:39',
		},
	},
	FeedbackGroups: {
		operation: 'group.create',
		of: 'Create',
		item: {
			group_id: 60006,
			data_id: 'acme-corp',
			name: 'Acme Corporation',
			type: 'company',
			weight: 1,
			mrr: 1200,
			created: '2026-11-21 20:23:51',
			updated: '2026-11-21 20:23:51',
			existed: false,
		},
	},
	FeedbackIntelligence: {
		operation: 'queueItem.create',
		of: 'Create',
		item: {
			queued: true,
			title: 'Ticket 4711',
			ref: 'https://support.example.com/tickets/4711',
		},
	},
	Nps: {
		operation: 'npsResponse.getAll',
		of: 'Get Many',
		item: {
			promoter_id: 40009,
			vote: 10,
			comment: 'Our customers finally feel heard.',
			data_name: 'kofi_mensah',
			data_mail: 'kofi.mensah@customer.example',
			created: '2026-11-11 02:22:39',
			updated: '2026-11-11 02:22:39',
			referrer: 'https://app.customer.example/dashboard',
			user_id: 30012,
		},
	},
	FeedbackPosts: {
		operation: 'post.getAll',
		of: 'Get Many (Post)',
		item: {
			feedback_id: 10001,
			title: 'Dark mode for the dashboard',
			status: 'planned',
			total_sum: 12,
			type: 'feature',
			description: 'The white background is hard on the eyes at night.',
			created: '2026-08-27 02:22:39',
			updated: '2026-08-27 02:22:39',
			user_id: 30002,
			data_mail: 'ada.okafor@customer.example',
		},
	},
	FeedbackUsers: {
		operation: 'endUser.getAll',
		of: 'Get Many',
		item: {
			user_id: 30002,
			data_id: 'customer-1',
			data_name: 'ada_okafor',
			data_full_name: 'Ada Okafor',
			data_mail: 'ada.okafor@customer.example',
			anonymous: false,
			stats_feedback: 3,
			stats_votes: 12,
			created: '2026-05-01 07:45:10',
			updated: '2026-11-14 08:15:00',
		},
	},
};
