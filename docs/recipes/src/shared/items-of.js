/** What a step gave out at one of its outputs, nothing if it did not run. */
export const itemsOf = (step, output) =>
	$(step).isExecuted
		? $(step)
				.all(output)
				.map(({ json }) => json)
		: [];
