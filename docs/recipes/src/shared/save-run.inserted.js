export default [...$('Differences in Posts').all(), ...$('Differences in Comments').all()].filter(
	({ json }) => json.action === 'insert',
).length;
