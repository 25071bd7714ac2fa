import { visible } from '../shared/left-over.js';

/** An @ that may mention somebody, or all. That of an email address stays, so that it can be copied. */
const MENTION =
	/(?<![\p{L}\p{N}._%+-])@|@(?!(?!(?:everyone|here|channel|all)\b)[\p{L}\p{N}-]{1,63}\.[\p{L}\p{N}])/giu;

/** A text that a stranger may have caused as one line of at most 200 characters, which mentions nobody in a chat. */
export const safeLine = (text) =>
	visible(text)
		.replace(/</g, '‹')
		.replace(/>/g, '›')
		.replace(/`/g, "'")
		.replace(/\]\(/g, '] (')
		.replace(/\\n/g, '\\ n')
		.replace(MENTION, '@\u200b')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.trim()
		.slice(0, 402)
		.replace(/^(.{199}).{2,}$/u, '$1…');
