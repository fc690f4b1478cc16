import type { Pin, ShowProof, SponsorStore, VisitRecord } from '../../core/ports.js';
import { type PinRow, toLivePin, toPinRow } from '../work/pin-row.js';
import { type ShownRow, toShowWithStanding } from '../work/show-row.js';
import { boundedLimit } from '../work/values.js';
import type { Parts } from './parts.js';
import type { Purge } from '../work/purge.js';
import { statement, type Transaction } from './statement.js';
import type { ShowCounts } from '../work/show-counts.js';
import { writeShow } from './shows.js';
import { readVisit } from './visit-reader.js';
import { writeVisit } from './visit-record.js';

const MAX_SHOWN = 1_000;
/** How often a list is tried to be pinned while others come and go in its place. */
const TRIES_MAX = 5;

const shownBy = statement<
  [userId: number, botId: number, fromMs: number, toMs: number, limit: number],
  ShownRow
>(
  `SELECT shows.order_id, shows.bot_id, first_shown_at_ms, shown_at_ms, shows.price_micros, shows.seen_at_ms, shows.proof,
     standing.bot_id AS standing_bot_id, standing.state, standing.price_micros AS paid_micros, standing.at_ms,
     standing.changed_at_ms
   FROM shows LEFT JOIN subscriptions AS standing
     ON standing.user_id = shows.user_id AND standing.order_id = shows.order_id
   WHERE shows.user_id = $1 AND shows.bot_id = $2 AND seen_at_ms BETWEEN $3 AND $4
   ORDER BY shown_at_ms DESC, shows.order_id LIMIT $5`,
);
const pinOf = statement<[userId: number, botId: number], PinRow>(
  'SELECT slots, pinned_at_ms, life_seconds FROM pins WHERE user_id = $1 AND bot_id = $2',
);
const lockPin = statement<[userId: number, botId: number], PinRow>(
  'SELECT slots, pinned_at_ms, life_seconds FROM pins WHERE user_id = $1 AND bot_id = $2 FOR UPDATE',
);
const setSlots = statement<[userId: number, botId: number, slots: string]>(
  'UPDATE pins SET slots = $3 WHERE user_id = $1 AND bot_id = $2',
);

const noteLink = statement<[index: number, userId: number, orderId: number, botId: number]>(
  'UPDATE shows SET smart_link = $1 WHERE user_id = $2 AND order_id = $3 AND bot_id = $4',
);
const ofLink = statement<[userId: number, botId: number, index: number], { order_id: number }>(
  `SELECT order_id FROM shows WHERE user_id = $1 AND bot_id = $2 AND smart_link = $3
   ORDER BY seen_at_ms DESC, order_id LIMIT 1`,
);

interface Place {
  botId: number;
  userId: number;
  index: number;
}

async function fillSlot(
  transaction: Transaction,
  { botId, userId, index }: Place,
  { orderId, priceMicros, proof }: { orderId: number; priceMicros: bigint; proof: ShowProof },
  nowMs: number,
): Promise<{ orderId: number | null; isShown: boolean }> {
  const pin = toLivePin(await lockPin.get(transaction, userId, botId), nowMs);
  const slot = pin?.slots[index];
  const isOpen = slot?.kind === 'smart' && slot.orderId === null;
  if (slot?.kind === 'smart' && slot.orderId !== null) return { orderId: slot.orderId, isShown: false };
  if (pin !== null && isOpen) {
    const filled: Pin = { ...pin, slots: pin.slots.with(index, { kind: 'smart', orderId }) };
    await setSlots.run(transaction, userId, botId, toPinRow(filled).slots);
  }
  const isShown = orderId !== 0;
  if (isShown) {
    await writeShow(transaction, { userId, botId, orderId, priceMicros, how: 'listed', proof, nowMs });
    await noteLink.run(transaction, index, userId, orderId, botId);
  }
  return { orderId: isOpen ? orderId : null, isShown };
}

export function createSponsorStore(
  { deeds, dayOf, clock }: Parts,
  { counts, purge }: { counts: ShowCounts; purge: Purge },
): SponsorStore {
  /** Shows to be counted now that they are committed, or the list that another request pinned. */
  type Recorded = { kind: 'recorded'; counted: number[] } | { kind: 'pinned'; pin: Pin };

  const record = async (userId: number, what: VisitRecord): Promise<Recorded> => {
    for (let number = 1; number <= TRIES_MAX; number += 1) {
      // What is more than a statement goes together.
      const run = what.askedHereOnDay === null && !what.isDenied ? deeds.runOnce : deeds.run;
      const counted = await run('sponsors.record', (transaction) =>
        writeVisit(transaction, userId, what, dayOf(what.nowMs)),
      );
      if (counted !== null) return { kind: 'recorded', counted };
      const row = await deeds.askOnce((transaction) => pinOf.get(transaction, userId, what.botId));
      const pin = toLivePin(row, what.nowMs);
      // It may have been taken away meanwhile.
      if (pin !== null) return { kind: 'pinned', pin };
    }
    throw new TypeError('lists were pinned and taken away again faster than one can be');
  };

  return {
    // A visit costs one round trip, and so would looking whether it is needed.
    visitMark: () => Promise.resolve(null),
    visit: (botId, userId, sinceMs, nowMs) =>
      deeds.askOnce((transaction) => readVisit(transaction, { botId, userId, sinceMs, nowMs })),
    record: async (userId, what) => {
      const recorded = await record(userId, what);
      if (recorded.kind === 'pinned') return recorded;
      for (const orderId of recorded.counted)
        counts.count(orderId, what.botId, dayOf(what.nowMs), what.nowMs);
      return { kind: 'recorded' };
    },
    fillSlot: async (botId, userId, index, fill, nowMs) => {
      const filled = await deeds.run('sponsors.fillSlot', (transaction) =>
        fillSlot(transaction, { botId, userId, index }, fill, nowMs),
      );
      if (filled.isShown && fill.proof === 'contact') counts.count(fill.orderId, botId, dayOf(nowMs), nowMs);
      return filled.orderId;
    },
    orderOfSmartLink: async (botId, userId, index) => {
      const row = await deeds.askOnce((transaction) => ofLink.get(transaction, userId, botId, index));
      return row?.order_id ?? null;
    },
    shownBy: async (botId, userId, { fromMs, toMs }, limit) => {
      const bound = boundedLimit(limit, MAX_SHOWN);
      const rows = await deeds.askOnce((transaction) =>
        shownBy.all(transaction, userId, botId, fromMs, toMs, bound),
      );
      return rows.map(toShowWithStanding);
    },
    purge: (beforeMs, limit) => purge.run({ nowMs: clock.now(), showsBeforeMs: beforeMs, limit }),
  };
}
