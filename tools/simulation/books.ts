/** What stands in the database, read by a connection of its own, past everything the service says about it. */
import type { Audit } from './audit.js';
import { openFigures } from './figure-books.js';
import { MAY_LAPSE } from './notifications.js';
import { openTrust } from './trust-books.js';
import type { Member } from './members.js';
import type { Contact, Proof, Impression } from './impressions.js';
import type { BotsWord, Charge, Subscription } from './rules.js';
import { numberOf, replacedIn, toMember } from './row-values.js';

export interface Entry {
  entryId: number;
  kind: string;
  atMs: number;
  orderId: number | null;
  botId: number | null;
  userId: number | null;
  aboutEntryId: number | null;
  reference: string | null;
  /** By `<kind> <owner>`. */
  postings: Map<string, bigint>;
}

export interface OrderRow {
  order_id: number;
  account_id: number;
  link: string;
  is_on: number;
  in_archive: number;
  decision: string;
  quantity_all: number;
  quantity_day: number | null;
  quantity_now: number;
  real_price_micros: number;
  is_free: number;
  track_unsubscriptions: number;
  resource_id: string;
  takes_join_requests: number;
  check_state: string;
  pause_reason: string | null;
  revision: number;
}

export type AdoptedRow = Pick<
  OrderRow,
  'resource_id' | 'takes_join_requests' | 'check_state' | 'pause_reason' | 'revision'
>;

export interface ContactRow extends Contact {
  wasNo: boolean;
  dueAtMs: number | null;
}

export interface BlockRow {
  bot_id: number;
  user_id: number;
  content: string | null;
  due_at_ms: number | null;
  dead_reason: string | null;
  shown_message_id: number | null;
  queued_at_ms: number;
}

const orderColumns = `order_id, account_id, link, is_on, in_archive, decision, quantity_all, quantity_day, quantity_now,
  real_price_micros, is_free, track_unsubscriptions, resource_id, takes_join_requests, check_state, pause_reason, revision`;

const states = ['subscribed', 'unsubscribed', 'notgetted'] as const;
const charges: readonly Charge[] = ['none', 'counted', 'reversed'];
/** The last two are as the first two, and were counted as unproven. */
const proofs: readonly Proof[] = ['list', 'block', 'delivered', 'contact', 'list', 'block'];
const outboxes = ['blocks', 'notifications', 'report_jobs', 'webhook_queues'];
const contactStates: readonly Contact['state'][] = ['unknown', 'yes', 'no'];

export type Books = ReturnType<typeof openBooks>;

type Row = Record<string, number | string | null>;
interface PostingRow {
  entry_id: bigint;
  kind: string;
  owner_id: bigint;
  amount_micros: bigint;
}

