/** What moderators and owners are told about an order's moderation. */
import type { Settings } from '../config.js';
import type { NewNotice, Order } from '../ports.js';
import { statusOf } from './status.js';

/** One for each moderator: this order, at this revision, waits for a decision. */
export function moderationNotices(settings: Pick<Settings, 'MODERATOR_IDS'>, order: Order): NewNotice[] {
  const [id, revision] = [String(order.orderId), String(order.revision)];
  if (order.decision !== 'waiting') return [];
  return settings.MODERATOR_IDS.map((moderatorId) => ({
    accountId: moderatorId,
    kind: 'moderation',
    facts: { orderId: order.orderId, revision: order.revision, name: order.name, link: order.link },
    dedupeKey: `moderation:${id}:${revision}:${String(moderatorId)}`,
  }));
}

/** What the owner learns of a decision; `decided` is the order as it is after it. */
export function decisionNotice(decided: Order): NewNotice {
  const kind = decided.decision === 'approved' ? 'order_approved' : 'order_rejected';
  const { orderId, name, link, reason } = decided;
  return {
    accountId: decided.accountId,
    kind,
    facts: { orderId, name, link, reason, status: statusOf(decided) },
    dedupeKey: `${kind}:${String(orderId)}:${String(decided.revision)}`,
  };
}
