/**
 * Writes what a request leaves behind of one user, each kind of row by a statement of its own: Citus takes none that writes several
 * tables. `request-record.ts` writes the same of many users at once.
 */
import { requirePrice } from '../../work/impressions.js';
import { countUnproven, proveLists, questionContact } from '../../work/contact-writes.js';
import { noteSeen, writeClaims } from '../../work/users.js';
import { toPinRow } from '../../work/context-row.js';
import { ofCitus, together, touchUser } from '../../work/statement.js';
import { queueBlock } from '../../work/blocks.js';
import { writeImpression } from '../impressions.js';
import { impressionsOf, noteAsked, type RecordAsk } from '../request-record.js';

type Key = [userId: number, botId: number];

const savePin = ofCitus<[...Key, slots: string, pinnedAtMs: number, lifeSeconds: number, nowMs: number]>(
  `INSERT INTO pins (user_id, bot_id, slots, pinned_at_ms, life_seconds) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (user_id, bot_id) DO UPDATE SET slots = excluded.slots, pinned_at_ms = excluded.pinned_at_ms,
     life_seconds = excluded.life_seconds WHERE pins.pinned_at_ms + pins.life_seconds * 1000 <= $6`,
);
const unpin = ofCitus<Key>('DELETE FROM pins WHERE user_id = $1 AND bot_id = $2');
const noteBot = ofCitus<Key>(
  'INSERT INTO user_bots (user_id, bot_id) VALUES ($1, $2) ON CONFLICT (user_id, bot_id) DO NOTHING',
);

function* writePin({ userId, what: { botId, pin, nowMs } }: RecordAsk) {
  if (pin === null) return true;
  const { slots, pinned_at_ms: pinnedAtMs, life_seconds: lifeSeconds } = toPinRow(pin);
  return (yield* savePin.run(userId, botId, slots, pinnedAtMs, lifeSeconds, nowMs)) > 0;
}

function* writeBot({ userId, what: { botId, claims, isFirstForBot, nowMs, askedHereOnDay } }: RecordAsk) {
  if (claims !== null) yield* writeClaims(userId, botId, claims, nowMs);
  else if (isFirstForBot) yield* noteBot.run(userId, botId);
  if (askedHereOnDay !== null) yield* noteAsked.run(userId, botId, askedHereOnDay);
}

function* writeUser({ userId, what }: RecordAsk) {
  const { botId, notesUser, askedOnDay, nowMs, pin } = what;
  // What this record pins is written by now, and stays.
  if (what.unpin && pin === null) yield* unpin.run(userId, botId);
  if (notesUser || askedOnDay !== null) yield* noteSeen.run(userId, nowMs, askedOnDay);
}

function* question({ userId, what: { botId, contact, nowMs } }: RecordAsk) {
  return contact !== null && (yield* questionContact(userId, botId, contact, nowMs));
}

function* queue({ userId, what: { botId, block, nowMs } }: RecordAsk) {
  if (block !== undefined) yield* queueBlock(userId, botId, block, nowMs);
}

/** @returns as `writeRecords` of one */
export function* writeSpreadRecord(ask: RecordAsk, day: number) {
  const { userId, what } = ask;
  const { botId, nowMs, proof } = what;
  const shown = impressionsOf(what);
  for (const { priceMicros } of shown) requirePrice(priceMicros);
  if (!(yield* writePin(ask))) return null;
  yield* touchUser(userId);
  const [areNew, isAsked] = yield* together(
    together(...shown.map((impression) => writeImpression({ userId, botId, nowMs, proof, ...impression }))),
    question(ask),
    writeUser(ask),
    writeBot(ask),
    queue(ask),
  );
  if (what.isDenied && shown.length > 0) yield* countUnproven({ userId, botId }, day);
  const isAnswered = what.contact !== null && !isAsked;
  const orderIds = shown.map(({ orderId }) => orderId);
  if (isAnswered) yield* proveLists.run(userId, botId, orderIds);
  if (!what.counts && !isAnswered) return [];
  return what.pin === null ? orderIds.filter((_, index) => areNew[index]) : orderIds;
}
