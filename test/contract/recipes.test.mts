// What the notes and the page of the recipes promise, without n8n: the values that a recipe has, and how its steps are set.
// What test/recipes plays stands there alone: secrets, what comes twice, and what a step answers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { all, readRecipe } from '../recipes/recipe.mts';
import type { WorkflowDraft, WorkflowNode } from '../n8n-host/rest.mts';
import { root } from './nodes.mts';

const page = readFileSync(join(root, 'docs', 'recipes.md'), 'utf8');

type Connections = WorkflowDraft['connections'];

const isNote = ({ type }: WorkflowNode) => type === 'n8n-nodes-base.stickyNote';
const notesOf = (nodes: WorkflowNode[]) =>
	nodes.filter(isNote).map(({ parameters }) => String(parameters?.content));
const stepsOf = (nodes: WorkflowNode[]) => nodes.filter((one) => !isNote(one));

const daily = (triggerAtHour: number) => ({
	rule: { interval: [{ field: 'days', triggerAtHour }] },
});
const done = { statusChange: { to: { value: 'done' } } };
const planned = { statusChange: { to: { value: 'planned' } } };

/** A field of Words. */
const word = (name: string, value: string) => ({
	assignments: { assignments: expect.arrayContaining([expect.objectContaining({ name, value })]) },
});

/** A sentence of a note or of the page, the step that it is about, and what this has. */
function promise(name: string, says: string, step: string, has: object): void {
	test(`${name}: "${says}" is what ${step} does`, () => {
		const { nodes } = readRecipe(name);
		expect([...notesOf(nodes), page].join('\n')).toContain(says);
		expect(nodes.find((one) => one.name === step)?.parameters).toMatchObject(has);
	});
}

