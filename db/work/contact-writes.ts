/** Contacts between rows and the domain, and what is written of them inside the work that needs it. */
import { insertInto } from './inserts.js';
import { botDays } from '../schema/counters.js';
import type { Contact, ContactQuestion } from '../../core/ports/sponsor-store.js';
import { present } from './values.js';
import { lock, mark, OUTBOX, statement, together } from './statement.js';
import type { Settlement } from '../../core/ports/subscription-store.js';

export type ContactColumns = Record<'state' | 'at_ms' | 'until_ms', number>;

/** Where a contact is joined to something else: nulls where there is none. */
export type JoinedContact = { [Column in keyof ContactColumns as `contact_${Column}`]: number | null };

/** Unknown, after a no. Equal to 0, except for the answer that the bot gets. */
const ASKED_AGAIN = 3;

/** What the state of a contact becomes that is asked about with a new request; of a yes, once it is too old. */
export const ASK_AGAIN = `state = CASE WHEN contacts.state >= 2 THEN ${String(ASKED_AGAIN)} ELSE 0 END`;

/** By the numbers that rows keep. */
export const contactStates = ['unknown', 'yes', 'no'] as const;

/** What the platform said last: a no that is asked about again is no news when it is a no again. */
function lastWord(state: number): (typeof contactStates)[number] {
  return state === ASKED_AGAIN ? 'no' : (contactStates[state] ?? 'unknown');
}

export function toContact({ state, at_ms, until_ms }: ContactColumns): Contact {
  const contact: Contact = { state: contactStates[state] ?? 'unknown', atMs: at_ms, untilMs: until_ms };
  return state === ASKED_AGAIN ? { ...contact, wasNo: true } : contact;
}

export function joinedContact(row: JoinedContact): Contact | null {
  const { contact_state: state, contact_at_ms: at_ms, contact_until_ms: until_ms } = row;
  return state === null || at_ms === null || until_ms === null ? null : toContact({ state, at_ms, until_ms });
}

type Key = [userId: number, botId: number];

const make = statement<[...Key, chatId: number, nowMs: number]>(
  `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms) VALUES ($1, $2, 0, $4, $3, $4, $4)
   ON CONFLICT (user_id, bot_id) DO NOTHING`,
);
const hold = statement<Key, { state: number }>(
  'SELECT state FROM contacts WHERE user_id = $1 AND bot_id = $2 FOR UPDATE',
);
const lockUnproven = lock<Key>(
  'SELECT 1 FROM impressions WHERE user_id = $1 AND bot_id = $2 AND proof < 2 ORDER BY order_id FOR UPDATE',
);
const unprove = statement<Key>(
  'UPDATE impressions SET proof = proof + 4 WHERE user_id = $1 AND bot_id = $2 AND proof < 2',
);
/** By a yes. What waits for a block is proven by its arrival. */
export const proveLists = statement<[...Key, orderIds: readonly number[]]>(
  `UPDATE impressions SET proof = 3
   WHERE user_id = $1 AND bot_id = $2 AND order_id = ANY($3::bigint[]) AND proof IN (0, 4)`,
);
const addUnproven = insertInto(botDays, 'botId, day, unprovenImpressions', {
  there: { adds: 'unproven_impressions' },
});
const addContacts = insertInto(botDays, 'botId, day, contactsYes, contactsNo', {
  there: { adds: 'contacts_yes, contacts_no' },
});

const askContact = statement<
  [...Key, nowMs: number, chatId: number, dueAtMs: number, untilMs: number, staleAtMs: number]
>(
  `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms) VALUES ($1, $2, 0, $3, $4, $5, $6)
   ON CONFLICT (user_id, bot_id) DO UPDATE SET ${ASK_AGAIN}, chat_id = excluded.chat_id, attempts = 0,
     due_at_ms = LEAST(coalesce(contacts.due_at_ms, excluded.due_at_ms), excluded.due_at_ms), until_ms = excluded.until_ms
   WHERE contacts.state <> 1 OR contacts.at_ms <= $7`,
);

