const wishes = $input.all().map(({ json }) => json);
export default [
	{ event: 'wishHeading', count: wishes.length },
	...wishes.slice(0, 10).map((wish) => ({ event: 'wish', ...wish })),
].map((json) => ({ json }));