promise('news-to-chat', 'posts that gain 10 votes within 7 days', 'News', {
	events: ['newPost', 'newComment', 'postGainingTraction', 'newChangelogUpdate'],
	votesToGain: 10,
	withinDays: 7,
});
promise('weekly-digest', 'each Monday', 'Every Monday', {
	rule: { interval: [{ field: 'weeks', triggerAtDay: [1], triggerAtHour: 9 }] },
});
promise('weekly-digest', 'your own status in Open Posts', 'Open Posts', {
	returnAll: true,
	filters: { filter: { value: 'open' } },
});
// The status is chosen once.
promise('weekly-digest', 'a request for each open post', 'Unanswered Posts', {
	returnAll: true,
	filters: {
		filter: { value: "={{ $('Open Posts').params.filters.filter.value }}" },
		unansweredFor: 7,
	},
});
promise('wishes-by-revenue', 'each Monday', 'Every Monday', {
	rule: { interval: [{ field: 'weeks', triggerAtDay: [1], triggerAtHour: 9 }] },
});
promise('wishes-by-revenue', 'Data Table **wishes**', 'Wishes Table', { tableName: 'wishes' });
promise('wishes-by-revenue', 'takes that of Plan and revenue', 'Customers Table', {
	tableName: 'customers',
	columns: readRecipe('plan-and-revenue').nodes.find(({ name }) => name === 'Customers Table')!
		.parameters!.columns as object,
});
promise('release-notes', 'Each Friday at nine', 'Every Friday', {
	rule: { interval: [{ field: 'weeks', triggerAtDay: [5], triggerAtHour: 9 }] },
});
// The status is chosen once.
promise('release-notes', 'in Post Done, and again after you rename it', 'Done Posts', {
	filters: { filter: { value: "={{ $('Post Done').params.statusChange.to.value }}" } },
	includeMetadata: true,
});
promise('release-notes', '**release_note** in its metadata', 'Mark', {
	key: 'release_note',
	value: 'waiting',
});
promise('release-notes', 'without an answer for six days', 'Answer', {
	limitWaitTime: true,
	resumeAmount: 6,
	resumeUnit: 'days',
});
promise('support-conversations', 'Data Table **conversations**', 'Conversations Table', {
	tableName: 'conversations',
});
promise(
	'support-conversations',
	'more than 100,000 characters',
	'Words',
	word('Longest', '100000'),
);
promise('slack-approval', 'each low NPS score', 'Low Score', {
	events: ['newNpsResponse'],
	// Many people give the score first, and its words later.
	changedAnswers: true,
	npsFilters: { group: 'detractor' },
});
promise('slack-approval', 'nothing happens after 3 days', 'Ask', {
	approvalOptions: { values: { approvalType: 'double', approveLabel: '={{ $json.create }}' } },
	options: { limitWaitTime: { values: { resumeAmount: 3, resumeUnit: 'days' } } },
});
promise('error-workflow', 'Data Table **failures**', 'Failures Table', { tableName: 'failures' });
// Longer than a minute, n8n stores a wait, and a restart keeps it.
promise('close-the-loop', '30 a minute', 'Turn', { amount: '={{ 70 + 2 * $json.turn }}' });
promise('slack-to-post', 'A :bulb: on a message', 'Emoji Added', {
	trigger: ['reaction_added'],
	options: { reactionEmojis: 'bulb' },
});
promise('slack-to-post', 'a message with :white_check_mark: is left alone', 'Done', {
	name: 'white_check_mark',
});
promise('feedback-form', 'A post is public', 'Form', {
	formDescription: 'Everyone can read it, but not your email address.',
});
promise('close-the-loop', 'A status changes to done', 'Post Done', done);
promise(
	'close-the-loop',
	'Plan and revenue or Wishes by revenue creates the Data Table **customers**',
	'Customers Table',
	{
		conditions: { conditions: [{ leftValue: '={{ $json.name }}', rightValue: 'customers' }] },
	},
);
promise('close-the-loop', 'in Post Done, and again after you rename it', 'Post Done', done);
promise('ai-triage', 'nothing is saved after three days', 'Answer', {
	limitWaitTime: true,
	resumeAmount: 3,
	resumeUnit: 'days',
});
promise('nightly-sync', 'At two', 'Every Night', daily(2));
promise('nightly-sync-postgres', 'At two', 'Every Night', daily(2));
promise('posts-to-google-sheets', 'At three', 'Every Night', daily(3));
const COLUMNS =
	'feedback_id, title, status, type, total_sum, total_comments, data_mail, description, created, updated, post_url';
promise('posts-to-google-sheets', `first row: \`${COLUMNS}\`.`, 'Row', {
	assignments: {
		assignments: COLUMNS.split(', ').map((name) => {
			const value = expect.stringMatching(new RegExp(`^=\\{\\{ \\(?\\$json\\.${name}\\b`));
			return expect.objectContaining({ name, value });
		}),
	},
});
promise('plan-and-revenue', 'At four', 'Every Night', daily(4));
promise('error-workflow', 'At seven', 'Every Morning', daily(7));
promise('error-workflow', 'no run for 26 hours', 'Late After', {
	assignments: { assignments: [expect.objectContaining({ name: 'hours', value: 26 })] },
});
promise('posts-to-google-sheets', 'Cell Format is RAW', 'Save', {
	options: { cellFormat: 'RAW' },
});
promise('crm-to-groups', 'At three', 'Every Night', daily(3));
promise('crm-to-groups', 'An existing group is returned', 'Create Group', {
	ifGroupExists: 'returnExisting',
});
promise('feedback-report', 'At nine on the first day of each month', 'Every Month', {
	rule: { interval: [{ field: 'months', triggerAtDayOfMonth: 1, triggerAtHour: 9 }] },
});
promise('feedback-report', "customers' words of 7 days ago", 'Unanswered Posts', {
	returnAll: true,
	filters: { unansweredFor: 7 },
});
promise('feedback-report', 'Six quarters of NPS', 'Scores', { period: 'quarter', periods: 6 });
promise('feedback-report', 'The table **report_votes**', 'Votes Table', {
	tableName: 'report_votes',
});
for (const tracker of ['jira', 'github']) {
	const rename = 'in Post Planned, and again after you rename it';
	promise(tracker, 'A post changes to planned', 'Post Planned', planned);
	promise(tracker, rename, 'Post Planned', planned);
	promise(tracker, 'again after a minute', 'Wait a Minute', { amount: 1, unit: 'minutes' });
	promise(tracker, 'A deleted post is left out', 'Metadata', { ifNotFound: 'returnNothing' });
	// A post that has no comment for the issue yet gets it with any later call.
	promise(tracker, 'a call that n8n missed: reopen the issue, and close it again', 'Not Said Yet', {
		conditions: {
			conditions: [{ leftValue: expect.stringContaining('metadata.issue_done !==') }],
		},
	});
}
promise('jira', 'is **Done** or **Fixed**', 'Words', word('Done if', 'Done, Fixed'));
promise('github', 'is **completed**', 'Words', word('Done if', 'completed'));

