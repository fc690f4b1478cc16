/**
 * Rows as the service leaves them of subscribers that were paid for, in every table that a real day fills (`test/bench-fill.test.ts`
 * holds that): in an order that jumps about in the tables as users do, and such that the daily check finds nothing.
 */
import Database from 'better-sqlite3';
import { alignedTable } from './table.js';

/** Subscribers of one transaction. */
const CHUNK = 100_000;
/** Users are spread over so many ids, and as many times over again as there is room between two of them. */
const SPREAD = 1_000_003;
const ROOM = 100;
const FAR_USER = 200_000_000;
/** What a user joins of a list. */
const SPONSORS = 4;
const DAY_MS = 86_400_000;
/** Days that joins are spread over; they end a week ago. */
const DAYS = 30;
const WEEK_DAYS = 7;
/** What each of its subscribers costs, brings and leaves to the service: micros. */
export const [PRICE, PUBLISHER, FEE] = [2_500_000, 2_000_000, 500_000];
const LANGUAGE = 'ru';
/** Tables with less are added up. */
const LEAST_BYTES = 2;

interface Order {
  order_id: number;
  account_id: number;
}

interface Counters {
  orderId: number;
  day: number;
  subscribers: number;
}

type Insert = Record<string, Database.Statement>;

const columns = {
  users: 'user_id, seen_at_ms',
  user_bots: 'user_id, bot_id, first_name, username, language_code, is_premium, claimed_at_ms',
  pins: 'user_id, bot_id, slots, pinned_at_ms, life_seconds',
  contacts: 'user_id, bot_id, state, at_ms, chat_id, until_ms',
  impressions:
    'user_id, order_id, bot_id, first_shown_at_ms, shown_at_ms, seen_at_ms, price_micros, proof, target, kind',
  memberships: 'user_id, resource_id, state, had_left, since_ms, checked_at_ms, update_id, joined_at_ms',
  paid_joins: 'user_id, target, order_id',
  subscriptions: 'user_id, order_id, bot_id, state, charge, price_micros, at_ms, entry_id',
  ledger_entries: 'entry_id, kind, at_ms, order_id, bot_id, user_id, about_entry_id',
  postings: 'entry_id, ledger_account_id, amount_micros, balance_micros',
} as const;

/**
 * From one number of subscribers up to another.
 * @param daysAgo the last day of the joins; with 1 and `days` 1 all are yesterday's
 */
export function fill(
  file: string,
  botId: number,
  from: number,
  to: number,
  { daysAgo = WEEK_DAYS, days = DAYS }: { daysAgo?: number; days?: number } = {},
): void {
  const database = new Database(file);
  database.pragma('synchronous = OFF');
  database.pragma('cache_size = -400000');
  const filler = new Filler(database, botId, { daysAgo, days });
  for (let start = from; start < to; start += CHUNK) {
    const end = Math.min(to, start + CHUNK);
    database.transaction(() => {
      filler.fill(start, end);
    })();
  }
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
}

class Filler {
  readonly #insert: Insert;
  readonly #orders: readonly Order[];
  readonly #publisherId: number;
  readonly #firstMs: number;
  readonly #balances = new Map<number, number>();
  #entryId: number;

