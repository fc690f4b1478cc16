/** Events for publishers: where they go, and how they get there. */
export { createEventDelivery } from './delivery.js';
export { createWebhooks, type WebhookView } from './webhooks.js';
