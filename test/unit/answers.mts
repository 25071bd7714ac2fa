// Answers as docs/openapi.yaml has them, to be changed by a test.

export const success = (data: unknown) => ({ status: 'success', data });
export const failure = (data: unknown) => ({ status: 'error', data });
export const keyed = (key: string, message = 'In its own words') => failure({ key, message });
/** As /v1 fails. */
export const said = (message: string) => ({ status: 'error', message });

/** The data of a feature that the plan lacks. */
export const gate = {
	code: 'upgrade_required',
	message: 'Your plan does not include Groups.',
	feature: 'groups',
	feature_name: 'Groups',
	required_plan: 'business',
	required_plan_name: 'Business',
	cta: 'Upgrade',
};
