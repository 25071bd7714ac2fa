export default $('Choices')
	.first()
	.json.choices.find(({ choice }) => choice === $json[$('Words').first().json.which])
	?.feedback_id ?? '';