  constructor(
    readonly database: Database.Database,
    readonly botId: number,
    readonly span: { daysAgo: number; days: number },
  ) {
    this.#insert = Object.fromEntries(
      Object.entries(columns).map(([table, names]) => {
        const places = names.split(', ').map(() => '?');
        return [table, database.prepare(`INSERT INTO ${table} (${names}) VALUES (${places.join(', ')})`)];
      }),
    );
    this.#orders = database
      .prepare<[], Order>('SELECT order_id, account_id FROM orders ORDER BY order_id')
      .all();
    const owner = database.prepare<[number], { account_id: number }>(
      'SELECT account_id FROM bots WHERE bot_id = ?',
    );
    this.#publisherId = owner.get(botId)?.account_id ?? 0;
    const today = Math.floor(Date.now() / DAY_MS);
    this.#firstMs = (today - span.daysAgo - span.days + 1) * DAY_MS;
    const last = database.prepare<[], { last: number | null }>(
      'SELECT max(entry_id) AS last FROM ledger_entries',
    );
    this.#entryId = last.get()?.last ?? 0;
  }

  fill(from: number, to: number): void {
    const counted = new Map<string, Counters>();
    const sponsors = Math.min(SPONSORS, this.#orders.length);
    this.#depositFor(from, to);
    for (let index = from; index < to; index++) {
      const user = Math.floor(index / sponsors);
      const userId = FAR_USER + ((user * 7_919) % SPREAD) * ROOM + Math.floor(user / SPREAD);
      const atMs = this.#atMs(index);
      if (index % sponsors === 0) this.#meet(userId, atMs);
      const order = this.#orderAt(index);
      this.#join(userId, order, atMs, index);
      const day = Math.floor(atMs / DAY_MS);
      const key = `${String(order.order_id)}:${String(day)}`;
      const counters = counted.get(key) ?? { orderId: order.order_id, day, subscribers: 0 };
      counters.subscribers += 1;
      counted.set(key, counters);
    }
    this.#count([...counted.values()]);
    const move = this.database.prepare(
      'UPDATE ledger_accounts SET balance_micros = ? WHERE ledger_account_id = ?',
    );
    for (const [accountId, balance] of this.#balances) move.run(balance, accountId);
  }

  #orderAt(index: number): Order {
    const order = this.#orders[index % this.#orders.length];
    if (order === undefined) throw new Error('There is no order to fill.');
    return order;
  }

  #atMs(index: number): number {
    const day = Math.floor((index % (this.span.days * 1_000)) / 1_000);
    return this.#firstMs + day * DAY_MS + ((index * 7_919) % DAY_MS);
  }

  #run(table: keyof typeof columns, ...values: unknown[]): void {
    this.#insert[table]?.run(...values);
  }

  /** A list with as many sponsors as there are, to a user known to the platform. */
  #meet(userId: number, atMs: number): void {
    this.#run('users', userId, atMs);
    this.#run('user_bots', userId, this.botId, 'Anna', `user${String(userId)}`, LANGUAGE, 0, atMs);
    this.#run('pins', userId, this.botId, '1024,2048,3072,4096', atMs, 10_800);
    this.#run('contacts', userId, this.botId, 1, atMs, userId, atMs);
  }

  #join(
    userId: number,
    { order_id: orderId, account_id: accountId }: Order,
    atMs: number,
    index: number,
  ): void {
    // As a whole number: what is bound as a fraction stays one where a column takes both numbers and text.
    const target = BigInt(-1_002_000_000_000 - orderId);
    this.#run('impressions', userId, orderId, this.botId, atMs, atMs, atMs, PRICE, 3, target, 0);
    this.#run('memberships', userId, target, 0, 0, atMs, atMs, index, atMs);
    this.#run('paid_joins', userId, String(target), orderId);
    const about = [orderId, this.botId, userId] as const;
    const charge = this.#book('charge', atMs, about, null, [
      [accountId, 'wallet', -PRICE],
      [this.#publisherId, 'hold', PUBLISHER],
      [0, 'fee', FEE],
    ]);
    this.#book('release', atMs, about, charge, [
      [this.#publisherId, 'hold', -PUBLISHER],
      [this.#publisherId, 'wallet', PUBLISHER],
    ]);
    this.#run('subscriptions', userId, orderId, this.botId, 0, 1, PRICE, atMs, charge);
  }

  /** Each advertiser pays what the subscribers of a chunk cost. */
  #depositFor(from: number, to: number): void {
    const costs = new Map<number, number>();
    for (let index = from; index < to; index++) {
      const { account_id: accountId } = this.#orderAt(index);
      costs.set(accountId, (costs.get(accountId) ?? 0) + PRICE);
    }
    for (const [accountId, cost] of costs)
      this.#book('deposit', this.#firstMs, [null, null, null], null, [
        [accountId, 'wallet', cost],
        [0, 'world', -cost],
      ]);
  }

  #book(
    kind: string,
    atMs: number,
    about: readonly (number | null)[],
    aboutEntryId: number | null,
    lines: readonly (readonly [ownerId: number, kind: string, micros: number])[],
  ): number {
    const entryId = (this.#entryId += 1);
    this.#run('ledger_entries', entryId, kind, atMs, ...about, aboutEntryId);
    for (const [ownerId, accountKind, micros] of lines) {
      const accountId = this.#accountOf(ownerId, accountKind);
      const balance = (this.#balances.get(accountId) ?? 0) + micros;
      this.#balances.set(accountId, balance);
      this.#run('postings', entryId, accountId, micros, balance);
    }
    return entryId;
  }

  readonly #accounts = new Map<string, number>();

  #accountOf(ownerId: number, kind: string): number {
    const key = `${kind}:${String(ownerId)}`;
    const known = this.#accounts.get(key);
    if (known !== undefined) return known;
    this.database
      .prepare('INSERT INTO ledger_accounts (owner_id, kind) VALUES (?, ?) ON CONFLICT DO NOTHING')
      .run(ownerId, kind);
    const row = this.database
      .prepare<[number, string], { id: number; balance: number }>(
        'SELECT ledger_account_id AS id, balance_micros AS balance FROM ledger_accounts WHERE owner_id = ? AND kind = ?',
      )
      .get(ownerId, kind);
    const id = row?.id ?? 0;
    this.#accounts.set(key, id);
    this.#balances.set(id, row?.balance ?? 0);
    return id;
  }

  /** The counters of what was filled. */
  #count(all: readonly Counters[]): void {
    const { database, botId } = this;
    const ofOrder = database.prepare(
      `INSERT INTO order_days (order_id, day, impressions, subscribers, value_micros) VALUES (@orderId, @day, @subscribers, @subscribers, @paid)
       ON CONFLICT (order_id, day) DO UPDATE SET impressions = impressions + @subscribers, subscribers = subscribers + @subscribers,
         value_micros = value_micros + @paid`,
    );
    const ofPair = database.prepare(
      `INSERT INTO pair_days (order_id, bot_id, day, impressions, subscribers, paid_micros, earned_micros)
         VALUES (@orderId, @botId, @day, @subscribers, @subscribers, @paid, @earned)
       ON CONFLICT (order_id, day, bot_id) DO UPDATE SET impressions = impressions + @subscribers,
         subscribers = subscribers + @subscribers, paid_micros = paid_micros + @paid, earned_micros = earned_micros + @earned`,
    );
    const ofLanguage = database.prepare(
      `INSERT INTO language_days (order_id, day, language, subscribers) VALUES (@orderId, @day, @language, @subscribers)
       ON CONFLICT (order_id, day, language) DO UPDATE SET subscribers = subscribers + @subscribers`,
    );
    const ofBot = database.prepare(
      `INSERT INTO bot_days (bot_id, day, subscribers, value_micros) VALUES (@botId, @day, @subscribers, @earned)
       ON CONFLICT (bot_id, day) DO UPDATE SET subscribers = subscribers + @subscribers, value_micros = value_micros + @earned`,
    );
    const order = database.prepare(
      'UPDATE orders SET quantity_now = quantity_now + @subscribers, quantity_all = quantity_all + @subscribers WHERE order_id = @orderId',
    );
    const bot = database.prepare(
      'UPDATE bots SET followers = followers + @subscribers, profit_micros = profit_micros + @earned WHERE bot_id = @botId',
    );
    for (const { orderId, day, subscribers } of all) {
      const [paid, earned] = [subscribers * PRICE, subscribers * PUBLISHER];
      const pair = { orderId, botId, day, subscribers, paid, earned };
      ofPair.run(pair);
      ofOrder.run({ orderId, day, subscribers, paid });
      ofLanguage.run({ orderId, day, language: LANGUAGE, subscribers });
      ofBot.run({ botId, day, subscribers, earned });
      order.run({ orderId, subscribers });
      bot.run({ botId, subscribers, earned });
    }
  }
}

