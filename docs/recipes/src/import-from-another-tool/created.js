/**
 * What became of each row of a piece, by its key. Steps are named where they are called: n8n gives code the items of those alone.
 * @param {[sent: Item[], answers: () => Item[]][]} steps
 * @returns {Map<string, Json>}
 */
export const createdBy = (steps) =>
	new Map(
		steps
			// A step that got no rows of this piece has those of an earlier one.
			.filter(([sent]) => sent.length > 0)
			.flatMap(([sent, answers]) => answers().map(({ json }, at) => [sent[at].json.key, json])),
	);
