/**
 * The status that tells a caller what to do after a request that failed: mend the call (422) or the credential (424), or call
 * again (502). Undefined if the service refused nothing.
 */
export const failureStatus = (error) => {
	if (error?.httpCode === undefined) return undefined;
	const code = Number(error.httpCode);
	if (code === 400) return 422;
	const isRefusal = code > 400 && code < 500 && code !== 408 && code !== 429;
	return isRefusal || error.key === 'upgrade_required' ? 424 : 502;
};
