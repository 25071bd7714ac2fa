// What the command needs, in one module to load.
export { normalizeBaseUrl } from '../../nodes/shared/client/base-url';
export { probe } from './probe.mts';
export { conclusion, toMarkdown, toText } from './report.mts';
