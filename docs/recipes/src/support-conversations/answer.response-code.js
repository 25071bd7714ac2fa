import { failureStatus } from '../shared/failure-status.js';

export default failureStatus($json.error) ?? ($json.wrong || $json.error ? 422 : 200);
