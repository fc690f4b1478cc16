/** The secret that seals: whether it is that of the database, and changing it. */
export { createSecrets, lostValues } from './secrets.js';
