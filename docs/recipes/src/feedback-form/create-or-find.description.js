export default [$json.idea.length > 80 || /\s{2}|[^\S ]/.test($json.idea) ? $json.idea : '', $json.details].filter(Boolean).join('\n\n').slice(0, 50000);
