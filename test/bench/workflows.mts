// The same work by our node, by the trivial one, and by n8n's own HTTP Request node as people set it up without us.
import { inARow, onItems, postsNode, uses } from '../e2e/workflows.mts';
import type { StoredCredential, WorkflowDraft, WorkflowNode } from '../n8n-host/host.mts';
import { type MeasuredN8n, START } from './measured-n8n.mts';

const start: WorkflowNode = { name: START, type: 'n8n-nodes-base.manualTrigger' };

export type Items = Array<Record<string, unknown>>;

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

	/** What the recipe of that name reads. */
	night(): WorkflowDraft {
		const node = (resource: string, operation: string): WorkflowNode => ({
			...postsNode(operation, { resource, returnAll: true }, this.credential),
			name: resource,
			executeOnce: true,
		});
		return inARow(start, node('post', 'getAll'), node('comment', 'getAllOfPosts'));
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

	/** @param batch a batch begins when the one before should be answered */
	httpCreates(count: number, batch: object): WorkflowDraft {
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

	ours(items: Items, node: string, parameters: object): WorkflowDraft {
		return onItems(items, {
			name: node,
			type: `n8n-nodes-customer-feedback.${node}`,
			parameters: { ...parameters, authentication: this.credential.type },
			credentials: uses(this.credential),
		});
	}

	/** HTTP Request with these expressions, each a field of the body. */
	httpMapped(items: Items, request: string, fields: object): WorkflowDraft {
		const [method, path] = request.split(/ (.*)/);
		const parameters = Object.entries(fields).map(([name, value]) => ({ name, value }));
		const body = { sendBody: true, bodyParameters: { parameters } };
		return onItems(items, this.http('', { url: `=${this.baseUrl}${path}`, method, ...body }));
	}

	looped({ nodes: [, node], ...draft }: WorkflowDraft): WorkflowDraft {
		const loop: WorkflowNode = {
			name: 'Loop Over Items',
			type: 'n8n-nodes-base.splitInBatches',
			typeVersion: 3,
			parameters: { options: {} },
		};
		return { ...draft, ...inARow(start, loop, node) };
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
