export default ($json.error
	? $('Words').first().json['not an end-user']
	: $('Words').first().json.voted) +
	' #' +
	$('Post').first().json.feedback_id;
