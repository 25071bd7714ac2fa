import type { IAuthenticate, Icon, ICredentialType } from 'n8n-workflow';
import { authenticateAs, basicToken } from '../nodes/shared/node/credential';
import { workspaceFields } from './fields';

export class FeedbackBasicApi implements ICredentialType {
	name = 'feedbackBasicApi';

	displayName = 'Customer Feedback Basic API';

	icon: Icon = { light: 'file:../icons/feedback.svg', dark: 'file:../icons/feedback.dark.svg' };

	documentationUrl =
		'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/credentials.md';

	properties = workspaceFields(
		'Works with /v1 of the API only: posts, changelog updates, end-users, NPS and the intelligence queue. The nodes for groups and documents need a Bearer credential, since /v2 accepts nothing else.',
	);

	authenticate: IAuthenticate = authenticateAs((apiKey) => `Basic ${basicToken(apiKey)}`);
}