interface Taken {
  name: string;
  rows: number;
  /** With its indices. */
  bytes: number;
}

/** The widest first. */
function takenBy(file: string): Taken[] {
  const database = new Database(file, { readonly: true });
  const tables = database
    .prepare<[], Omit<Taken, 'rows'>>(
      `SELECT tbl_name AS name, sum(pgsize) AS bytes FROM dbstat JOIN sqlite_master USING (name)
       WHERE aggregate = 1 GROUP BY tbl_name ORDER BY bytes DESC`,
    )
    .all();
  const count = (name: string) =>
    database.prepare<[], { rows: number }>(`SELECT count(*) AS rows FROM "${name}"`).get()?.rows ?? 0;
  const all = tables.map((table) => ({ ...table, rows: count(table.name) }));
  database.close();
  return all;
}

/** Rows and bytes that a subscriber takes of the file, table by table. */
export function bytesTable(file: string, size: number): string {
  const all = takenBy(file);
  const isWide = ({ bytes }: Taken) => bytes / size >= LEAST_BYTES;
  const wide = all.filter(isWide);
  const others = all.filter((table) => !isWide(table));
  const line = (name: string, tables: readonly Taken[]) => {
    const sum = (what: 'rows' | 'bytes') => tables.reduce((total, table) => total + table[what], 0) / size;
    return [name, sum('rows').toFixed(2), sum('bytes').toFixed(0)];
  };
  return alignedTable(
    ['table', 'rows a paid subscriber', 'bytes a paid subscriber'],
    [...wide.map((table) => line(table.name, [table])), line('others', others), line('all', all)],
  );
}
