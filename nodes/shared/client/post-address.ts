import { trimmed, UnusableCredential, withScheme } from './base-url';

/** Stands for the ID of a post in its address. */
const ID = '{id}';

/** A link of a chat or an email ends at other characters, and some of them turn what follows around. */
const ADDRESS = /^https?:\/\/(?![/?#])[^\s"<>()|\\`\p{Cc}\p{Default_Ignorable_Code_Point}]+$/iu;

const EXAMPLE = 'Enter one such as https://feedback.example.com/post/{id}';

/**
 * The address of a post as a person typed it, with `{id}` in place of the ID; undefined if it is empty.
 * @throws UnusableCredential
 */
export function normalizePostAddress(typed: string): string | undefined {
	const entered = trimmed(typed);
	if (entered === '') return undefined;
	if (entered.split(ID).length !== 2) {
		throw new UnusableCredential(
			`The Post Address in the credential must contain {id} once, in place of the ID of a post. ${EXAMPLE}`,
		);
	}
	const address = withScheme(entered);
	const root = rootOf(postUrl(address, 1));
	// An ID in the host name would lead each link to another server.
	if (!ADDRESS.test(address) || root === undefined || root !== rootOf(postUrl(address, 2))) {
		throw new UnusableCredential(
			`The Post Address in the credential is not a web address with {id} behind the host name. ${EXAMPLE}`,
		);
	}
	return address;
}

/** The scheme and host of an address that holds no user name and password; undefined for another text. */
function rootOf(address: string): string | undefined {
	if (!URL.canParse(address)) return undefined;
	const { origin, username, password } = new URL(address);
	return username + password === '' ? origin : undefined;
}

/** The address of the post with this ID. */
export const postUrl = (address: string, id: unknown): string =>
	address.replace(ID, () => encodeURIComponent(String(id)));
