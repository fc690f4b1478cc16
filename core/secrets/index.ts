/** Changing the secret that seals. */
export { createSecrets } from './secrets.js';
