import { checked } from '../shared/gate.js';

const PARTS = { key: 'text', labels: 'list', resolution: 'text' };
const { body } = $('Issue Closed').first().json;

export default [{ json: checked(PARTS, body, $input.first().json) }];
