// What somebody writes with a client that openapi-typescript generates from docs/openapi.yaml. typed-client.test.mts
// compiles and runs it.
import createClient from 'openapi-fetch';
import type { paths } from './generated.d.ts';

const [baseUrl, key] = process.argv.slice(2);
const { DELETE, GET, POST } = createClient<paths>({
	baseUrl,
	headers: { Authorization: `Bearer ${key}` },
});

const created = await POST('/v1/post', { body: { title: 'Export as CSV', type: 'idea' } });
if (created.error) throw new Error(created.error.message);
// A feature that the plan lacks comes with HTTP 200.
if (created.data.status === 'error') throw new Error(created.data.data.message);
const ofPost = { params: { path: { postid: created.data.data.feedback_id } } };

const vote = await POST('/v1/post/{postid}/vote', { ...ofPost, body: { vote: 1 } });
const post = await GET('/v1/post/{postid}', ofPost);
if (post.data?.status !== 'success') throw new Error(post.error?.message);
const { title, total_up, user } = post.data.data;

const group = await POST('/v2/groups', { body: { id: 'acme', meta: { plan: 'team' } } });
if (group.data?.status !== 'success') throw new Error('No group was created');
const { group_id, weight } = group.data.data;
const { user_id } = user;
const ofGroup = { params: { path: { group_id } } };
const member = await POST('/v2/groups/{group_id}/members', { ...ofGroup, body: { user_id } });
const isMember = member.data?.status === 'success' && member.data.data.user_id === user_id;
const removed = await DELETE('/v2/groups/{group_id}/members/{user_id}', {
	params: { path: { group_id, user_id } },
});

const refused = await POST('/v2/documents', { body: { title: 'Plan', document_type: 'poem' } });
const missing = await GET('/v1/post/{postid}', { params: { path: { postid: '999' } } });
console.log(
	JSON.stringify({
		post: { title, total_up, vote: vote.data?.status },
		group: { weight, isMember, removed: removed.response.status },
		refused: refused.error?.data.key,
		missing: missing.error?.message,
	}),
);
