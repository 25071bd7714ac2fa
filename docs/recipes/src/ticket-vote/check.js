import { checked } from '../shared/gate.js';

const PARTS = { ticket: 'id', title: 'text', details: 'text?', email: 'text' };
const { body } = $('Request Found').first().json;

export default [{ json: checked(PARTS, body, $input.first().json) }];
