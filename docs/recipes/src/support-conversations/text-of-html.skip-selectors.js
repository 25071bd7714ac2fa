export default $('Words')
	.first()
	.json['Left out'].split(/[,;\n]/)
	.map((one) => one.trim())
	.filter(Boolean)
	.join();
