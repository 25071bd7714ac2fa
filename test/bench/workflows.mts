// The same work by our node, by the trivial one, and by n8n's own HTTP Request node as people set it up without us.
import { inARow, onItems, postsNode, uses } from '../e2e/workflows.mts';
import type { StoredCredential, WorkflowDraft, WorkflowNode } from '../n8n-host/host.mts';
import { type MeasuredN8n, START } from './measured-n8n.mts';

const start: WorkflowNode = { name: START, type: 'n8n-nodes-base.manualTrigger' };

/** How requests are paced where HTTP Request sends several: a batch begins when the one before should be answered. */
interface Batches {
	batchSize: number;
	batchInterval: number;
}

export class Workflows {
	private constructor(
		private readonly baseUrl: string,
		readonly credential: StoredCredential,
		private readonly header: StoredCredential,
	) {}

	static async in(
		{ host: { rest } }: MeasuredN8n,
		{ baseUrl, apiKey }: { baseUrl: string; apiKey: string },
	): Promise<Workflows> {
		const own = await rest.credentialFor({ baseUrl, apiKey });
		const header = await rest.createCredential('httpHeaderAuth', {
			name: 'Authorization',
			value: `Bearer ${apiKey}`,
		});
		return new Workflows(baseUrl, own, header);
	}

	returnAll(): WorkflowDraft {
		return inARow(start, postsNode('getAll', { returnAll: true }, this.credential));
	}

	httpReturnAll(): WorkflowDraft {
		const parameters = [
			{ name: 'type', value: 'all' },
			{ name: 'filter', value: 'all' },
			{ name: 'per_page', value: '100' },
		];
		const pages = this.http('/v1/posts', {
			sendQuery: true,
			queryParameters: { parameters },
			options: {
				pagination: {
					pagination: {
						paginationMode: 'updateAParameterInEachRequest',
						parameters: {
							parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount }}' }],
						},
						paginationCompleteWhen: 'other',
						completeExpression: '={{ !$response.body.data.has_more }}',
					},
				},
			},
		});
		const split: WorkflowNode = {
			name: 'Split Out',
			type: 'n8n-nodes-base.splitOut',
			parameters: { fieldToSplitOut: 'data.items', options: {} },
		};
		return inARow(start, pages, split);
	}

	creates(count: number): WorkflowDraft {
		const parameters = {
			title: '={{ $json.title }}',
			type: { __rl: true, mode: 'key', value: 'idea' },
		};
		return onItems(titles(count), postsNode('create', parameters, this.credential));
	}

	trivialCreates(count: number): WorkflowDraft {
		return onItems(titles(count), this.trivial());
	}

	httpCreates(count: number, batch: Batches): WorkflowDraft {
		return onItems(
			titles(count),
			this.http('/v1/post', {
				method: 'POST',
				sendBody: true,
				specifyBody: 'json',
				jsonBody: '={{ { title: $json.title, type: "idea" } }}',
				options: { batching: { batch } },
			}),
		);
	}

	private trivial(): WorkflowNode {
		return {
			name: 'Trivial',
			type: 'CUSTOM.trivial',
			parameters: { title: '={{ $json.title }}' },
			credentials: uses(this.credential),
		};
	}

	private http(path: string, parameters: Record<string, unknown>): WorkflowNode {
		return {
			name: 'HTTP Request',
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.2,
			parameters: {
				url: this.baseUrl + path,
				authentication: 'genericCredentialType',
				genericAuthType: 'httpHeaderAuth',
				...parameters,
			},
			credentials: uses(this.header),
		};
	}
}

const titles = (count: number) =>
	Array.from({ length: count }, (_, n) => ({ title: `Made by the bench ${n}` }));
