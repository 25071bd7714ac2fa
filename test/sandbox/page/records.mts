// What the page shows of a workspace. It is read from the database, since a mood changes how the API answers.
import type { Database } from '../database.mts';

const POSTS = 30;
const COMMENTS = 5;
const PEOPLE = 50;

/** Those of the demo data, so that a workspace without posts has some as well. */
const STATUSES = ['open', 'planned', 'in-progress', 'completed', 'closed'];

export interface Person {
	id: number;
	name: string;
}

export interface ShownPost {
	id: number;
	title: string;
	description: string;
	status: string;
	author: string;
	votes: number;
	/** Whether the person at the page voted for it. */
	isVoted: boolean;
	total_comments: number;
	comments: { author: string; text: string; isPublic: boolean }[];
}

export interface Records {
	people: Person[];
	/** Who is at the page. */
	person: Person;
	statuses: string[];
	posts: ShownPost[];
}

export const TEAM: Person = { id: 0, name: 'Product team' };

/** @param as the ID of the person at the page; 0 is the team, an unknown one the first person */
export function recordsOf(database: Database, workspace: number, as: number): Records {
	const people = database.all(
		`SELECT user_id AS id, coalesce(nullif(data_full_name, ''), data_name) AS name FROM users
		WHERE workspace_id = ? AND admin_id = 0 AND deleted = 0 ORDER BY user_id LIMIT ${PEOPLE}`,
		workspace,
	) as unknown as Person[];
	const person = [TEAM, ...people].find(({ id }) => id === as) ?? people.at(0) ?? TEAM;
	const used = database.all('SELECT DISTINCT status FROM posts WHERE workspace_id = ?', workspace);
	const posts = database.all(
		`SELECT p.feedback_id AS id, p.title, p.description, p.status, u.data_full_name AS author, p.total_comments,
			p.total_up - p.total_down AS votes, EXISTS (SELECT 1 FROM votes v
				WHERE v.feedback_id = p.feedback_id AND v.vote > 0
				AND v.user_id = iif(? > 0, ?, (SELECT staff_id FROM workspaces WHERE workspace_id = p.workspace_id))) AS voted
		FROM posts p JOIN users u ON u.user_id = p.user_id
		WHERE p.workspace_id = ? ORDER BY p.created DESC, p.feedback_id DESC LIMIT ${POSTS}`,
		person.id,
		person.id,
		workspace,
	);
	return {
		people,
		person,
		statuses: [...new Set([...STATUSES, ...used.map(({ status }) => status as string)])],
		posts: posts.map(({ voted, ...post }) => ({
			...(post as unknown as ShownPost),
			isVoted: voted === 1,
			comments: commentsOf(database, post.id as number),
		})),
	};
}

/** The newest ones, in the order in which they were written. */
function commentsOf(database: Database, post: number): ShownPost['comments'] {
	const rows = database.all(
		`SELECT c.comment AS text, c.public, u.data_full_name AS author FROM comments c JOIN users u ON u.user_id = c.user_id
		WHERE c.feedback_id = ? ORDER BY c.created DESC, c.comment_id DESC LIMIT ${COMMENTS}`,
		post,
	);
	return rows.reverse().map((row) => ({
		author: row.author as string,
		text: row.text as string,
		isPublic: row.public === 1,
	}));
}
