// Words that this project does not use in anything a person reads, each with what to write in its place.

export interface Term {
	not: RegExp;
	say: string;
}

/** Wherever a person reads. */
export const terms: readonly Term[] = [
	{ not: /\b(tells?|is told|are told|told)\b/i, say: 'fires, reports, says' },
	{ not: /\bhears? (of|from)\b/i, say: 'get notified about' },
	{ not: /\bwhat is there\b|\bthat (is|are) there\b/i, say: 'existing' },
	{ not: /\b(does|do|did) not pass\b|\bpass(es|ed)? over\b/i, say: 'does not match, ignore' },
	{ not: /\b(is|are) another one\b|\bis an?other (status|type|score)\b/i, say: 'changes' },
	{ not: /\bfirst shows?\b/i, say: 'is new' },
	{ not: /\bbears? (a|the|an)\b|\bbearing (a|the|an)\b/i, say: 'has' },
	{ not: /\b(comes?|came) to (a|an|be|an end|no end|the|some|\d+)\b/i, say: 'reaches' },
	{ not: /\b(take[ns]?|counts?) as known\b/i, say: 'is ignored, was seen before' },
	{ not: /\bsome \d/i, say: 'about' },
	{ not: /\bso many\b|\bas many of the\b/i, say: 'at most, up to' },
	{ not: /\bas (it|they) stands?\b/i, say: 'unchanged' },
	{ not: /\bside by side\b|\bworked on at the same time\b/i, say: 'in parallel' },
	{ not: /\bno short list\b|\ba short list\b/i, say: 'could not be read completely' },

	{ not: /\bfilled in\b/i, say: 'set' },
	{ not: /\b(is|are) (nothing|none)\b/i, say: 'is empty, is missing' },
	{ not: /\b(is|are) only named\b|\bonly names\b/i, say: 'the service does not document' },
	{ not: /\bthe pace\b|\ba pace\b/i, say: 'rate limit' },
	{ not: /\b(begins?|starts?) anew\b|\banew\b/i, say: 'again, from the start' },
	{ not: /\bwhat came meanwhile\b|\bcame meanwhile\b/i, say: 'items created while' },
	{ not: /\bbrings? (in|along)\b/i, say: 'send in' },
	{ not: /\bone that (cannot|does not|is not)\b/i, say: 'name the thing' },
	{ not: /\bfor the others?:|\bthe others?;/i, say: 'name the thing' },
	{ not: /\bin vain\b|\bfor good\b|\bat the most\b/i, say: 'at most, permanently' },
];

/** In panels and messages: n8n's guidelines ask for what happened and what to do, without these words. */
export const notInPanels: readonly Term[] = [
	{ not: /\berrors?\b/i, say: 'what happened' },
	{ not: /\b(problem|failure|mistake)s?\b/i, say: 'what happened' },
];
