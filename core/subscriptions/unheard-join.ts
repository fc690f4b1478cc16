/**
 * When a user joined who was last known to be out, and whose join no update could report: while an impression still counted, as
 * for users who were unknown (`evidence.md`, Blindness is not free).
 */
import { dayNumberOf } from '../days.js';
import { lastCountedAtMs, type Span } from '../evidence/index.js';
import type { Ports } from '../ports.js';
import type { Order } from '../ports/order-store.js';
import { targetOf } from './targets.js';

export function createUnheardJoin({ store, clock, settings }: Ports) {
  const attributionMs = settings.ATTRIBUTION_HOURS * 3_600_000;

  /**
   * @param orders of one chat or bot
   * @param stay the earliest and the latest that they may have joined, epoch ms
   * @param unheard when no update reported who came
   * @returns epoch ms: where no impression counted, when the first of these spans began; null: none lies within the stay
   */
  return async (orders: readonly Order[], userId: number, stay: Span, unheard: readonly Span[]) => {
    const spans = unheard
      .map(({ fromMs, toMs }) => ({
        fromMs: Math.max(fromMs, stay.fromMs),
        toMs: Math.min(toMs, stay.toMs),
      }))
      .filter(({ fromMs, toMs }) => fromMs <= toMs);
    if (spans.length === 0) return null;
    const nowMs = clock.now();
    const beganAtMs = Math.min(...spans.map(({ fromMs }) => fromMs));
    const at = {
      impressionsSinceMs: beganAtMs - attributionMs,
      day: dayNumberOf(nowMs, settings.SERVICE_TIMEZONE),
    };
    for (const order of orders) {
      const shown = { orderId: order.orderId, ...targetOf(order) };
      const facts = await store.disputes.facts(shown, userId, at);
      const atMs = facts && lastCountedAtMs(facts, { attributionMs }, spans, nowMs);
      // Each order's facts have the impressions of all orders of the chat.
      if (atMs !== null) return atMs;
    }
    return beganAtMs;
  };
}
