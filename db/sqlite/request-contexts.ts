/** Request contexts are read and written at once, on the one connection (`db/postgres/request-contexts.ts` does it for many at a time). */
import type { Pin, RequestRecord } from '../../core/ports/sponsor-store.js';
import type { Parts } from './parts.js';
import type { InvalidationLog } from './invalidation-log.js';
import { noteSeen, writeClaims } from '../work/users.js';
import { queueBlock } from '../work/blocks.js';
import { countUnproven, proveLists, questionContact } from '../work/contact-writes.js';
import { type PinRow, toLivePin, toPinRow } from '../work/context-row.js';
import type { ContextShapes } from '../work/sponsors.js';
import { createContextReader } from './context-reader.js';
import type { Connection } from './connection.js';
import {
  IS_NEWER_SQL,
  IS_NEWER_UNPROVEN_SQL,
  IS_OTHER_SQL,
  MAX_REPLACED,
  PROOF_SQL,
  REPLACED_COLUMNS,
  requirePrice,
  targetValues,
  toProofNumber,
  type WrittenImpression,
} from '../work/impressions.js';
import type { ResourceKey } from '../work/values.js';

const orderIdOf = ({ orderId }: { orderId: number }) => orderId;

export function createRequestContexts(parts: Parts, marks: InvalidationLog): ContextShapes {
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
    const isAnswered = what.contact !== null && !perform(questionContact(userId, botId, what.contact, nowMs));
    if (isAnswered) perform(proveLists.run(userId, botId, what.impressions.map(orderIdOf)));
    if (what.isDenied && what.impressions.length > 0) perform(countUnproven({ userId, botId }, dayOf(nowMs)));
    if (what.block !== undefined) perform(queueBlock(userId, botId, what.block, nowMs));
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

type Keys = [userId: number, target: ResourceKey, orderId: number, botId: number];
type Values = [
  ...Keys,
  firstShownAtMs: number,
  shownAtMs: number,
  seenAtMs: number,
  priceMicros: bigint,
  proof: number,
  kind: number,
  hasOwnLink: number,
];

/** What was replaced before, and what is now. */
const replacedWith = (nowMs: string) => `json_insert(
  CASE WHEN json_array_length(replaced) >= ${String(MAX_REPLACED)} THEN json_remove(replaced, '$[0]')
    ELSE coalesce(replaced, '[]') END, '$[#]', json_array(${nowMs}, ${REPLACED_COLUMNS.join(', ')}))`;

function createImpressionWrites(connection: Connection) {
  const repeat = connection.prepare<[number, ...Keys]>(
    'UPDATE impressions SET seen_at_ms = ? WHERE user_id = ? AND target = ? AND order_id = ? AND bot_id = ?',
  );
  const engage = connection.prepare<[number, number, number, ...Keys]>(
    `UPDATE impressions SET replaced = ${replacedWith('?')}, seen_at_ms = ?, shown_at_ms = ?
     WHERE user_id = ? AND target = ? AND order_id = ? AND bot_id = ?`,
  );
  const columns =
    '(user_id, target, order_id, bot_id, first_shown_at_ms, shown_at_ms, seen_at_ms, price_micros, proof, kind, has_own_link)';
  // Nearly all are new: asking each what has become of it would take as long again as writing it.
  const insert = connection.prepare<Values>(
    `INSERT INTO impressions ${columns} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, target, order_id, bot_id) DO NOTHING`,
  );
  const renewWhere = (isNewer: string) =>
    connection.prepare<Values>(
      `INSERT INTO impressions ${columns} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (user_id, target, order_id, bot_id) DO UPDATE SET seen_at_ms = excluded.seen_at_ms,
       replaced = CASE WHEN (${isNewer}) OR ${IS_OTHER_SQL}
         THEN ${replacedWith('excluded.seen_at_ms')} ELSE replaced END,
       shown_at_ms = CASE WHEN ${isNewer} THEN excluded.shown_at_ms ELSE shown_at_ms END,
       price_micros = excluded.price_micros, proof = ${PROOF_SQL}, kind = excluded.kind,
       has_own_link = excluded.has_own_link`,
    );
  const renew = renewWhere(IS_NEWER_SQL);
  const renewUnproven = renewWhere(IS_NEWER_UNPROVEN_SQL);
  return {
    /** Inside a command. Returns whether it is the first of its kind. */
    write: (impression: WrittenImpression): boolean => {
      const { userId, botId, orderId, priceMicros, how, proof, nowMs } = impression;
      requirePrice(priceMicros);
      const { target, kind, hasOwnLink } = targetValues(impression);
      const keys: Keys = [userId, target, orderId, botId];
      if (how === 'repeated' && repeat.run(nowMs, ...keys).changes > 0) return false;
      if (how === 'engaged' && engage.run(nowMs, nowMs, nowMs, ...keys).changes > 0) return false;
      const values: Values = [
        ...keys,
        nowMs,
        nowMs,
        nowMs,
        priceMicros,
        toProofNumber(proof),
        kind,
        hasOwnLink,
      ];
      if (insert.run(...values).changes > 0) return true;
      (how === 'unconfirmed' ? renewUnproven : renew).run(...values);
      return false;
    },
  };
}
