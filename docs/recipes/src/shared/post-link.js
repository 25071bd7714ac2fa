/** Where the ID of a post stands in the address of its page: the number at the end, or else the end itself. */
const ID =
	/(?:(?<=[/=#])\d+-[^/=?#.]*|(?<![\p{L}\d:.])\d+(?:\/(?:[^/=?#\d-]*-[^/=?#\d]*)?)?)(?:[?#][^]*)?$|$(?<=^[^/]*\/\/[^/]+\/\p{L}+)/u;

/** The link to a post, made of the address of any other. It is empty if that does not show where the ID belongs. */
export function linkOf(address, id) {
	const start = address.trim().replace(ID, (found) => (found ? '' : '/'));
	return start === '' || /[\p{L}\d:.]$/u.test(start) ? '' : `${start}${id}`;
}
