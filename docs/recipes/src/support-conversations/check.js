import { checked } from '../shared/gate.js';
import { conversationOf, partsOfMail } from './conversation.js';

const PARTS = { reference: 'id', title: 'text?', text: 'text', email: 'text?', name: 'text?' };
const words = $input.first().json;
const isCall = $('Conversation Closed').isExecuted;
const { json } = $(isCall ? 'Conversation Closed' : 'One Mail').first();
const parts = isCall ? checked(PARTS, json.body, words) : partsOfMail(json);
// Once More asks which execution it was.
export default [{ json: { ...conversationOf(parts, words), execution: $execution.id } }];
