import { itemsOf } from '../shared/items-of.js';

// What Check Customers refused, and what the service refused.
const refused = itemsOf('Check Customers', 0).filter((one) => one.refused);
const failed = [...refused, ...itemsOf('Update End-User', 1)];

export default failed.map(({ email, refused, error }) => ({
	json: { line: `${email}: ${refused || (error?.message ?? error)}` },
}));
