export default $input.all().flatMap(({ json: { group_id } }, at) => {
	const { account_id, emails } = $('Is One').itemMatching(at).json;
	return emails.map((email) => ({ json: { account_id, group_id, email }, pairedItem: at }));
});