export function openBooks(database: Audit) {
  const countOf = (text: string, ...values: (string | number)[]): number =>
    database.all<{ count: number }>(`SELECT count(*) AS count FROM ${text}`, ...values)[0]!.count;
  const entryRowsAfter = (entryId: number) =>
    database.all<Row>('SELECT * FROM ledger_entries WHERE entry_id > ? ORDER BY entry_id', entryId);
  const postingRowsAfter = (entryId: number) =>
    database.allExact<PostingRow>(
      `SELECT entry_id, kind, owner_id, amount_micros FROM postings JOIN ledger_accounts USING (ledger_account_id)
       WHERE entry_id > ?`,
      entryId,
    );

  return {
    /** Up to when the bot process says that it has taken all updates. */
    unheardSpans: (chat: string) =>
      database
        .all<{ from_ms: number; to_ms: number }>(
          "SELECT from_ms, to_ms FROM unheard_spans WHERE place IN (?, 'updates')",
          chat,
        )
        .map((row) => ({ fromMs: row.from_ms, toMs: row.to_ms })),
    heardUntilMs: (): number =>
      database.all<{ beat_at_ms: number }>("SELECT beat_at_ms FROM processes WHERE process = 'updates'")[0]
        ?.beat_at_ms ?? -Infinity,
    user: (userId: number) => {
      const [row] = database.all<{
        gender: string | null;
        asked_on_day: number | null;
        asked_times: number;
        visited_at_ms: number | null;
        suspicious_until_ms: number | null;
      }>(
        'SELECT gender, asked_on_day, asked_times, visited_at_ms, suspicious_until_ms FROM users WHERE user_id = ?',
        userId,
      );
      if (row === undefined) return null;
      return {
        gender: row.gender,
        askedOnDay: row.asked_on_day,
        askedTimes: row.asked_times,
        hasVisited: row.visited_at_ms !== null,
        isSuspicious: row.suspicious_until_ms !== null,
      };
    },
    ofBot: (userId: number, botId: number): BotsWord | null =>
      database.all<BotsWord>(
        'SELECT gender, asked_on_day, asked_times FROM user_bots WHERE user_id = ? AND bot_id = ?',
        userId,
        botId,
      )[0] ?? null,
    isTrusted: (accountId: number): boolean =>
      database.all<Row>('SELECT is_trusted FROM accounts WHERE account_id = ?', accountId)[0]?.[
        'is_trusted'
      ] === 1,
    contactsOf: (userId: number): Map<number, ContactRow> =>
      new Map(
        database
          .all<{ bot_id: number; state: number; at_ms: number; until_ms: number; due_at_ms: number | null }>(
            'SELECT bot_id, state, at_ms, until_ms, due_at_ms FROM contacts WHERE user_id = ?',
            userId,
          )
          .map((row) => [
            row.bot_id,
            {
              state: contactStates[row.state] ?? 'unknown',
              wasNo: row.state === 3,
              atMs: row.at_ms,
              untilMs: row.until_ms,
              dueAtMs: row.due_at_ms,
            },
          ]),
      ),
    contactsDue: (nowMs: number): number =>
      countOf('contacts WHERE due_at_ms IS NOT NULL AND due_at_ms <= ?', nowMs),
    /** @param day by which paid openings of the address are counted */
    opening: (userId: number, orderId: number, day: number) => {
      const [row] = database.all<{ bot_id: number; ran_at_ms: number; is_signed: number; address: string }>(
        'SELECT bot_id, ran_at_ms, is_signed, address FROM openings WHERE user_id = ? AND order_id = ?',
        userId,
        orderId,
      );
      if (row === undefined) return null;
      const { bot_id: botId, ran_at_ms: ranAtMs, is_signed, address } = row;
      const [paid] = database.all<{ times: number }>(
        'SELECT times FROM paid_addresses WHERE day = ? AND order_id = ? AND address = ?',
        day,
        orderId,
        address,
      );
      return { botId, ranAtMs, isSigned: is_signed === 1, paidToday: paid?.times ?? 0 };
    },
    subscriptionsOf: (userId: number): Map<number, Subscription> =>
      new Map(
        database
          .all<Row>('SELECT * FROM subscriptions WHERE user_id = ? ORDER BY order_id', userId)
          .map((row) => [
            Number(row['order_id']),
            {
              botId: Number(row['bot_id']),
              state: states[Number(row['state'])]!,
              charge: charges[Number(row['charge'])]!,
              priceMicros: BigInt(row['price_micros']!),
              atMs: Number(row['at_ms']),
              entryId: numberOf(row['entry_id']),
              holdUntilMs: numberOf(row['hold_until_ms']),
              isHeldForTrust: row['held_for_trust'] === 1,
              reason: row['reason'] === null ? null : String(row['reason']),
            },
          ]),
      ),
    impressionsOf: (userId: number): Map<number, Impression[]> => {
      const found = new Map<number, Impression[]>();
      for (const row of database.all<Record<string, number>>(
        'SELECT * FROM impressions WHERE user_id = ? ORDER BY order_id, bot_id',
        userId,
      )) {
        const ofOrder = found.get(row['order_id']!) ?? [];
        ofOrder.push({
          botId: row['bot_id']!,
          target: String(row['target']),
          firstMs: row['first_shown_at_ms']!,
          newerMs: row['shown_at_ms']!,
          seenMs: row['seen_at_ms']!,
          priceMicros: BigInt(row['price_micros']!),
          proof: proofs[row['proof']!]!,
          replaced: replacedIn(row['replaced']),
        });
        found.set(row['order_id']!, ofOrder);
      }
      return found;
    },
    membersOf: (userId: number): Map<string, Member> =>
      new Map(
        database
          .all<Row>('SELECT * FROM memberships WHERE user_id = ? ORDER BY resource_id', userId)
          .map((row) => [String(row['resource_id']), toMember(row)]),
      ),
    pin: (userId: number, botId: number) => {
      const [row] = database.all<{ slots: string; pinned_at_ms: number; life_seconds: number }>(
        'SELECT slots, pinned_at_ms, life_seconds FROM pins WHERE user_id = ? AND bot_id = ?',
        userId,
        botId,
      );
      if (row === undefined) return null;
      const { slots, pinned_at_ms: pinnedAtMs, life_seconds: lifeSeconds } = row;
      return { slots, pinnedAtMs, endsAtMs: pinnedAtMs + lifeSeconds * 1_000 };
    },
    entriesAfter: (entryId: number): Entry[] => {
      const rows = entryRowsAfter(entryId);
      if (rows.length === 0) return [];
      const lines = new Map<number, Map<string, bigint>>();
      for (const row of postingRowsAfter(entryId)) {
        const ofEntry = lines.get(Number(row.entry_id)) ?? new Map<string, bigint>();
        ofEntry.set(nameOf(row), row.amount_micros);
        lines.set(Number(row.entry_id), ofEntry);
      }
      return rows.map((row) => ({
        ...toEntry(row),
        postings: lines.get(Number(row['entry_id'])) ?? new Map<string, bigint>(),
      }));
    },
    /** What `fingerprintOf` gives of all entries together. */
    fingerprint: (): bigint => {
      let sum = 0n;
      for (const row of entryRowsAfter(0)) sum += entryPart(toEntry(row));
      for (const row of postingRowsAfter(0)) sum += postingPart(row.entry_id, nameOf(row), row.amount_micros);
      return sum;
    },
    balances: (): Map<string, bigint> => {
      const found = new Map<string, bigint>();
      for (const row of database.allExact<{ kind: string; owner_id: bigint; balance_micros: bigint }>(
        'SELECT kind, owner_id, balance_micros FROM ledger_accounts',
      ))
        found.set(nameOf(row), (found.get(nameOf(row)) ?? 0n) + row.balance_micros);
      return found;
    },
    balance: (kind: string, ownerId: number): bigint => {
      // Of the service's own accounts: all shards.
      const owners = ownerId > 0 ? 'owner_id = ?' : 'owner_id <= ?';
      const text = `SELECT balance_micros FROM ledger_accounts WHERE ${owners} AND kind = ?`;
      const rows = database.allExact<{ balance_micros: bigint }>(text, ownerId, kind);
      return rows.reduce((sum, row) => sum + row.balance_micros, 0n);
    },
    order: (orderId: number): OrderRow | null =>
      database.all<OrderRow>(`SELECT ${orderColumns} FROM orders WHERE order_id = ?`, orderId)[0] ?? null,
    /** What of an order follows from the platform's word. */
    adopted: (orderId: number): AdoptedRow | null =>
      database.all<AdoptedRow>(
        'SELECT resource_id, takes_join_requests, check_state, pause_reason, revision FROM orders WHERE order_id = ?',
        orderId,
      )[0] ?? null,
    ordersAfter: (orderId: number): OrderRow[] =>
      database.all<OrderRow>(
        `SELECT ${orderColumns} FROM orders WHERE order_id > ? ORDER BY order_id`,
        orderId,
      ),
    bot: (botId: number): Record<string, number> | null =>
      database.all<Record<string, number>>(
        `SELECT is_on, is_blocked, is_token_invalid, followers, profit_micros, profit_own_orders_micros FROM bots
         WHERE bot_id = ?`,
        botId,
      )[0] ?? null,
    ...openTrust(database),
    ...openFigures(database),
    eventsAfter: (eventId: number) =>
      database
        .all<{ webhook_id: number; user_id: number; order_id: number; status: number }>(
          'SELECT webhook_id, user_id, order_id, status FROM webhook_events WHERE webhook_id > ? ORDER BY webhook_id',
          eventId,
        )
        .map((row) => ({
          eventId: row.webhook_id,
          userId: row.user_id,
          orderId: row.order_id,
          state: states[row.status]!,
        })),
    eventsByState: () =>
      database.all<{ webhook_id: number; bot_id: number; state: number; dead_reason: string | null }>(
        'SELECT webhook_id, bot_id, state, dead_reason FROM webhook_events',
      ),
    /** How many notifications have a dedupe key that begins so. */
    notifications: (prefix: string): number =>
      countOf('notifications WHERE dedupe_key >= ? AND dedupe_key < ?', prefix, `${prefix}~`),
    notificationsByAccount: () =>
      database.all<{ account_id: number; done: number; said: number; dead: number }>(
        `SELECT account_id, count(*) FILTER (WHERE due_at_ms IS NULL AND dead_reason IS NULL) AS done,
           count(*) FILTER (WHERE due_at_ms IS NULL AND dead_reason IS NULL AND kind NOT IN ${MAY_LAPSE}) AS said,
           count(dead_reason) AS dead FROM notifications GROUP BY account_id`,
      ),
    exclusions: (): Set<string> => {
      const own = database
        .all<{ bot_id: number; order_id: number }>('SELECT bot_id, order_id FROM advertiser_exclusions')
        .map((row) => `order ${String(row.order_id)} bot ${String(row.bot_id)}`);
      const others = database
        .all<{ account_id: number; bot_id: number; order_id: number }>(
          'SELECT account_id, bot_id, order_id FROM publisher_exclusions',
        )
        .map(
          (row) =>
            `account ${String(row.account_id)} bot ${String(row.bot_id)} order ${String(row.order_id)}`,
        );
      return new Set([...own, ...others]);
    },
    /** Rows of an outbox that wait for a worker. */
    waiting: (): Record<string, number> =>
      Object.fromEntries(outboxes.map((table) => [table, countOf(`${table} WHERE due_at_ms IS NOT NULL`)])),
    hasTask: (taskId: string): boolean =>
      database.all('SELECT 1 FROM report_jobs WHERE task_id = ?', taskId)[0] !== undefined,
    blocks: (): BlockRow[] => database.all<BlockRow>('SELECT * FROM blocks'),
    block: (botId: number, userId: number): BlockRow | null =>
      database.all<BlockRow>('SELECT * FROM blocks WHERE bot_id = ? AND user_id = ?', botId, userId)[0] ??
      null,
  };
}

