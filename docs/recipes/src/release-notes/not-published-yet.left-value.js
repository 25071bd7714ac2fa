export default !$('Find Update')
	.all()
	.some(({ json }) => json.title === $('Release').first().json.headline);
