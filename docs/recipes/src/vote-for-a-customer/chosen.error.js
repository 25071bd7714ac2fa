export default $('Choices')
	.first()
	.json.choices.some(({ choice }) => choice === $json[$('Words').first().json.which])
	? ''
	: $('Words').first().json['no choice'];