test.each(all.filter(({ description }) => description))(
	'$name has a title and a description for a library of templates, and the page says the same',
	({ name, description }) => {
		expect(readRecipe(name).name).toMatch(/^[A-Z][^.:]{20,75}$/);
		expect(page).toContain(description);
	},
);

/** Those of small items, which people look up in Executions. Not stored are all records of a workspace, and the address of a person who is to be forgotten. */
const STORED = [
	'error-workflow',
	'import-from-another-tool',
	'feedback-report',
	'weekly-digest',
	'wishes-by-revenue',
	'release-notes',
	'feedback-form',
	'ai-triage',
	'close-the-loop',
	'news-to-chat',
	'jira',
	'github',
	'slack-approval',
	'slack-to-post',
	'ticket-vote',
	'vote-for-a-customer',
];

/** Two copy two lists, and delete what is gone. One reads files of two forms and HTML, and keeps words, votes and metadata. An agent has three steps below it. Trackers have two triggers that share a label. Release notes has two ways to start, and looks for what a crash cut off. Close the loop sends to tickets and to owners. Words of a support desk may be HTML. */
const LONG: Record<string, number> = {
	'nightly-sync': 21,
	'nightly-sync-postgres': 22,
	'error-workflow': 18,
	'import-from-another-tool': 30,
	'ai-triage': 18,
	jira: 17,
	github: 16,
	'feedback-report': 22,
	'vote-for-a-customer': 21,
	'release-notes': 25,
	'support-conversations': 18,
	'wishes-by-revenue': 15,
	'ticket-vote': 15,
	'close-the-loop': 20,
};

/** Repeated by hand, or by the recipe itself once the tracker was asked. */
const ONCE = ['Create Issue'];

test.each(all)('$name explains itself and each step', ({ name, nodes, settings }) => {
	const [about] = notesOf(nodes);
	for (const what of ['Set up', 'If a step fails', 'Run twice']) {
		expect(about).toContain(`**${what}:**`);
	}
	const steps = stepsOf(nodes);
	const byHand = steps.some(({ type }) => type.endsWith('.manualTrigger'));
	expect(about.endsWith('Then publish the workflow.')).toBe(!byHand);
	expect(steps.length, 'Split a recipe of more steps').toBeLessThanOrEqual(LONG[name] ?? 14);
	expect(settings?.saveDataSuccessExecution).toBe(STORED.includes(name) ? undefined : 'none');
	const notes = nodes.filter(isNote);
	for (const step of steps) {
		const note = notes.find((one) => standsOn(step, one));
		expect(note, `${step.name} stands on no note: move it, or write one`).toBeDefined();
	}
});

test.each(all)(
	'$name says which address others call: the one that works once it is published',
	({ nodes }) => {
		// n8n registers the webhook at GitHub by itself.
		const called = /\.(?:webhook|formTrigger|slackTrigger)$/;
		for (const { name } of stepsOf(nodes).filter(({ type }) => called.test(type))) {
			expect(notesOf(nodes).join('\n')).toContain(`**Production URL** of ${name}`);
		}
	},
);

