/**
 * Writes what a request leaves behind of one user, each kind of row by a statement of its own: Citus takes none that writes several
 * tables. `request-record.ts` writes the same of many users at once.
 */
import { requirePrice } from '../../work/impressions.js';
import { ASK_AGAIN, countUnproven, proveLists } from '../../work/contact-writes.js';
import { noteSeen, writeClaims } from '../../work/users.js';
import { toPinRow } from '../../work/context-row.js';
import { mark, ofCitus, OUTBOX, together, touchUser } from '../../work/statement.js';
import { blockContents } from '../../work/stored-json.js';
import { writeImpression } from '../impressions.js';
import { impressionsOf, noteAsked, type RecordAsk, QUEUED_AGAIN } from '../request-record.js';

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
const askContact = ofCitus<
  [...Key, nowMs: number, chatId: number, dueAtMs: number, untilMs: number, staleAtMs: number]
>(
  `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms) VALUES ($1, $2, 0, $3, $4, $5, $6)
   ON CONFLICT (user_id, bot_id) DO UPDATE SET ${ASK_AGAIN}, chat_id = excluded.chat_id, attempts = 0,
     due_at_ms = LEAST(contacts.due_at_ms, excluded.due_at_ms), until_ms = excluded.until_ms
   WHERE contacts.state <> 1 OR contacts.at_ms <= $7`,
);
const queueBlock = ofCitus<[...Key, chatId: number, content: string, nowMs: number]>(
  `INSERT INTO blocks (user_id, bot_id, chat_id, content, revision, queued_at_ms, due_at_ms)
   VALUES ($1, $2, $3, $4, 1, $5, $5)
   ON CONFLICT (bot_id, user_id) DO UPDATE SET chat_id = excluded.chat_id, content = excluded.content,
     queued_at_ms = excluded.queued_at_ms,
     due_at_ms = CASE WHEN blocks.worker IS NULL THEN excluded.due_at_ms ELSE blocks.due_at_ms END, ${QUEUED_AGAIN}`,
);
const clear = ofCitus<[...Key, chatId: number, nowMs: number]>(
  `UPDATE blocks SET chat_id = $3, content = NULL, queued_at_ms = $4,
     due_at_ms = CASE WHEN blocks.worker IS NULL THEN $4 ELSE blocks.due_at_ms END, ${QUEUED_AGAIN}
   WHERE bot_id = $2 AND user_id = $1 AND (shown_message_id IS NOT NULL OR due_at_ms IS NOT NULL)`,
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

/** @returns whether there is one to ask */
function* question({ userId, what: { botId, contact, nowMs } }: RecordAsk) {
  if (contact === null) return false;
  const { chatId, dueAtMs, untilMs, staleAtMs } = contact;
  const count = yield* askContact.run(userId, botId, nowMs, chatId, dueAtMs, untilMs, staleAtMs);
  if (count > 0) yield* mark(OUTBOX);
  return count > 0;
}

function* queue({ userId, what: { botId, block, nowMs } }: RecordAsk) {
  let count = 0;
  if (block !== undefined) {
    const { chatId, content } = block;
    count +=
      content === null
        ? yield* clear.run(userId, botId, chatId, nowMs)
        : yield* queueBlock.run(userId, botId, chatId, blockContents.write(content), nowMs);
  }
  if (count > 0) yield* mark(OUTBOX);
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
  if (isAnswered) yield* proveLists({ userId, botId }, orderIds);
  if (!what.counts && !isAnswered) return [];
  return what.pin === null ? orderIds.filter((_, index) => areNew[index]) : orderIds;
}
