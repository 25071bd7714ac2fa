export default !$json.error && !$('Saved Words').all(0).some(({ json }) => String(json.comment ?? '').replace(/\s+/g, ' ').trim() === $('Comment').first().json.comment.replace(/\s+/g, ' ').trim());
