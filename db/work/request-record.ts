/**
 * Writes what a request leaves behind of one user, each kind of row by a statement of its own: SQLite answers each at once, and
 * Citus takes none that writes several tables. `postgres/request-record.ts` writes the same of many users at once.
 */
import type { RequestRecord } from '../../core/ports/sponsor-store.js';
import { queueBlock } from './blocks.js';
import { countUnproven, proveLists, questionContact } from './contact-writes.js';
import { toPinRow } from './context-row.js';
import { requirePrice, type WrittenImpression } from './impressions.js';
import { statement, together, touchUser, type Work } from './statement.js';
import { noteSeen, writeClaims } from './users.js';

export interface RecordAsk {
  userId: number;
  what: RequestRecord;
}

type Key = [userId: number, botId: number];

const savePin = statement<[...Key, slots: string, pinnedAtMs: number, lifeSeconds: number, nowMs: number]>(
  `INSERT INTO pins (user_id, bot_id, slots, pinned_at_ms, life_seconds) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (user_id, bot_id) DO UPDATE SET slots = excluded.slots, pinned_at_ms = excluded.pinned_at_ms,
     life_seconds = excluded.life_seconds WHERE pins.pinned_at_ms + pins.life_seconds * 1000 <= $6`,
);
const unpin = statement<Key>('DELETE FROM pins WHERE user_id = $1 AND bot_id = $2');
const noteBot = statement<Key>(
  'INSERT INTO user_bots (user_id, bot_id) VALUES ($1, $2) ON CONFLICT (user_id, bot_id) DO NOTHING',
);

/** In a statement of its own everywhere: hardly any request asks. */
export const noteAsked = statement<[...Key, day: number]>(
  `INSERT INTO user_bots (user_id, bot_id, asked_on_day, asked_times) VALUES ($1, $2, $3, 1)
   ON CONFLICT (user_id, bot_id) DO UPDATE SET asked_on_day = excluded.asked_on_day,
     asked_times = CASE WHEN user_bots.asked_on_day = excluded.asked_on_day THEN user_bots.asked_times + 1 ELSE 1 END`,
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

/** What differs between databases: how an impression is written, which returns whether it is the first of its kind. */
interface Ways {
  writeImpression(impression: WrittenImpression): Work<boolean>;
  dayOf(atMs: number): number;
}

/**
 * @returns the orders whose impressions count: those shown for the first time, or all of a new list; none where they wait for the
 *   contact; null when another list is alive, and nothing was written
 */
export function* writeOne(ask: RecordAsk, { writeImpression, dayOf }: Ways): Work<number[] | null> {
  const { userId, what } = ask;
  const { botId, nowMs, proof } = what;
  const shown = what.impressions;
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
  const isAnswered = what.contact !== null && !isAsked;
  const orderIds = shown.map(({ orderId }) => orderId);
  if (isAnswered) yield* proveLists({ userId, botId }, orderIds);
  if (what.isDenied && shown.length > 0) yield* countUnproven({ userId, botId }, dayOf(nowMs));
  if (!what.counts && !isAnswered) return [];
  return what.pin === null ? orderIds.filter((_, index) => areNew[index]) : orderIds;
}
