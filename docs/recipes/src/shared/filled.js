/** A sentence of Words with values in its places, such as {email}. */
export const filled = (sentence, values) =>
	`${sentence ?? ''}`.replace(/\{(\w+)\}/g, (place, name) => `${values[name] ?? place}`);
