/** Calls to addresses that strangers name: which of them may be called, and posts to those. */
export { createWebhookSender } from './webhook-sender.js';
