/** YooKassa as a payment rail. */
export { createYooKassa } from './rail.js';
