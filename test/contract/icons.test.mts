// Whether what is drawn in an icon stands out from what it is drawn on, also where n8n shows it in 16 pixels.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './nodes.mts';

/** What WCAG asks of graphics (1.4.11). */
const LEAST_CONTRAST = 3;

/** As n8n's canvas and lists are, in light and in dark. */
const BACKGROUNDS = { light: '#ffffff', dark: '#1f1f1f' };

function luminance(color: string): number {
	const [red, green, blue] = [1, 3, 5]
		.map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
	const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b);
	return (bright + 0.05) / (dark + 0.05);
}

test.each(globSync('icons/*.svg', { cwd: root }).sort())('%s can be seen in 16 pixels', (file) => {
	const drawn = readFileSync(join(root, file), 'utf8');
	const [shape, ...details] = [...drawn.matchAll(/(?:fill|stroke)="(#[\da-f]{6})"/g)].map(
		([, color]) => color,
	);
	const background = BACKGROUNDS[file.includes('.dark.') ? 'dark' : 'light'];
	expect(contrast(shape, background), 'on the canvas').toBeGreaterThanOrEqual(LEAST_CONTRAST);
	for (const detail of details.filter((color) => color !== shape)) {
		expect(contrast(detail, shape), `${detail} on ${shape}`).toBeGreaterThanOrEqual(LEAST_CONTRAST);
	}
});
