/** Calls to addresses that strangers name: which of them may be called, and posts to those. */
export { guardedLookup, type OutgoingRules, urlFault } from './addresses.js';
export { createOutgoingFetch } from './outgoing-fetch.js';
export { createWebhookSender } from './webhook-sender.js';
