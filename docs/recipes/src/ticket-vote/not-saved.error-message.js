export default `Ticket ${$('Check').first().json.ticket || 'without a name'}: ${$json.wrong || ($json.error.message ?? $json.error)}`;
