// What Check Accounts refused, and what the service refused.
const from = (name, output) => ($(name).isExecuted ? $(name).all(output).map(({ json }) => json) : []);
const refused = from('Check Accounts', 0).filter((one) => one.refused);
export default [...refused, ...from('Create Group', 1), ...from('Add Member', 1)].map(({ account_id, email, refused, error }) => ({
	json: { line: [account_id, email].filter(Boolean).join(' ') + ': ' + (refused || (error?.message ?? error)) },
}));
