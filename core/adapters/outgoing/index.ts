/** Calls to addresses that strangers name: which of them may be called, and posts to those. */
export { createOutgoingFetch, guardedLookup, type OutgoingRules, urlFault } from './addresses.js';
export { createWebhookSender, readRetryAfter } from './webhook-sender.js';
