/** Events for publishers: where they go, and how they get there. */
export { BATCH_MOST, batchSize, historyOnDelivery, historyOnRefusal } from './batches.js';
export { createEventDelivery, DELIVERY_LEASE_MS } from './delivery.js';
export { createWebhooks, urlFaultMeaning, WEBHOOK_PURPOSE, type WebhookView } from './webhooks.js';
