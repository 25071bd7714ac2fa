import { checked } from '../shared/gate.js';
import { conversationOf, partsOfMail } from './conversation.js';

const PARTS = { reference: 'text', title: 'text?', text: 'text', email: 'text?', name: 'text?' };
const words = $input.first().json;
const isCall = $('Conversation Closed').isExecuted;
const received = $(isCall ? 'Conversation Closed' : 'Mail Received').all();
const partsOf = (json) => (isCall ? checked(PARTS, json.body, words) : partsOfMail(json));
export default received.map(({ json }) => ({ json: conversationOf(partsOf(json), words) }));