test.each(all)(
	'$name repeats what a busy service refuses, and polls every five minutes',
	({ nodes }) => {
		const outside = ['httpRequest', 'slack', 'googleSheets', 'agent'];
		for (const { name, type, parameters, ...set } of stepsOf(nodes)) {
			if (outside.some((end) => type.endsWith(`.${end}`)) && !ONCE.includes(name)) {
				expect(set, name).toMatchObject({ retryOnFail: true, maxTries: 5, waitBetweenTries: 5000 });
			}
			if (!type.endsWith('.feedbackTrigger')) continue;
			expect(parameters?.pollTimes).toEqual({
				item: [{ mode: 'everyX', value: 5, unit: 'minutes' }],
			});
		}
	},
);

test.each(all)('$name goes no further after a step that failed', ({ nodes }) => {
	// n8n lets Always Output Data put an empty item into the other output of a step that fails.
	const both = stepsOf(nodes).filter(
		({ alwaysOutputData, onError }) => alwaysOutputData && onError === 'continueErrorOutput',
	);
	expect(both.map(({ name }) => name)).toEqual([]);
});

/** All steps of all recipes for which this holds, as "recipe: step". */
const stepsWith = (isMeant: (step: WorkflowNode, connections: Connections) => boolean) =>
	all.flatMap(({ name, nodes, connections }) =>
		stepsOf(nodes)
			.filter((step) => isMeant(step, connections))
			.map((step) => `${name}: ${step.name}`),
	);

test('what a failed step gives leads to a step, but where the last step counts what came through', () => {
	const isLoose = ({ name, onError }: WorkflowNode, connections: Connections) =>
		onError === 'continueErrorOutput' && !connections[name]?.main?.[1]?.length;
	expect(stepsWith(isLoose)).toEqual([
		'crm-to-groups: Create Group',
		'crm-to-groups: Add Member',
		'plan-and-revenue: Update End-User',
	]);
});

test('a comment is for the team, but where an issue is closed or an update is published', () => {
	const isComment = ({ parameters }: WorkflowNode) =>
		parameters?.resource === 'comment' && parameters.operation === 'create';
	expect(stepsWith((step) => isComment(step) && step.parameters?.public !== false)).toEqual([
		'github: Comment on Post',
		'jira: Comment on Post',
		'release-notes: Comment',
	]);
});

test('a whole list is read once, but by a tool, behind a single item, and for each ticket', () => {
	const isRepeated = ({ parameters, executeOnce }: WorkflowNode) =>
		/^getAll/.test(String(parameters?.operation)) &&
		!JSON.stringify(parameters).includes('$json') &&
		executeOnce !== true;
	expect(stepsWith(isRepeated)).toEqual([
		'ai-triage: Search Posts',
		'posts-to-google-sheets: All Posts',
		'ticket-vote: Saved Words',
	]);
});

/** Steps that give an item to the next one whatever there is to read. */
const alwaysGives = ({ type, parameters, alwaysOutputData }: WorkflowNode) =>
	alwaysOutputData ||
	/\.(?:scheduleTrigger|set)$/.test(type) ||
	(type.endsWith('.dataTable') && parameters?.resource === 'table');

/** The steps that lead to a step, itself left out. */
function stepsBefore(step: string, connections: Connections): Set<string> {
	const found = new Set<string>();
	const look = (name: string) => {
		for (const [before, { main = [] }] of Object.entries(connections)) {
			const leads = main.some((wires) => wires?.some(({ node }) => node === name));
			if (!leads || found.has(before)) continue;
			found.add(before);
			look(before);
		}
	};
	look(step);
	return found;
}

const syncs = all.filter(({ nodes }) => nodes.some(({ name }) => name === 'Save Run'));

test('a sync that finds nothing to read adds its row to sync_runs, too', () => {
	expect(syncs.length).toBeGreaterThan(4);
	const waiting = stepsWith((step, connections) => {
		return stepsBefore('Save Run', connections).has(step.name) && !alwaysGives(step);
	});
	expect(waiting).toEqual([]);
});

