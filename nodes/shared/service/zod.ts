// All of zod comes by way of this file: the look at what n8n has brought has to come first.
import './n8n-version';

export { z } from 'zod/v4';
