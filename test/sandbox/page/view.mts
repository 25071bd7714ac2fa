// The page as HTML: what customers and the team write on the left, the chat on the right.
import { createHash } from 'node:crypto';
import type { LoggedRequest } from '../request-log.mts';
import { type Html, html, written } from './html.mts';
import { type Person, type Records, type ShownPost, TEAM } from './records.mts';

/** How many of the newest requests stand below the chat. */
const REQUESTS = 5;

export interface Message {
	/** Counts from 1. */
	number: number;
	at: number;
	text: string;
}

/** A workflow that somebody at the page may want to look at. */
export interface WorkflowLink {
	name: string;
	/** What it does, after its name. */
	what: string;
	/** In the editor of n8n. */
	url: string;
}

export interface View {
	/** Stands in each form. */
	token: string;
	/** What was just done. */
	sent: string;
	records: Records;
	messages: readonly Message[];
	requests: readonly LoggedRequest[];
	workflows: readonly WorkflowLink[];
	/** Where a workflow sends its messages to. */
	chatUrl: string;
}

export function pageOf(view: View): Html {
	const { token, sent, records, messages, requests } = view;
	const { people, person } = records;
	const posts = postsOf(view);
	return documentOf(
		html` <header>
				<h1>Feedback sandbox</h1>
				<p>
					${view.workflows.length > 0
						? 'Send an idea, see its message in the chat, and open the workflow that sent it.'
						: 'What your customers write becomes a message in the chat of your team.'}
				</p>
			</header>
			<main>
				<section id="write" aria-label="Write">
					<form class="card" method="post" action="/page/idea">
						<h2>New idea</h2>
						${tokenField(token)} ${personField(people, person)}
						<label>Title <input name="title" pattern=".*\\S.*" required /></label>
						<label>Details <textarea name="description" rows="2"></textarea></label>
						<button>Send idea</button>
					</form>
					<details class="card">
						<summary><h2>NPS survey</h2></summary>
						<form method="post" action="/page/score">
							${tokenField(token)} ${personField(people, person)}
							<label
								>How likely are you to recommend us?
								<select name="vote">
									${scores.map((score) => html`<option>${score}</option>`)}
								</select></label
							>
							<label>Why? <input name="comment" /></label>
							<button>Send score</button>
						</form>
					</details>
					<details class="card">
						<summary><h2>Changelog update</h2></summary>
						<form method="post" action="/page/update">
							${tokenField(token)} ${asField(person)}
							<label>Title <input name="title" pattern=".*\\S.*" required /></label>
							<label>What is new <textarea name="description" rows="2"></textarea></label>
							<button>Publish as the team</button>
						</form>
					</details>
				</section>
				<aside class="card" aria-label="Chat">
					<h2>Chat of your team</h2>
					<ol
						id="chat"
						role="log"
						tabindex="0"
						aria-label="Messages"
						data-last="${messages.at(-1)?.number ?? 0}"
					>
						${messagesOf(messages)}
					</ol>
					<p id="no-message">${noMessage(view)}</p>
					${workflowsOf(view)}
					<h2>What n8n has just asked</h2>
					<ol id="requests">
						${requestsOf(requests)}
					</ol>
				</aside>
				<section
					id="posts"
					aria-label="Posts"
					data-version="${versionOf(posts)}"
					data-as="${person.id}"
				>
					${posts}
				</section>
			</main>
			<p id="sent" role="status">${sent}</p>`,
		html`<script src="/page/page.mjs" type="module"></script>`,
	);
}

/** The newest one first. */
export const messagesOf = (messages: readonly Message[]): Html[] =>
	messages.toReversed().map(
		({ at, text }) =>
			html`<li>
				<time>${clock(at)}</time>
				<p>${written(text)}</p>
			</li>`,
	);

export const requestsOf = (requests: readonly LoggedRequest[]): Html => {
	const newest = requests.slice(-REQUESTS).reverse();
	if (newest.length === 0) return html`<li>Nothing yet.</li>`;
	return html`${newest.map(
		({ at, method, path, status }) =>
			html`<li>
				<time>${clock(at)}</time> <code>${method} ${path}</code> ${status || 'no answer'}
			</li>`,
	)}`;
};

