export default $('Words')
	.first()
	.json['Left out'].split(',')
	.map((one) => one.trim())
	.filter(Boolean)
	.join();
