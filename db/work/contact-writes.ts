/** What is written of contacts inside the work that needs it. */
import { lastWord } from './contact-row.js';
import { present } from './values.js';
import { lock, statement, together } from './statement.js';

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
const prove = statement<[...Key, orderIds: readonly number[]]>(
  `UPDATE impressions SET proof = 3
   WHERE user_id = $1 AND bot_id = $2 AND order_id = ANY($3::bigint[]) AND proof IN (0, 4)`,
);
const addUnproven = statement<[botId: number, day: number, impressions: number]>(
  `INSERT INTO bot_days (bot_id, day, unproven_impressions) VALUES ($1, $2, $3)
   ON CONFLICT (bot_id, day) DO UPDATE SET unproven_impressions = bot_days.unproven_impressions + excluded.unproven_impressions`,
);
const addContacts = statement<[botId: number, day: number, yes: number, no: number]>(
  `INSERT INTO bot_days (bot_id, day, contacts_yes, contacts_no) VALUES ($1, $2, $3, $4)
   ON CONFLICT (bot_id, day) DO UPDATE SET contacts_yes = bot_days.contacts_yes + excluded.contacts_yes,
     contacts_no = bot_days.contacts_no + excluded.contacts_no`,
);

/** What waits for this contact is counted as unproven, once. */
export function* countUnproven({ userId, botId }: { userId: number; botId: number }, day: number) {
  const [, impressions] = yield* together(lockUnproven.run(userId, botId), unprove.run(userId, botId));
  if (impressions > 0) yield* addUnproven.run(botId, day, impressions);
}

/** By a yes. What waits for a block is proven by its arrival. */
export function* proveLists(
  { userId, botId }: { userId: number; botId: number },
  orderIds: readonly number[],
) {
  yield* prove.run(userId, botId, orderIds);
}

/** Counts what the platform said of a contact, where it is news. */
export function* countContact(botId: number, day: number, state: 'yes' | 'no', isNew: boolean) {
  if (isNew) yield* addContacts.run(botId, day, Number(state === 'yes'), Number(state === 'no'));
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
