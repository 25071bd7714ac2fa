import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/**
 * What comes of some work, and whether n8n looked at this item meanwhile, as it does to evaluate an expression of it.
 */
export async function lookedAt<T>(
	item: INodeExecutionData,
	work: () => Promise<T>,
): Promise<{ result: T; isLookedAt: boolean }> {
	let isLookedAt = false;
	const before = Object.getOwnPropertyDescriptors(item);
	for (const name of ['json', 'pairedItem'] as const) {
		const value = item[name];
		Object.defineProperty(item, name, {
			configurable: true,
			enumerable: true,
			get() {
				isLookedAt = true;
				return value;
			},
		});
	}
	try {
		return { result: await work(), isLookedAt };
	} finally {
		for (const name of ['json', 'pairedItem'] as const) {
			if (before[name]) Object.defineProperty(item, name, before[name]);
			else delete item[name];
		}
	}
}

/** Whether n8n evaluates expressions over the very items that a node is given, so that they can be watched. */
export async function canWatch(
	context: IExecuteFunctions,
	item: INodeExecutionData,
	itemIndex: number,
): Promise<boolean> {
	const look = async () =>
		await Promise.resolve(context.evaluateExpression('{{ $json.x }}', itemIndex));
	return await lookedAt(item, look).then(
		({ isLookedAt }) => isLookedAt,
		() => false,
	);
}