test('n8n comes to Save Run after what it reports, as its branch stands below the others', () => {
	for (const { name, nodes, connections } of syncs) {
		const topOf = (step: string) => nodes.find((one) => one.name === step)!.position![1];
		const leading = stepsBefore('Save Run', connections).add('Save Run');
		const branches = Object.values(connections)
			.flatMap(({ main = [] }) => main)
			.map((wires) => (wires ?? []).map(({ node }) => node))
			.filter((steps) => steps.length > 1 && steps.some((step) => leading.has(step)));
		expect(branches, name).toHaveLength(1);
		const [last] = branches[0].filter((step) => leading.has(step));
		for (const other of branches[0].filter((step) => step !== last))
			expect(topOf(last), name).toBeGreaterThan(topOf(other));
	}
});

test('a changelog update is created only behind the approval', () => {
	const connections = readRecipe('release-notes').connections;
	const steps = [...stepsBefore('Create Update', connections), 'Create Update'];
	const ways = Object.entries(connections)
		.filter(([step, { main = [] }]) => {
			const next = main.flatMap((wires) => wires ?? []).map(({ node }) => node);
			return step !== 'Approved' && next.includes('Release');
		})
		.map(([step]) => step);
	expect(steps).toContain('Approved');
	expect(ways).toEqual([]);
});

test('what a person switches on is off', () => {
	const { nodes } = readRecipe('release-notes');
	const writers = nodes.filter(({ name }) => ['Writer', 'Model'].includes(name));
	expect(writers.map(({ disabled }) => disabled)).toEqual([true, true]);
	const mail = readRecipe('support-conversations').nodes.filter(({ disabled }) => disabled);
	expect(mail.map(({ name }) => name)).toEqual(['Mail Received']);
});

test('each way to the vote for a ticket leads through the step that saves the ticket', () => {
	const connections = readRecipe('ticket-vote').connections;
	const before = Object.entries(connections)
		.filter(([, { main = [] }]) => main.flat().some((wire) => wire?.node === 'Vote'))
		.map(([step]) => step);
	expect(before).toEqual(['Save Ticket']);
});

test.each<[name: string, step: string, branches: string[][]]>([
	['ai-triage', 'Approved', [['Set Type']]],
	['release-notes', 'Approved', [['Release']]],
	['slack-approval', 'Approved', [['Text']]],
	['vote-for-a-customer', 'Has Ticket', [['Save Ticket'], ['Vote']]],
	['vote-for-a-customer', 'Which Post', [['Failed'], ['Create Post'], ['Post']]],
])('%s goes on behind %s where a person said yes: %j', (name, step, branches) => {
	const { main = [] } = readRecipe(name).connections[step];
	expect(main.map((wires) => (wires ?? []).map(({ node }) => node))).toEqual(branches);
});

test('each ticket is saved under the key that Close the loop looks for', () => {
	const keys = all.flatMap(({ nodes }) =>
		stepsOf(nodes)
			.filter(({ name }) => name === 'Save Ticket')
			.map(({ parameters }) => String(parameters?.key).split(' + ')[0]),
	);
	expect(keys).toEqual(["={{ 'ticket-'", "={{ 'ticket-'"]);
	const code = readRecipe('close-the-loop').nodes.map(({ parameters }) => parameters?.jsCode);
	expect(code.join('\n')).toContain("'ticket-'");
});

test('each column of a table takes the field of its name', () => {
	const isMixed = ({ parameters }: WorkflowNode) => {
		const { value = {} } = (parameters?.columns ?? {}) as { value?: object | null };
		return Object.entries(value ?? {}).some(([column, from]) => {
			const [, field = column] = /^=\{\{ \$json\.(\w+) \}\}$/.exec(String(from)) ?? [];
			return field !== column;
		});
	};
	expect(stepsWith(isMixed)).toEqual([]);
});