/**
 * A contact that is not confirmed, or was too long ago, is asked about with this chat at that time.
 * @returns whether it is asked about; else it was confirmed meanwhile
 */
export function* questionContact(
  userId: number,
  botId: number,
  { chatId, dueAtMs, untilMs, staleAtMs }: ContactQuestion,
  nowMs: number,
) {
  const asked = yield* askContact.run(userId, botId, nowMs, chatId, dueAtMs, untilMs, staleAtMs);
  if (asked > 0) yield* mark(OUTBOX);
  return asked > 0;
}

/** What waits for this contact is counted as unproven, once. */
export function* countUnproven({ userId, botId }: { userId: number; botId: number }, day: number) {
  const [, impressions] = yield* together(lockUnproven.run(userId, botId), unprove.run(userId, botId));
  if (impressions > 0) yield* addUnproven.run({ botId, day, unprovenImpressions: impressions });
}

/** Counts what the platform said of a contact, where it is news. */
export function* countContact(botId: number, day: number, state: 'yes' | 'no', isNew: boolean) {
  const contactsYes = state === 'yes';
  if (isNew) yield* addContacts.run({ botId, day, contactsYes, contactsNo: !contactsYes });
}

/** Holds a contact, made as unknown and due now where there is none; returns what the platform said of it last. */
export function* holdContact(
  { userId, botId, chatId }: { userId: number; botId: number; chatId: number },
  nowMs: number,
) {
  // The second sees what the first made or met.
  const [, row] = yield* together(make.run(userId, botId, chatId, nowMs), hold.get(userId, botId));
  return lastWord(present(row, 'the contact').state);
}

type Waiting = Omit<Settlement & { kind: 'waits' }, 'kind'>;

const IS_STALE = 'contacts.state = 1 AND contacts.at_ms <= $5::bigint';

/**
 * Contacts without a pending question are asked about now, in the user's private chat; so is a yes that is too old. A question
 * that would be put later, since a block was to answer it, is put when the join is settled again.
 */
const awaitAll = statement<
  [
    userId: number,
    nowMs: number,
    untilMs: number,
    botIds: readonly number[],
    staleAtMs: number,
    againAtMs: number,
  ]
>(
  `INSERT INTO contacts (user_id, bot_id, state, at_ms, chat_id, due_at_ms, until_ms)
   SELECT $1::bigint, bot_id, 0, $2::bigint, $1::bigint, $2::bigint, $3::bigint
   FROM unnest($4::bigint[]) AS awaited (bot_id) WHERE true ORDER BY bot_id
   ON CONFLICT (user_id, bot_id) DO UPDATE SET
     due_at_ms = CASE WHEN contacts.due_at_ms > $6::bigint THEN $6::bigint ELSE coalesce(contacts.due_at_ms, excluded.due_at_ms) END,
     until_ms = CASE WHEN ${IS_STALE} THEN excluded.until_ms ELSE contacts.until_ms END,
     state = CASE WHEN ${IS_STALE} THEN 0 ELSE contacts.state END`,
);
const awaited = statement<
  [userId: number, botIds: readonly number[], staleAtMs: number, againAtMs: number],
  { count: number }
>(
  `SELECT count(*) AS count FROM contacts
   WHERE user_id = $1 AND bot_id = ANY($2::bigint[]) AND due_at_ms <= $4 AND (state <> 1 OR at_ms > $3)`,
);

/** Inside other work: a join waits for these bots' contacts; asks about those without a pending question. */
export function* awaitContacts(
  userId: number,
  { botIds, untilMs, staleAtMs, againAtMs }: Waiting,
  nowMs: number,
) {
  yield* awaitAll.run(userId, nowMs, untilMs, [...new Set(botIds)], staleAtMs, againAtMs);
  yield* mark(OUTBOX);
}

/** Whether all of them are being asked about already. */
export function* areAwaited(userId: number, { botIds, staleAtMs, againAtMs }: Waiting) {
  const bots = new Set(botIds);
  return ((yield* awaited.get(userId, [...bots], staleAtMs, againAtMs))?.count ?? 0) === bots.size;
}
