// What happens at the page while it is open: messages, requests and posts appear, and no text that is being written is lost.
const EVERY_MS = 500;

const [chat, requests, posts, sent] = ['chat', 'requests', 'posts', 'sent'].map((id) =>
	document.getElementById(id),
);

/** Where the tab keeps a text until it was sent. */
const placeOf = (field) => `${new URL(field.form.action).pathname} ${field.name}`;
const texts = () =>
	[...document.querySelectorAll('input[name], textarea')].filter(({ type }) => type !== 'hidden');

/** Puts the texts back that were not sent, and gives their fields. */
function restore() {
	const known = texts().filter((field) => sessionStorage.getItem(placeOf(field)) !== null);
	for (const field of known) field.value = sessionStorage.getItem(placeOf(field));
	return known;
}

const query = new URLSearchParams(location.search);
if (query.has('sent')) {
	for (const place of Object.keys(sessionStorage)) {
		if (place.startsWith(`${query.get('sent')} `)) sessionStorage.removeItem(place);
	}
	// Loaded again, the page does not say again what was done.
	history.replaceState(null, '', `/?as=${posts.dataset.as}${location.hash}`);
}
for (const field of restore()) {
	const folded = field.closest('details');
	if (folded) folded.open = true;
}
addEventListener('input', ({ target }) => {
	if (texts().includes(target)) sessionStorage.setItem(placeOf(target), target.value);
});

let shownRequests = '';
async function look() {
	const { version, as } = posts.dataset;
	const asked = new URLSearchParams({ after: chat.dataset.last, version, as });
	const now = await (await fetch(`/page/now?${asked}`)).json();
	chat.dataset.last = now.last;
	chat.insertAdjacentHTML('afterbegin', now.messages);
	if (shownRequests !== now.requests) requests.innerHTML = shownRequests = now.requests;
	// Nothing moves below a person who reads or writes there.
	if (now.posts === undefined || posts.querySelector(':focus, [open]')) return;
	posts.innerHTML = now.posts;
	posts.dataset.version = now.version;
	restore();
}

async function keepLooking() {
	try {
		await look();
		setTimeout(keepLooking, EVERY_MS);
	} catch {
		sent.textContent = 'The sandbox was stopped. Start it again, and load this page again.';
	}
}
void keepLooking();
