/** The secret that seals: whether it is that of the database, and changing it. */
export { lostValues } from './lost.js';
export { createSecrets } from './secrets.js';
