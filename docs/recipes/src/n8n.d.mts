// What n8n offers to the code of a step, as far as recipes use it.
/** Whatever JSON may hold. */
type Value = ReturnType<typeof JSON.parse>;
type Json = Record<string, Value>;

interface Item {
	json: Json;
	pairedItem?: { item: number };
}

interface Items {
	all(branch?: number, run?: number): Item[];
	first(branch?: number, run?: number): Item;
	itemMatching(index: number): Item;
	item: Item;
	isExecuted: boolean;
	params: Json;
}

declare const $input: Items;
declare const $json: Json;
declare function $(step: string): Items;
declare const $itemIndex: number;
declare const $runIndex: number;
declare const $execution: { id: string; resumeUrl: string; resumeFormUrl: string };
declare const $workflow: { id: string; name: string };
declare function $getWorkflowStaticData(kind: 'global' | 'node'): Json;

/** A moment of Luxon. */
interface DateTime {
	minus(time: Record<string, number>): DateTime;
	plus(time: Record<string, number>): DateTime;
	startOf(unit: string): DateTime;
	diff(other: DateTime, unit: string): Record<string, number>;
	set(parts: Record<string, number>): DateTime;
	setZone(zone: string): DateTime;
	setLocale(locale: string): DateTime;
	toUTC(): DateTime;
	toISO(): string;
	toISODate(): string;
	toMillis(): number;
	toSeconds(): number;
	toFormat(format: string): string;
	toLocaleString(format?: object): string;
	readonly year: number;
	readonly month: number;
	readonly day: number;
	readonly quarter: number;
	readonly weekNumber: number;
	readonly isValid: boolean;
}

declare const $now: DateTime;
declare const $today: DateTime;
declare const DateTime: Record<string, Value>;
