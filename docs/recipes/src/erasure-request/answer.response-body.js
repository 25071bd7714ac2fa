export default JSON.stringify(
	$json.deleted
		? { erased: true, user_id: $json.user_id }
		: {
				erased: false,
				message: !$json.error
					? $('Words').first().json.unknown
					: $json.error.errors && !$json.error.httpCode
						? $('Words').first().json.refused
						: ($json.error.message ?? $json.error),
			},
);
