/** HTML as it is sent. All else that stands in an `html` template is text. */
export class Html {
	readonly source: string;

	constructor(source: string) {
		this.source = source;
	}
}

type Part = Html | string | number | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** A template whose values are shown as text, also in a quoted attribute; `false` is left out. */
export function html(fixed: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(
		fixed.map((text, at) => text + (at in parts ? sourceOf(parts[at]) : '')).join(''),
	);
}

function sourceOf(part: Part): string {
	if (part === false) return '';
	if (part instanceof Html) return part.source;
	if (typeof part === 'object') return part.map(sourceOf).join('');
	return String(part).replaceAll(/[&<>"']/g, (character) => ENTITIES[character]);
}

/** What a person wrote. A mark of direction in it does not turn what stands beside it. */
export const written = (text: string): Html => html`<bdi>${text}</bdi>`;
