export default ((body, name) =>
	body[name] ?? name.split('.').reduce((at, key) => (at ?? {})[key], body) ?? '')(
	$('Erasure Requested').first().json.body ?? {},
	$json.email.trim(),
);
