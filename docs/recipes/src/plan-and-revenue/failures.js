// What Check Customers refused, and what the service refused.
const from = (name, output) => ($(name).isExecuted ? $(name).all(output).map(({ json }) => json) : []);
const refused = from('Check Customers', 0).filter((one) => one.refused);
export default [...refused, ...from('Update End-User', 1)].map(({ email, refused, error }) => ({ json: { line: email + ': ' + (refused || (error?.message ?? error)) } }));
