import { each, flag, list, nested, numeric, text } from './values';

/** The author as posts, comments and NPS responses carry it (User summary; a post sends the first five only). */
export const userSummary = nested({
	...each(numeric, 'user_id', 'admin_id'),
	...each(text, 'data_name', 'data_mail', 'data_img', 'data_full_name'),
	...each(flag, 'sso', 'anonymous'),
	segments: list,
});