export function postsOf({ token, records }: View): Html {
	const { people, person, statuses, posts } = records;
	return html`<h2>Posts</h2>
		<form id="voter" action="/">
			${personField([...people, TEAM], person, 'Vote as')}
			<button>Choose</button>
		</form>
		${posts.length === 0 && html`<p>There are no posts yet.</p>`}
		${posts.map(
			(post) =>
				html`<article class="card" id="post-${post.id}">
					<form method="post" action="/page/post/${post.id}/vote">
						${tokenField(token)} ${asField(person)}
						<input type="hidden" name="vote" value="${post.isVoted ? 0 : 1}" />
						<button
							class="vote"
							aria-pressed="${String(post.isVoted)}"
							aria-label="Vote for #${post.id} as ${person.name}, ${post.votes} votes"
							title="${post.isVoted ? 'Take back the vote of' : 'Vote as'} ${person.name}"
						>
							▲ ${post.votes}
						</button>
					</form>
					<details>
						<summary>
							<span class="title">${written(post.title)} <small>#${post.id}</small></span>
							<small
								>${written(post.author)} · ${written(post.status)} · ${post.total_comments}
								${post.total_comments === 1 ? 'comment' : 'comments'}</small
							>
							<span class="more">Comment or change status</span>
						</summary>
						${post.description && html`<p class="text">${written(post.description)}</p>`}
						${commentsOf(post)}
						<form method="post" action="/page/post/${post.id}/comment">
							${tokenField(token)} ${personField([...people, TEAM], person)}
							<label>Comment <textarea name="comment" rows="2" required></textarea></label>
							<button>Send comment</button>
						</form>
						<form method="post" action="/page/post/${post.id}/status">
							${tokenField(token)} ${asField(person)}
							<label
								>Status
								<select name="status">
									${statuses.map(
										(status) =>
											html`<option ${status === post.status && html`selected`}>${status}</option>`,
									)}
								</select></label
							>
							<button>Change status</button>
							<small
								>The API has no way to change a status. The page writes it into the sandbox.</small
							>
						</form>
					</details>
				</article>`,
		)}`;
}

/** Differs when the posts look different. */
export const versionOf = ({ source }: Html): string =>
	createHash('sha256').update(source).digest('base64url').slice(0, 12);

/** What is said in place of the page. @param texts what a person wrote, so that it is not lost */
export const noticeOf = (what: string, todo: string, texts: readonly string[] = []): Html =>
	documentOf(
		html` <main>
			<div class="card">
				<p>${written(what)} ${todo}</p>
				${texts.length > 0 && html`<p>You wrote:</p>`}
				${texts.map((text) => html`<p>${written(text)}</p>`)}
			</div>
		</main>`,
	);

const documentOf = (body: Html, script: Html | false = false): Html =>
	html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>Feedback sandbox</title>
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="/page/page.css" />
				${script}
			</head>
			<body>
				${body}
			</body>
		</html>`;

const scores = Array.from({ length: 10 }, (_, at) => 10 - at);

const tokenField = (token: string) => html`<input type="hidden" name="token" value="${token}" />`;

const asField = ({ id }: Person) => html`<input type="hidden" name="as" value="${id}" />`;

const personField = (people: readonly Person[], chosen: Person, label = 'From') =>
	html`<label
		>${label}
		<select name="as">
			${(people.length > 0 ? people : [TEAM]).map(
				({ id, name }) =>
					html`<option value="${id}" ${id === chosen.id && html`selected`}>${name}</option>`,
			)}
		</select></label
	>`;

const commentsOf = ({ comments }: ShownPost) =>
	comments.length > 0 &&
	html`<ul>
		${comments.map(
			({ author, text, isPublic }) =>
				html`<li>
					<small>${written(author)}${!isPublic && ' (private)'}</small><br />${written(text)}
				</li>`,
		)}
	</ul>`;

const workflowsOf = ({ workflows }: View) =>
	workflows.length > 0 &&
	html`<h2>Workflows in n8n</h2>
		<ul id="workflows">
			${workflows.map(
				({ name, what, url }) =>
					html`<li>
						<a href="${url}" target="_blank">${name}</a> ${what}
						<a href="${url}/executions" target="_blank" aria-label="Executions of ${name}"
							>Executions</a
						>
					</li>`,
			)}
		</ul>`;

const noMessage = ({ workflows, chatUrl }: View) =>
	workflows.length > 0
		? html`No messages yet. Send an idea: its message is here about 5 seconds later.`
		: html`No messages yet. Import the recipe News to chat into your n8n, and put
				<code>${chatUrl}</code> into its step Chat.`;

/** Hours, minutes and seconds in UTC, as in the records of the service. */
const clock = (at: number) => new Date(at).toISOString().slice(11, 19);
