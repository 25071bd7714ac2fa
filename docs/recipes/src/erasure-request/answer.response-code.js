import { failureStatus } from '../shared/failure-status.js';

export default failureStatus($json.error) ?? ($json.deleted ? 200 : $json.error ? 422 : 404);
