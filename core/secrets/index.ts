/** The secret that seals: whether it is that of the database, and changing it. */
export { KEPT_FOR_EVER } from './probe.js';
export { createSecrets } from './secrets.js';
