// What n8n makes of the packed package once it is installed: the descriptions that its editor and its AI tools work with.
import type { ICredentialType, INodeTypeDescription } from 'n8n-workflow';
import { describe, expect, inject, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { nodes as published } from '../contract/nodes.mts';
import { sharedN8n } from '../e2e/session.mts';
import { isBefore } from '../n8n-host/hosts.mjs';
import { homeOf } from '../prose/links.mts';

const { baseUrl } = inject('n8n');
const n8n = await sharedN8n();
const own = `${packageJson.name}.`;
const nodes = (await n8n.types<INodeTypeDescription>('nodes')).filter(({ name }) =>
	name.startsWith(own),
);
const credentials = (await n8n.types<ICredentialType>('credentials')).filter(({ name }) =>
	name.startsWith('feedback'),
);
const { pages } = homeOf(packageJson.repository.url);

/** Those that n8n knows; a node in any other category is listed nowhere. */
const categories = [
	'AI',
	'Analytics',
	'Communication',
	'Data & Storage',
	'Development',
	'Finance & Accounting',
	'Marketing',
	'Miscellaneous',
	'Productivity',
	'Sales',
	'Utility',
];

test('n8n has every node and credential, and every action node as a tool', () => {
	const expected = published.flatMap(({ description }) => {
		const type = `${own}${description.name}`;
		return description.usableAsTool ? [type, `${type}Tool`] : [type];
	});
	expect(nodes.map(({ name }) => name).sort()).toEqual(expected.sort());
	expect(credentials).toHaveLength(packageJson.n8n.credentials.length);
});

describe.each(nodes)('$name', ({ name, displayName, codex, documentationUrl, ...description }) => {
	const isTrigger = description.group.includes('trigger');
	const isTool = name.endsWith('Tool');
	const [, , topic = 'feedback'] = displayName
		.replace(/ Tool$/, '')
		.toLowerCase()
		.split(' ');
	const page = isTrigger ? 'docs/trigger.md' : `docs/nodes/${topic}.md`;

	test('is listed and found', () => {
		const { categories: listed = [], alias = [] } = codex!;
		expect(listed).not.toEqual([]);
		expect(listed.filter((category) => !categories.includes(category))).toEqual([]);
		// Up to 2.0 n8n forgets the aliases of tools.
		if (!isTool || !isBefore('2.1')) expect(alias.length).toBeGreaterThanOrEqual(5);
		expect(new Set(alias).size).toBe(alias.length);
		if (isTool) expect(listed).toEqual(['AI']);
	});

	test('leads to its page of the documentation', () => {
		expect(documentationUrl).toBe(`${pages}/${page}`);
		expect(codex?.resources).toEqual({
			primaryDocumentation: [{ url: `${pages}/${page}` }],
			credentialDocumentation: [{ url: `${pages}/docs/credentials.md` }],
		});
	});

	test('has an icon for light and for dark', async () => {
		const icons = await Promise.all(pictures(description.iconUrl));
		expect(icons[0]).not.toBe(icons[1]);
	});
});

test.each(credentials)(
	'$name is documented, has icons, and is tested by every node that takes it',
	async (credential) => {
		expect(credential.documentationUrl).toBe(`${pages}/docs/credentials.md`);
		const icons = await Promise.all(pictures(credential.iconUrl));
		expect(icons[0]).not.toBe(icons[1]);
		const takers = nodes.flatMap(({ credentials: taken = [] }) =>
			taken.filter(({ name }) => name === credential.name),
		);
		expect(takers.length).toBeGreaterThan(0);
		for (const { testedBy } of takers) expect(testedBy ?? credential.test).toBeDefined();
	},
);

function pictures(iconUrl: INodeTypeDescription['iconUrl']): Array<Promise<string>> {
	const { light, dark } = iconUrl as { light: string; dark: string };
	return [light, dark].map(async (path) => {
		const answer = await fetch(`${baseUrl}/${path}`);
		expect(answer.headers.get('content-type'), path).toContain('svg');
		return await answer.text();
	});
}
