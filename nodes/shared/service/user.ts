import { flag, list, nested, numeric, text } from './values';

/** The author as posts, comments and NPS responses carry it (User summary; a post sends the first five only). */
export const userSummary = nested({
	user_id: numeric,
	admin_id: numeric,
	data_name: text,
	data_mail: text,
	data_img: text,
	data_full_name: text,
	sso: flag,
	anonymous: flag,
	segments: list,
});
