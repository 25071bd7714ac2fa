// What came of each row of this piece.
import { createdBy } from './created.js';

const created = createdBy([
	[$('With Author').all(0), () => $('Create by Author').all()],
	[$('With Author').all(1), () => $('Create Post').all()],
]);
const messageOf = (error) => error.message ?? error;

/** @type {[step: string, wasRun: boolean, sent: () => Item[], answers: () => Item[]][]} */
const WRITES = [
	[
		'Keep Comments',
		$('Keep Comments').isExecuted,
		() => $('New Comments').all(),
		() => $('Keep Comments').all(),
	],
	[
		'Set Metadata',
		$('Set Metadata').isExecuted,
		() => $('Which').all(1),
		() => $('Set Metadata').all(),
	],
	['Vote', $('Vote').isExecuted, () => $('Which').all(2), () => $('Vote').all()],
];

/** Why the rows of one step are not complete, by their keys. */
const failuresOf = (step, sent, answers) =>
	answers.flatMap(({ json: { error } }, at) => {
		const { key, keys = [key], failed: why } = sent[at]?.json ?? {};
		return error ? keys.map((one) => [one, `${step}: ${why || messageOf(error)}`]) : [];
	});

const failed = new Map(
	WRITES.filter(([, wasRun]) => wasRun).flatMap(([step, , sent, answers]) =>
		failuresOf(step, sent(), answers()),
	),
);

/** @param {Json} planned */
function resultOf({ key, row, title, shown, result, why }) {
	if (shown !== undefined) return { key, row, title: shown, result, why, feedback_id: null };
	const { feedback_id = null, error } = created.get(key) ?? {};
	const wrong = error ? messageOf(error) : failed.get(key);
	return { key, row, title, result: wrong ? 'refused' : result, why: wrong ?? why, feedback_id };
}

export default $input.all().map(({ json }) => ({ json: resultOf(json) }));