test('Words has a sentence for each fault that Check may find', () => {
	const checked = all.filter(({ nodes }) => nodes.some((one) => one.name === 'Check'));
	expect(checked.length).toBeGreaterThan(1);
	for (const { nodes } of checked) {
		const code = String(nodes.find(({ name }) => name === 'Check')!.parameters?.jsCode);
		const words = JSON.stringify(nodes.find(({ name }) => name === 'Words'));
		const sentences = ['missing', 'empty', 'refused'];
		if (/: '(?:text|id)/.test(code)) sentences.push('not text');
		if (code.includes(": 'id'")) sentences.push('shortened');
		if (code.includes(": 'list'")) sentences.push('not a list');
		for (const sentence of sentences) expect(words).toContain(`"name":"${sentence}"`);
	}
});

test('shared steps are the same in every recipe, and there is no code in Words', () => {
	const steps = all.flatMap(({ nodes }) => stepsOf(nodes));
	const fields = { Turn: 'amount', Message: 'jsCode', Chat: 'jsonBody' };
	for (const [shared, field] of Object.entries(fields)) {
		const found = steps.filter(({ name }) => name === shared);
		expect(found.length, shared).toBeGreaterThan(2);
		// Retry is another execution with a form of its own, and starts with Chat.
		const values = found.map(({ parameters }) =>
			String(parameters?.[field]).replace(" + '\\n' + $execution.resumeFormUrl", ''),
		);
		expect(new Set(values).size, shared).toBe(1);
	}
	const words = steps.filter(
		({ name, type }) => ['Words', 'Reply'].includes(name) && type.endsWith('.set'),
	);
	const expressions = JSON.stringify(words).match(/\{\{.+?\}\}/g) ?? [];
	expect(expressions.length).toBeGreaterThan(30);
	expect(expressions.filter((one) => /=>|replace|slice/.test(one))).toEqual([]);
});

/** The name and the subtitle under a step. A wider workflow is too small to read when all of it is shown. */
const BELOW = 130;
const WIDEST = 2_700;

test.each(all)('$name can be read when all of it is shown', ({ nodes }) => {
	const notes = nodes.filter(isNote);
	for (const step of stepsOf(nodes)) {
		const [x, y] = step.position!;
		const note = notes.find((one) => standsOn(step, one))!;
		const below: WorkflowNode = { ...step, position: [x, y + BELOW] };
		expect(standsOn(below, note), `the name of ${step.name}`).toBe(true);
	}
	const lefts = notes.map(({ position }) => position![0]);
	const rights = notes.map(({ position, parameters }) => position![0] + Number(parameters?.width));
	expect(Math.max(...rights) - Math.min(...lefts)).toBeLessThanOrEqual(WIDEST);
});

/** As n8n draws a wire to a step below that does not stand further right: down beside the step. */
const BESIDE = 50;
const LETTER = 7;

test.each(all)('$name has no wire through the words of a note', ({ nodes, connections }) => {
	const named = new Map(nodes.map((one) => [one.name, one.position!]));
	const notes = nodes.filter(isNote);
	for (const [name, { main = [] }] of Object.entries(connections)) {
		for (const { node } of main.flatMap((wires) => wires ?? [])) {
			const [[x, y], [left, top]] = [named.get(name)!, named.get(node)!];
			if (left > x || top <= y) continue;
			for (const { position, parameters } of notes) {
				const [noteLeft, noteTop] = position!;
				if (noteTop <= y || noteTop >= top || left - BESIDE <= noteLeft) continue;
				const lines = String(parameters?.content).split('\n');
				const words = Math.max(...lines.map((line) => line.length)) * LETTER;
				expect(
					noteLeft + Math.min(words, Number(parameters?.width)),
					`${name} to ${node}`,
				).toBeLessThan(left - BESIDE);
			}
		}
	}
});

function standsOn(
	{ position: [x, y] = [0, 0] }: WorkflowNode,
	{ position: [left, top] = [0, 0], parameters }: WorkflowNode,
): boolean {
	const { width, height } = parameters as { width: number; height: number };
	return x >= left && x < left + width && y >= top && y < top + height;
}
