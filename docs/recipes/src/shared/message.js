import { joined, partsOf, shorten } from './parts.js';

// Do not edit: the sentences stand in Words. Discord takes 2,000 characters.
const items = $input.all().map(({ json }) => json);
const { more = '' } = items[0];
const parts = partsOf(items);
shorten(parts, 1_900, more);
export default [{ json: { message: joined(parts, more) } }];
