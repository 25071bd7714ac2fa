import { visible } from './left-over.js';

/** Into these a person writes no words. */
const WITHOUT_WORDS = ['html', 'hiddenField', 'file'];

/** What n8n adds to what a person sends. */
const OF_N8N = ['submittedAt', 'formMode', 'formQueryParameters'];

/** The fields of a form by what they are for, whatever they are called: an address, the words, and the others. */
export function fieldsOf(form) {
	const fields = form.formFields.values.filter(
		({ fieldType }) => !WITHOUT_WORDS.includes(fieldType),
	);
	const email =
		fields.find(({ fieldType }) => fieldType === 'email') ??
		fields.find(({ fieldLabel }) => /mail|メール/i.test(fieldLabel));
	const written = fields.filter((one) => one !== email);
	// A second address is no words either.
	const said = written.filter(({ fieldType }) => fieldType !== 'email');
	const words = said.find(({ requiredField }) => requiredField) ?? said[0];
	return { email, words, others: written.filter((one) => one !== words) };
}

export const labelOf = (field) => field?.fieldLabel ?? '';

/** What was entered into a field. */
export function enteredIn(sent, field) {
	const values = [sent[labelOf(field)] ?? ''].flat();
	return values.every((value) => ['string', 'number'].includes(typeof value))
		? visible(values.join(', '))
		: '';
}

/** What was entered into all other fields, a line each: nothing that a person writes is lost. */
export function linesBeside(sent, known) {
	const labels = [...OF_N8N, ...known.map(labelOf)];
	return Object.entries(sent)
		.filter(([label]) => !labels.includes(label))
		.map(
			([label, value]) => `${label}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
		);
}
