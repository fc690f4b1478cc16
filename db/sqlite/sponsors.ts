import type { Pin, SponsorStore, VisitRecord } from '../../core/ports.js';
import type { Parts } from './parts.js';
import { users } from './users.js';
import type { Purge } from '../work/purge.js';
import type { VisitMarks } from './visit-marks.js';
import { writeClaims } from '../work/claims.js';
import type { BlockWishes } from './block-wishes.js';
import type { ContactWrites } from './contact-writes.js';
import { type PinRow, toLivePin, toPinRow } from '../work/pin-row.js';
import type { ShowCounts } from '../work/show-counts.js';
import { type ShownRow, toShowWithStanding } from '../work/show-row.js';
import { createShowWrites } from './shows.js';
import { boundedLimit } from '../work/values.js';
import { createVisitReader } from './visit-reader.js';

const MAX_SHOWN = 1_000;

export function createSponsorStore(
  parts: Parts,
  {
    wishes,
    marks,
    counts,
    contacts,
    purge,
  }: {
    wishes: BlockWishes;
    marks: VisitMarks;
    counts: ShowCounts;
    contacts: ContactWrites;
    purge: Purge;
  },
): SponsorStore {
  const { connection, executor, perform, dayOf, clock } = parts;
  const visit = createVisitReader(parts);
  const shows = createShowWrites(connection);
  const shownBy = connection.prepare<[number, number, number, number, number], ShownRow>(
    `SELECT shows.order_id, shows.bot_id, first_shown_at_ms, shown_at_ms, shows.price_micros,
       shows.seen_at_ms, shows.proof, standing.bot_id AS standing_bot_id, standing.state,
       standing.price_micros AS paid_micros, standing.at_ms, standing.changed_at_ms
     FROM shows LEFT JOIN subscriptions AS standing
       ON standing.user_id = shows.user_id AND standing.order_id = shows.order_id
     WHERE shows.user_id = ? AND shows.bot_id = ? AND seen_at_ms BETWEEN ? AND ?
     ORDER BY shown_at_ms DESC LIMIT ?`,
  );
  const noteLink = connection.prepare<[number, number, number, number]>(
    'UPDATE shows SET smart_link = ? WHERE user_id = ? AND order_id = ? AND bot_id = ?',
  );
  const ofLink = connection.prepare<[number, number, number], { order_id: number }>(
    `SELECT order_id FROM shows WHERE user_id = ? AND bot_id = ? AND smart_link = ?
     ORDER BY seen_at_ms DESC, order_id LIMIT 1`,
  );
  const noteBot = connection.prepare<[number, number]>(
    'INSERT INTO user_bots (user_id, bot_id) VALUES (?, ?) ON CONFLICT (user_id, bot_id) DO NOTHING',
  );
  const noteAsked = connection.prepare<[number, number, number]>(
    `INSERT INTO user_bots (user_id, bot_id, asked_on_day, asked_times) VALUES (?, ?, ?, 1)
     ON CONFLICT (user_id, bot_id) DO UPDATE SET asked_on_day = excluded.asked_on_day,
       asked_times = CASE WHEN asked_on_day = excluded.asked_on_day THEN asked_times + 1 ELSE 1 END`,
  );
  const pinOf = connection.prepare<[number, number], PinRow>(
    'SELECT slots, pinned_at_ms, life_seconds FROM pins WHERE user_id = ? AND bot_id = ?',
  );
  const savePin = connection.prepare<[number, number, string, number, number]>(
    `INSERT INTO pins (user_id, bot_id, slots, pinned_at_ms, life_seconds) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (user_id, bot_id) DO UPDATE SET slots = excluded.slots, pinned_at_ms = excluded.pinned_at_ms,
       life_seconds = excluded.life_seconds`,
  );
  const unpin = connection.prepare<[number, number]>('DELETE FROM pins WHERE user_id = ? AND bot_id = ?');

  const writePin = (userId: number, botId: number, pin: Pin) => {
    const row = toPinRow(pin);
    savePin.run(userId, botId, row.slots, row.pinned_at_ms, row.life_seconds);
  };

  /** Shows to be counted once they are committed. */
  type Recorded = { kind: 'recorded'; counted: number[] } | { kind: 'pinned'; pin: Pin };

  const record = (userId: number, what: VisitRecord): Recorded => {
    const { botId, nowMs, pin } = what;
    const livePin = pin === null ? null : toLivePin(pinOf.get(userId, botId), nowMs);
    if (livePin !== null) return { kind: 'pinned', pin: livePin };
    marks.note(userId);
    if (what.isNewUser) perform(users.change(userId, {}, nowMs));
    if (what.askedOnDay !== null) perform(users.noteAsked(userId, what.askedOnDay, nowMs));
    if (what.claims !== null) perform(writeClaims(userId, botId, what.claims, nowMs));
    else if (what.isFirstForBot) noteBot.run(userId, botId);
    if (what.askedHereOnDay !== null) noteAsked.run(userId, botId, what.askedHereOnDay);
    if (what.unpin) unpin.run(userId, botId);
    if (pin !== null) writePin(userId, botId, pin);
    // A new list counts as an impression again; the same list seen again does not, nor does one without contact.
    const isCounted = what.shows.map(
      (show) => shows.write({ userId, botId, nowMs, proof: what.proof, ...show }) || pin !== null,
    );
    if (what.contact !== null) contacts.ask(userId, botId, what.contact, nowMs);
    if (what.isDenied && what.shows.length > 0) contacts.countUnproven(userId, botId, dayOf(nowMs));
    if (what.block !== undefined) wishes.wish(botId, userId, what.block, nowMs);
    const counted = what.counts
      ? what.shows.filter((_, index) => isCounted[index]).map((show) => show.orderId)
      : [];
    return { kind: 'recorded', counted };
  };

  const fillSlot = (
    botId: number,
    userId: number,
    index: number,
    { orderId, priceMicros, proof }: Parameters<SponsorStore['fillSlot']>[3],
    nowMs: number,
  ): { orderId: number | null; isShown: boolean } => {
    const pin = toLivePin(pinOf.get(userId, botId), nowMs);
    marks.note(userId);
    const slot = pin?.slots[index];
    const isOpen = slot?.kind === 'smart' && slot.orderId === null;
    if (slot?.kind === 'smart' && slot.orderId !== null) return { orderId: slot.orderId, isShown: false };
    if (pin !== null && isOpen) {
      writePin(userId, botId, { ...pin, slots: pin.slots.with(index, { kind: 'smart', orderId }) });
    }
    const isShown = orderId !== 0;
    if (isShown) {
      shows.write({ userId, botId, orderId, priceMicros, how: 'listed', proof, nowMs });
      noteLink.run(index, userId, orderId, botId);
    }
    return { orderId: isOpen ? orderId : null, isShown };
  };

  return {
    visitMark: (userId) =>
      new Promise((resolve) => {
        resolve(marks.of(userId));
      }),
    visit,
    record: async (userId, what) => {
      const recorded = await executor.run('sponsors.record', () => record(userId, what));
      if (recorded.kind === 'pinned') return recorded;
      for (const orderId of recorded.counted)
        counts.count(orderId, what.botId, dayOf(what.nowMs), what.nowMs);
      return { kind: 'recorded' };
    },
    fillSlot: async (botId, userId, index, fill, nowMs) => {
      const filled = await executor.run('sponsors.fillSlot', () =>
        fillSlot(botId, userId, index, fill, nowMs),
      );
      if (filled.isShown && fill.proof === 'contact') counts.count(fill.orderId, botId, dayOf(nowMs), nowMs);
      return filled.orderId;
    },
    orderOfSmartLink: (botId, userId, index) =>
      executor.ask(() => ofLink.get(userId, botId, index)?.order_id ?? null),
    shownBy: (botId, userId, { fromMs, toMs }, limit) =>
      executor.ask(() =>
        shownBy.all(userId, botId, fromMs, toMs, boundedLimit(limit, MAX_SHOWN)).map(toShowWithStanding),
      ),
    purge: (beforeMs, limit) => purge.run({ nowMs: clock.now(), showsBeforeMs: beforeMs, limit }),
  };
}
