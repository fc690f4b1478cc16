/** Request contexts are read and written at once, on the one connection (`db/postgres/request-contexts.ts` does it for many at a time). */
import type { Pin, RequestRecord } from '../../core/ports/sponsor-store.js';
import type { Parts } from './parts.js';
import type { InvalidationLog } from './invalidation-log.js';
import { writeClaims } from '../work/claims.js';
import type { BlockQueue } from './block-queue.js';
import type { ContactWrites } from './contact-writes.js';
import { type PinRow, toLivePin, toPinRow } from '../work/pin-row.js';
import { createImpressionWrites } from './impressions.js';
import type { ContextShapes } from '../work/sponsors.js';
import { noteSeen } from '../work/users.js';
import { createContextReader } from './context-reader.js';

const orderIdOf = ({ orderId }: { orderId: number }) => orderId;

export function createRequestContexts(
  parts: Parts,
  {
    blockQueue,
    marks,
    contacts,
  }: { blockQueue: BlockQueue; marks: InvalidationLog; contacts: ContactWrites },
): ContextShapes {
  const { connection, executor, perform, dayOf } = parts;
  const context = createContextReader(parts);
  const impressions = createImpressionWrites(connection);
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

  /** Impressions to be counted once they are committed. */
  type Recorded = { kind: 'recorded'; counted: number[] } | { kind: 'pinned'; pin: Pin };

  const record = (userId: number, what: RequestRecord): Recorded => {
    const { botId, nowMs, pin } = what;
    const livePin = pin === null ? null : toLivePin(pinOf.get(userId, botId), nowMs);
    if (livePin !== null) return { kind: 'pinned', pin: livePin };
    marks.note(userId);
    if (what.notesUser || what.askedOnDay !== null) perform(noteSeen.run(userId, nowMs, what.askedOnDay));
    if (what.claims !== null) perform(writeClaims(userId, botId, what.claims, nowMs));
    else if (what.isFirstForBot) noteBot.run(userId, botId);
    if (what.askedHereOnDay !== null) noteAsked.run(userId, botId, what.askedHereOnDay);
    if (what.unpin) unpin.run(userId, botId);
    if (pin !== null) writePin(userId, botId, pin);
    // A new list counts as an impression again; the same list seen again does not, nor does one without contact.
    const isCounted = what.impressions.map(
      (impression) =>
        impressions.write({ userId, botId, nowMs, proof: what.proof, ...impression }) || pin !== null,
    );
    const isAnswered = what.contact !== null && !contacts.ask(userId, botId, what.contact, nowMs);
    if (isAnswered) contacts.proveLists(userId, botId, what.impressions.map(orderIdOf));
    if (what.isDenied && what.impressions.length > 0) contacts.countUnproven(userId, botId, dayOf(nowMs));
    if (what.block !== undefined) blockQueue.queue(botId, userId, what.block, nowMs);
    const counted =
      what.counts || isAnswered ? what.impressions.filter((_, index) => isCounted[index]).map(orderIdOf) : [];
    return { kind: 'recorded', counted };
  };

  return {
    contextMark: (userId) =>
      new Promise((resolve) => {
        resolve(marks.of(userId));
      }),
    requestContext: context,
    record: (userId, what, waitsUntil) =>
      executor.run('sponsors.record', () => record(userId, what), { waitsUntil }),
    *writeImpression(impression) {
      impressions.write(impression);
    },
  };
}
