import { failureStatus } from '../shared/failure-status.js';

export default failureStatus($json.error) ??
	($json.wrong || ($json.error && !$('Vote').isExecuted) ? 422 : 200);
