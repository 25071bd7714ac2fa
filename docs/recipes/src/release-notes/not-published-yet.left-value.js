import { itemsOf } from '../shared/items-of.js';
import { updateOf } from './posts.js';

export default !updateOf(itemsOf('Find Update'), $('Release').first().json);
