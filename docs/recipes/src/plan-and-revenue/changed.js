import { emailKey } from '../shared/email-key.js';

// The end-users whose custom data differs from the table. A customer who is no end-user yet is left out.
const accepted = $('Check Customers')
	.all()
	.map(({ json }) => json)
	.filter(({ refused }) => !refused);
const customers = new Map(accepted.map((one) => [emailKey(one.email), one]));

/** @param {Json} endUser */
function changeOf({ user_id, data_mail, data }) {
	const customer = customers.get(emailKey(data_mail));
	if (!user_id || !customer) return [];
	const isSame = (name) => String(data?.[name] ?? '') === String(customer.data[name]);
	if (Object.keys(customer.data).every(isSame)) return [];
	return [{ json: { user_id, email: customer.email, data: customer.data } }];
}

export default $input.all().flatMap(({ json }) => changeOf(json));
