import { customersOf } from './customers.js';

const rows = $input.all().map(({ json }) => json);

export default customersOf(rows, $('Words').first().json).map((json) => ({ json }));
