export default $('Issue Closed').first().json.body.action === 'closed'
	? ($('Issue Closed').first().json.body.issue.state_reason ?? 'completed')
	: '';
