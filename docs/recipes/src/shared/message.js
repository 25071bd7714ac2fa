// Do not edit: the sentences stand in Words. Discord takes 2,000 characters.
const items = $input.all().filter(({ json }) => Object.keys(json.original).length > 0);
const { heading = '', nothing = '', more = '', ['Post address']: address = '' } = $input.first().json;
const start = address.trim().replace(/(?:(?<=[\/=#])\d+-[^\/=?#.]*|(?<![\p{L}\d:.])\d+(?:\/(?:[^\/=?#\d-]*-[^\/=?#\d]*)?)?)(?:[?#][^]*)?$|$(?<=^[^\/]*\/\/[^\/]+\/\p{L}+)/u, (id) => id ? '' : '/').replace(/^[^]*[\p{L}\d:.]$/u, '');
const link = (id) => start && id ? ' ' + start + id : '';
const lines = items.map(({ json }) =>
	String(json[json.event] ?? json.line).replace(/ {2,}/g, ' ').replace(/(?<![ :-])[ :-]+$/, '') + link(json.feedback_id));
const room = 1890 - more.length;
let message = lines.length > 0 ? heading : nothing;
let sent = 0;
for (const line of lines) {
	if (sent > 0 && message.length + line.length > room) break;
	message += '\n' + line;
	sent++;
}
if (sent < lines.length) message += '\n' + more.replaceAll('{number}', lines.length - sent);
export default [{ json: { message: message.trim() } }];
