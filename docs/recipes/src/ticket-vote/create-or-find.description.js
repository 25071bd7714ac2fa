export default [$json.title.length > 80 || /\s{2}|[^\S ]/.test($json.title) ? $json.title : '', $json.details].filter(Boolean).join('\n\n').slice(0, 50000);
