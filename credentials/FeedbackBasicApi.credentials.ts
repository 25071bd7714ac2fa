import type { IAuthenticate, Icon, ICredentialType } from 'n8n-workflow';
import { authenticateAs } from '../nodes/shared/node/credential';
import { workspaceFields } from './fields';

export class FeedbackBasicApi implements ICredentialType {
	name = 'feedbackBasicApi';

	displayName = 'Customer Feedback Basic API';

	icon: Icon = { light: 'file:../icons/feedback.svg', dark: 'file:../icons/feedback.dark.svg' };

	documentationUrl =
		'https://github.com/customer-feedback-connectors/n8n-nodes-customer-feedback/blob/main/docs/credentials.md';

	properties = workspaceFields('Groups and documents need a Customer Feedback API credential.');

	/** `authenticate` sends the key to the Base URL only, so n8n's list of domains (n8n-io/n8n#17583) would change nothing. */
	hideDomainRestrictionFields = true;

	authenticate: IAuthenticate = authenticateAs('basic');
}
