/** The blocks that the service shows itself, with the publishers' bots' own tokens. */
export { startBlockWorker } from './worker.js';
