// Figures in the docs, beside what is measured or what the code says.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

export type Value = number | string;

interface Figure {
	page: string;
	/** The sentence, with a group for each of its figures. */
	says: RegExp;
	/** What they have to be, in this order. */
	is(): readonly Value[] | Promise<readonly Value[]>;
	/** How much the page rounds, as a part of what it says. */
	rounding?: number;
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const ORDINALS = 'zeroth first second third fourth fifth'.split(' ');

/** "five", "fifth" and "10,000" as numbers, and anything else as it is. */
export function valueOf(written: string): Value {
	const words = [NUMBERS, ORDINALS].map((all) => all.indexOf(written.toLowerCase()));
	const number = Math.max(...words, Number(written.replaceAll(',', '')) || -1);
	return number >= 0 || written === '0' ? Math.max(0, number) : written;
}

export const readPage = (page: string) =>
	readFileSync(new URL(`../${page}`, import.meta.url), 'utf8');

export async function expectFigure({ page, says, is, rounding = 0 }: Figure): Promise<void> {
	const found = says.exec(readPage(page))?.slice(1).map(valueOf);
	expect(found, `${page} says nothing like ${says}: correct the page or this table`).toBeDefined();
	const measured = await is();
	const advice = `${page} says ${found!.join(' and ')}, and it is ${measured.join(' and ')}: correct the page`;
	if (rounding === 0) expect(found, advice).toEqual(measured);
	for (const [at, value] of (rounding === 0 ? [] : measured).entries())
		expect(Math.abs(Number(value) / Number(found![at]) - 1), advice).toBeLessThanOrEqual(rounding);
}

/** A test of what a page says; a figure that is measured may be rounded by this part of it. */
export function figure(page: string, says: RegExp, is: Figure['is'], rounding?: number): void {
	test(`${page}: ${says.source}`, async () => await expectFigure({ page, says, is, rounding }));
}
