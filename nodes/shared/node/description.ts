import { type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { builderHint } from './builder-hint';
import { authentication } from './fields';
import { type Resource, toProperties } from './operation';

type Shared =
	| 'builderHint'
	| 'credentials'
	| 'group'
	| 'inputs'
	| 'outputs'
	| 'properties'
	| 'version';

/** `/v2` takes nothing but a Bearer token (`securitySchemes` in docs/openapi.yaml). */
const bearer = [{ name: 'feedbackBearerApi', required: true, testedBy: 'testFeedbackBearer' }];

/** What all nodes with operations have in their descriptions. With two credentials, the user chooses one. */
export const describedBy = (
	resources: readonly Resource[],
	credentials: NonNullable<INodeTypeDescription['credentials']> = bearer,
): Pick<INodeTypeDescription, Shared> => ({
	group: ['transform'],
	version: 1,
	builderHint: builderHint(resources),
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	credentials,
	properties: [...(credentials.length > 1 ? [authentication] : []), ...toProperties(resources)],
});
