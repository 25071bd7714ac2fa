export default JSON.stringify({ formSubmittedText: $json.wrong || ($json.error ? $('Words').first().json.failed : $('Words').first().json.thanks) });
