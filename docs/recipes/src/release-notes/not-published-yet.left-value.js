export default !$('Find Update')
	.all()
	.some(({ json }) => json.title === $('Approved Posts').first().json.headline);