/** The service's own accounts may lie in several shards, whose owners are 0, -1, -2, …: they count as one. */
function nameOf({ kind, owner_id: ownerId }: { kind: string; owner_id: bigint }): string {
  return `${kind} ${String(ownerId < 0n ? 0n : ownerId)}`;
}

function toEntry(row: Row): Omit<Entry, 'postings'> {
  return {
    entryId: Number(row['entry_id']),
    kind: String(row['kind']),
    atMs: Number(row['at_ms']),
    orderId: row['order_id'] as number | null,
    botId: row['bot_id'] as number | null,
    userId: row['user_id'] as number | null,
    aboutEntryId: row['about_entry_id'] as number | null,
    reference: row['reference'] as string | null,
  };
}

/** Of an entry and its postings: each of its parts moves it. */
export function fingerprintOf(entry: Entry): bigint {
  const id = BigInt(entry.entryId);
  let sum = entryPart(entry);
  for (const [account, amount] of entry.postings) sum += postingPart(id, account, amount);
  return sum;
}

function entryPart({ entryId, kind, atMs, orderId, userId, aboutEntryId }: Omit<Entry, 'postings'>): bigint {
  const numbers = entryId * 31 + atMs + (orderId ?? 0) * 7 + (userId ?? 0) + (aboutEntryId ?? 0) * 13;
  return BigInt(numbers + kind.length);
}

const names = new Map<string, bigint>();

function postingPart(entryId: bigint, account: string, amountMicros: bigint): bigint {
  let name = names.get(account);
  if (name === undefined) {
    name = [...account].reduce((sum, letter) => (sum * 31n + BigInt(letter.charCodeAt(0))) % 1_000_003n, 7n);
    names.set(account, name);
  }
  return amountMicros * name * entryId;
}
