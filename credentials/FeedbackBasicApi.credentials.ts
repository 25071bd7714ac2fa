import type { IAuthenticateGeneric, Icon, ICredentialType } from 'n8n-workflow';
import { workspaceFields } from './fields';

export class FeedbackBasicApi implements ICredentialType {
	name = 'feedbackBasicApi';

	displayName = 'Customer Feedback Basic API';

	icon: Icon = { light: 'file:../icons/feedback.svg', dark: 'file:../icons/feedback.dark.svg' };

	documentationUrl =
		'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback#credentials';

	properties = workspaceFields;

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { auth: { username: '={{ $credentials.apiKey.trim() }}', password: '' } },
	};
}
