/** Impressions of users, and pinned lists; each database reads and writes request contexts in its own way. */
import type { Pin, Slot, SponsorStore } from '../../core/ports/sponsor-store.js';
import { awaitContacts } from './contact-writes.js';
import type { Parts } from './database.js';
import { type PinRow, toLivePin, toPinRow } from './context-row.js';
import type { Purge } from './purge.js';
import {
  type ImpressionCounts,
  type ShownRow,
  toImpressionWithSubscriptionStatus,
  type WrittenImpression,
} from './impressions.js';
import { boundedLimit, type ResourceKey, toResourceKey } from './values.js';
import { statement, touchUser, type Work } from './statement.js';

const MAX_SHOWN = 1_000;

/** What has a shape of its own in each database. */
export interface ContextShapes extends Pick<SponsorStore, 'contextMark' | 'requestContext'> {
  /** @returns the orders whose impressions count now, or the list that another request pinned */
  record(
    ...what: Parameters<SponsorStore['record']>
  ): Promise<{ kind: 'recorded'; counted: number[] } | { kind: 'pinned'; pin: Pin }>;
  /** Inside other work. */
  writeImpression(impression: WrittenImpression): Work<unknown>;
}

const shownBy = statement<
  [userId: number, botId: number, fromMs: number, toMs: number, limit: number],
  ShownRow
>(
  `SELECT impressions.order_id, impressions.bot_id, first_shown_at_ms, shown_at_ms, impressions.price_micros, impressions.seen_at_ms, impressions.proof,
     impressions.target, impressions.kind, impressions.has_own_link,
     standing.bot_id AS standing_bot_id, standing.state, standing.price_micros AS paid_micros, standing.at_ms,
     standing.changed_at_ms
   FROM impressions LEFT JOIN subscriptions AS standing
     ON standing.user_id = impressions.user_id AND standing.order_id = impressions.order_id
   WHERE impressions.user_id = $1 AND impressions.bot_id = $2 AND seen_at_ms BETWEEN $3 AND $4
   ORDER BY shown_at_ms DESC, impressions.order_id LIMIT $5`,
);
const holdPin = statement<[userId: number, botId: number], PinRow>(
  'SELECT slots, pinned_at_ms, life_seconds FROM pins WHERE user_id = $1 AND bot_id = $2 FOR UPDATE',
);
const setSlots = statement<[userId: number, botId: number, slots: string]>(
  'UPDATE pins SET slots = $3 WHERE user_id = $1 AND bot_id = $2',
);
const noteLink = statement<
  [index: number, userId: number, target: ResourceKey, orderId: number, botId: number]
>(
  'UPDATE impressions SET smart_link = $1 WHERE user_id = $2 AND target = $3 AND order_id = $4 AND bot_id = $5',
);
const ofLink = statement<[userId: number, botId: number, index: number], { ads_id: number }>(
  `SELECT ads_id FROM (
     SELECT order_id AS ads_id, seen_at_ms AS found_at_ms FROM impressions
     WHERE user_id = $1 AND bot_id = $2 AND smart_link = $3
     UNION ALL SELECT ads_id, listed_at_ms FROM network_offers
     WHERE user_id = $1 AND bot_id = $2 AND smart_link = $3) AS found
   ORDER BY found_at_ms DESC, ads_id LIMIT 1`,
);

type Fill = Parameters<SponsorStore['fillSlot']>;

export function createSponsorStore(
  { db, dayOf, clock }: Pick<Parts, 'db' | 'dayOf' | 'clock'>,
  { shapes, counts, purge }: { shapes: ContextShapes; counts: ImpressionCounts; purge: Purge },
): SponsorStore {
  function* fillSlot(...[botId, userId, index, fill, nowMs]: Fill) {
    const order = fill === null || 'adsId' in fill ? null : fill;
    const adsId = fill !== null && 'adsId' in fill ? fill.adsId : (order?.orderId ?? 0);
    const pin = toLivePin(yield* holdPin.get(userId, botId), nowMs);
    yield* touchUser(userId);
    const slot = pin?.slots[index];
    const isOpen = slot?.kind === 'smart' && slot.orderId === null;
    if (slot?.kind === 'offer') return { adsId: slot.adsId, shown: null };
    if (slot?.kind === 'smart' && slot.orderId !== null) return { adsId: slot.orderId, shown: null };
    if (pin !== null && isOpen) {
      const become: Slot = adsId < 0 ? { kind: 'offer', adsId } : { kind: 'smart', orderId: adsId };
      yield* setSlots.run(userId, botId, toPinRow({ ...pin, slots: pin.slots.with(index, become) }).slots);
    }
    if (order !== null) {
      yield* shapes.writeImpression({
        ...order,
        userId,
        botId,
        how: order.proof === 'contact' ? 'listed' : 'unconfirmed',
        nowMs,
      });
      if (order.question !== undefined)
        yield* awaitContacts(
          userId,
          { botIds: [botId], ...order.question, againAtMs: order.question.untilMs },
          nowMs,
        );
      yield* noteLink.run(index, userId, toResourceKey(order.target), order.orderId, botId);
    }
    return { adsId: isOpen ? adsId : null, shown: order };
  }

  return {
    contextMark: shapes.contextMark,
    requestContext: shapes.requestContext,
    record: async (...recording) => {
      const [, what] = recording;
      const recorded = await shapes.record(...recording);
      if (recorded.kind === 'pinned') return recorded;
      for (const orderId of recorded.counted)
        counts.count(orderId, what.botId, dayOf(what.nowMs), what.nowMs);
      return { kind: 'recorded' };
    },
    fillSlot: async (...wanted) => {
      const [botId, , , , nowMs] = wanted;
      const { adsId, shown } = await db.run('sponsors.fillSlot', () => fillSlot(...wanted));
      if (shown?.proof === 'contact') counts.count(shown.orderId, botId, dayOf(nowMs), nowMs);
      return adsId;
    },
    adsIdOfSmartLink: async (botId, userId, index) =>
      (await db.read(ofLink.get(userId, botId, index)))?.ads_id ?? null,
    shownBy: async (botId, userId, { fromMs, toMs }, limit) => {
      const rows = await db.read(shownBy.all(userId, botId, fromMs, toMs, boundedLimit(limit, MAX_SHOWN)));
      return rows.map(toImpressionWithSubscriptionStatus);
    },
    purge: (beforeMs, limit, table) =>
      purge.run({ nowMs: clock.now(), impressionsBeforeMs: beforeMs, limit, table }),
    purgedTables: purge.tables,
  };
}
