import { accountsOf } from './accounts.js';

export default accountsOf($input.all().map(({ json }) => json)).map((json) => ({ json }));
