// The end-users whose custom data differs from the table. A customer who is no end-user yet is left out.
const keyOf = (email) => String(email ?? '').trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const customers = new Map($('Check Customers').all().map(({ json }) => json).filter((one) => !one.refused).map((one) => [keyOf(one.email), one]));
export default $input.all().flatMap(({ json: { user_id, data_mail, data } }) => {
	const customer = customers.get(keyOf(data_mail));
	const isSame = (name) => String(data?.[name] ?? '') === String(customer.data[name]);
	if (!user_id || !customer || Object.keys(customer.data).every(isSame)) return [];
	return [{ json: { user_id, email: customer.email, data: customer.data } }];
});
