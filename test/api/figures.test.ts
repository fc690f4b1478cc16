/** The figures of /statistic against a count over the ledger that is obviously right and slow. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dayOf, formatDay, parseDay } from '../../core/days.js';
import { toNumber } from '../../core/money.js';
import { targetOf } from '../../core/subscriptions/index.js';
import type { Stage } from '../cases/stage.js';
import { listed } from '../contract/makers.js';
import { sqlOver } from '../support/database.js';
import { timesOf } from '../support/part.js';
import { bots, type Data, type FiguresStage, openFigures, orders, zone } from './statistics-stage.js';

/** All of them are about 5 s of processor time. */
const HISTORIES = timesOf(100, 0.4);

let figures: FiguresStage;
let stage: Stage;

beforeAll(async () => {
  figures = await openFigures();
  ({ stage } = figures);
});
afterAll(() => figures.close());

const statistic: FiguresStage['statistic'] = (person, query) => figures.statistic(person, query);
const orderId = (name: string) => figures.orderId(name);
const botId = (name: string) => figures.botId(name);

describe('figures are what the ledger says, to the last micro-unit', () => {
  let users = 900_000;
  let updates = 0;
  const subscribed: { userId: number; order: string; atMs: number }[] = [];

  async function observe(userId: number, order: string, isIn: boolean): Promise<void> {
    const found = await stage.store.orders.find(orderId(order));
    const resourceId = found?.resource.resourceId ?? '';
    const update = {
      userId,
      resourceId,
      state: isIn ? 'in' : 'out',
      wasIn: !isIn,
      updateId: ++updates,
    } as const;
    await stage.service.membership.observe({ ...update, atMs: stage.clock.now(), chat: { title: order } });
  }

  async function subscribe(order: string, bot: string, language: string): Promise<void> {
    const userId = ++users;
    const shown = await stage.store.orders.find(orderId(order));
    if (shown === null) throw new Error('there is no such order');
    await stage.store.sponsors.record(userId, {
      botId: botId(bot),
      nowMs: stage.clock.now(),
      notesUser: true,
      isFirstForBot: true,
      claims: { languageCode: language },
      pin: null,
      unpin: false,
      impressions: [listed(shown.orderId, shown.realPriceMicros, targetOf(shown))],
      proof: 'contact',
      counts: true,
      isDenied: false,
      contact: null,
      block: undefined,
      askedOnDay: null,
      askedHereOnDay: null,
    });
    await observe(userId, order, true);
    subscribed.push({ userId, order, atMs: stage.clock.now() });
  }

  interface Count {
    subscribers: number;
    micros: bigint;
  }

  /** Obviously right and slow: every entry, one by one. */
  function bruteForce(
    entries: readonly Entry[],
    counts: (entry: Entry) => bigint | null,
    from: string,
    to: string,
  ): Map<string, Count> {
    const days = new Map<string, Count>();
    for (const entry of entries) {
      const day = dayOf(entry.atMs, zone);
      const micros = counts(entry);
      if (micros === null || day < from || day > to) continue;
      const count = days.get(day) ?? { subscribers: 0, micros: 0n };
      days.set(day, {
        subscribers: count.subscribers + (entry.isReversal ? 0 : 1),
        micros: count.micros + (entry.isReversal ? -micros : micros),
      });
    }
    return days;
  }

  interface Entry {
    atMs: number;
    orderId: number;
    botId: number;
    userId: number;
    isReversal: boolean;
    paid: bigint;
    earned: bigint;
  }

  /** What an advertiser paid is what they lost in other people's bots; in their own bots it stands with the subscription. */
  async function readEntries(): Promise<Entry[]> {
    const rows = await sqlOver<Record<string, number | string>>(
      stage.settings.DATABASE_URL,
      `SELECT e.kind, e.at_ms, e.order_id, e.bot_id, e.user_id, price_micros,
           (SELECT -sum(amount_micros) FROM postings p JOIN ledger_accounts a USING (ledger_account_id)
            WHERE p.entry_id = e.entry_id AND a.kind = 'fee') AS minus_fee
         FROM ledger_entries e JOIN subscriptions s ON s.order_id = e.order_id AND s.user_id = e.user_id
         WHERE e.kind IN ('charge', 'reversal')`,
    );
    return rows.map((row) => {
      const isReversal = row['kind'] === 'reversal';
      const fee = (isReversal ? 1n : -1n) * BigInt(row['minus_fee'] ?? 0);
      const paid = BigInt(row['price_micros'] ?? 0);
      return {
        atMs: Number(row['at_ms']),
        orderId: Number(row['order_id']),
        botId: Number(row['bot_id']),
        userId: Number(row['user_id']),
        isReversal,
        paid,
        earned: paid - fee,
      };
    });
  }

  function expectDays(data: Data, expected: Map<string, Count>): void {
    const labels = data['labels'] as string[];
    const of = (day: string) => expected.get(day) ?? { subscribers: 0, micros: 0n };
    expect(data['subscribers_data']).toEqual(labels.map((day) => of(day).subscribers));
    expect(data['value_data']).toEqual(labels.map((day) => toNumber(of(day).micros)));
    const counts = [...expected.values()];
    expect(data['total_subscribers']).toBe(counts.reduce((sum, count) => sum + count.subscribers, 0));
    expect(data['total_value']).toBe(toNumber(counts.reduce((sum, count) => sum + count.micros, 0n)));
    for (const [index, average] of (data['avg_price_data'] as number[]).entries()) {
      const { subscribers, micros } = of(labels[index] ?? '');
      if (subscribers === 0) expect(average).toBe(0);
      else expect(Math.abs(average - toNumber(micros) / subscribers)).toBeLessThan(1e-6);
    }
  }

  const happening = fc.record({
    order: fc.constantFrom(...orders),
    bot: fc.constantFrom(...bots),
    language: fc.constantFrom('ru', 'uz', 'en', ''),
    // All histories together stay within the longest range that can be asked for.
    waitHours: fc.integer({ min: 0, max: 14 }),
    leaver: fc.option(fc.nat(), { freq: 3 }),
  });

  interface Happening {
    order: string;
    bot: string;
    language: string;
    waitHours: number;
    leaver: number | null;
  }

  async function live(history: readonly Happening[]): Promise<void> {
    for (const { order, bot, language, waitHours, leaver } of history) {
      stage.clock.pass(waitHours * 3_600_000);
      await subscribe(order, bot, language);
      const [left] = leaver === null ? [] : subscribed.splice(leaver % subscribed.length, 1);
      if (left !== undefined) await observe(left.userId, left.order, false);
    }
  }

  // Every order in every bot, in several languages, and one who leaves in time.
  beforeAll(() =>
    live(
      orders.flatMap((order, index) =>
        bots.map((bot, place) => ({
          order,
          bot,
          language: ['ru', 'uz', 'en'][place] ?? '',
          waitHours: 5,
          leaver: index === 2 && place === 2 ? 0 : null,
        })),
      ),
    ),
  );

  const advertised = () => new Set([orderId('garden'), orderId('night')]);
  const published = () => new Set([botId('recipes_bot'), botId('stories_bot')]);
  const paidOf = (orders: ReadonlySet<number>) => (entry: Entry) =>
    orders.has(entry.orderId) ? entry.paid : null;
  const earnedOf = (ids: ReadonlySet<number>) => (entry: Entry) =>
    ids.has(entry.botId) ? entry.earned : null;

  type Question = [
    person: string,
    query: Record<string, string | number>,
    counts: (entry: Entry) => bigint | null,
  ];

  /** Statistics by day, and what each counts of an entry. */
  const byDay = (): Question[] => [
    ['advertiser', { action: 'allads' }, paidOf(advertised())],
    ['advertiser', { action: 'ads', ads_id: orderId('garden') }, paidOf(new Set([orderId('garden')]))],
    ['publisher', { action: 'allbots' }, earnedOf(published())],
    [
      'publisher',
      { action: 'bots', bot_id: botId('recipes_bot') },
      earnedOf(new Set([botId('recipes_bot')])),
    ],
  ];

  /** Statistics by source or sponsor. */
  const byRow = (): [...Question, id: 'bot_id' | 'ads_id'][] => [
    [
      'advertiser',
      { action: 'source', ads_id: orderId('garden') },
      paidOf(new Set([orderId('garden')])),
      'bot_id',
    ],
    ['publisher', { action: 'sponsor' }, earnedOf(published()), 'ads_id'],
    [
      'publisher',
      { action: 'sponsor', bot_id: botId('stories_bot') },
      earnedOf(new Set([botId('stories_bot')])),
      'ads_id',
    ],
  ];

  function expectRows(data: Data, id: 'bot_id' | 'ads_id', entries: readonly (Entry & { micros: bigint })[]) {
    const expected = new Map<number, Count>();
    for (const entry of entries) {
      const key = id === 'bot_id' ? entry.botId : entry.orderId;
      const count = expected.get(key) ?? { subscribers: 0, micros: 0n };
      expected.set(key, {
        subscribers: count.subscribers + (entry.isReversal ? 0 : 1),
        micros: count.micros + (entry.isReversal ? -entry.micros : entry.micros),
      });
    }
    const rows = data['table_data'] as Record<string, number>[];
    // Days on which users only left are in the sum, so they have a row.
    const wanted = [...expected].filter(([, { subscribers, micros }]) => subscribers > 0 || micros !== 0n);
    expect(rows.map((row) => [row[id], row['subscribers'], row['value']]).sort()).toEqual(
      wanted.map(([key, { subscribers, micros }]) => [key, subscribers, toNumber(micros)]).sort(),
    );
  }

  it('on random histories: all six actions', async () => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { minLength: 1, maxLength: 8 }), async (history) => {
        await live(history);
        const to = dayOf(stage.clock.now(), zone);
        const from = formatDay(parseDay(to) - 9);
        const inRange = (entry: Entry) => {
          const day = dayOf(entry.atMs, zone);
          return day >= from && day <= to;
        };
        const all = await readEntries();
        for (const [person, query, counts] of byDay()) {
          const { data } = await statistic(person, query);
          expect((data['labels'] as string[]).at(-1)).toBe(to);
          expectDays(data, bruteForce(all, counts, from, to));
        }
        for (const [person, query, counts, id] of byRow()) {
          const { data } = await statistic(person, query);
          const entries = all.flatMap((entry) => {
            const micros = counts(entry);
            return micros === null || !inRange(entry) ? [] : [{ ...entry, micros }];
          });
          expectRows(data, id, entries);
        }
        runs += 1;
      }),
      { numRuns: HISTORIES },
    );
    expect(runs).toBeGreaterThanOrEqual(HISTORIES);
    expect((await readEntries()).some((entry) => entry.isReversal)).toBe(true);
    const days = new Set((await readEntries()).map((entry) => dayOf(entry.atMs, zone)));
    expect(days.size).toBeGreaterThan(3);
    expect([...days].some((day) => day >= '2030-03-31')).toBe(true);
  }, 120_000);

  it('of a long past, kept sums and all', async () => {
    // Whole spans of days go by, so that sums of the past are kept, and then asked for again.
    for (let month = 0; month < 4; month += 1) {
      stage.clock.pass(33 * 86_400_000);
      await live([{ order: 'night', bot: 'stories_bot', language: 'ru', waitHours: 1, leaver: null }]);
    }
    const to = dayOf(stage.clock.now(), zone);
    const range = { start_date: '2030-03-01', end_date: to };
    for (let round = 0; round < 2; round += 1) {
      for (const [person, query, counts, id] of byRow()) {
        const entries = (await readEntries()).flatMap((entry) => {
          const micros = counts(entry);
          return micros === null ? [] : [{ ...entry, micros }];
        });
        expectRows((await statistic(person, { ...query, ...range })).data, id, entries);
      }
      await live([{ order: 'garden', bot: 'recipes_bot', language: 'ru', waitHours: 0, leaver: null }]);
    }
  });

  it('names a sponsor by its link, and an excluded source as such', async () => {
    const range = { start_date: '2030-03-01', end_date: dayOf(stage.clock.now(), zone) };
    const { data } = await statistic('publisher', { action: 'sponsor', ...range });
    const rows = data['table_data'] as { ads_id: number; link: string; is_excluded: boolean }[];
    expect(rows.find((row) => row.ads_id === orderId('garden'))?.link).toBe('https://t.me/garden_channel');
    expect(rows.map((row) => row.is_excluded)).toEqual(rows.map(() => false));
  });

  it("own orders are told apart, and the table adds up to the day's figures", async () => {
    const range = { start_date: '2030-03-01', end_date: dayOf(stage.clock.now(), zone) };
    const { data } = await statistic('publisher', { action: 'allbots', ...range });
    expect(data['show_extended_table']).toBe(true);
    const rows = data['table_data'] as Record<string, number>[];
    const subscribers = data['subscribers_data'] as number[];
    expect(rows.map((row) => (row['service_subs'] ?? 0) + (row['own_subs'] ?? 0))).toEqual(subscribers);
    expect(rows.map((row) => row['total_subs'])).toEqual(subscribers);
    expect(rows.map((row) => row['total_value'])).toEqual(data['value_data']);
    expect(rows.map((row) => row['avg_price'])).toEqual(data['avg_price_data']);
    expect(rows.map((row) => row['date'])).toEqual(data['labels']);
    const own = (await readEntries()).filter(
      (entry) => entry.orderId === orderId('own') && entry.botId !== botId('advertisers_bot'),
    );
    expect(rows.reduce((sum, row) => sum + (row['own_subs'] ?? 0), 0)).toBe(
      own.filter((entry) => !entry.isReversal).length,
    );
  });

  it('languages are shares of the subscribers, as text with a percent sign', async () => {
    const range = { start_date: '2030-03-01', end_date: dayOf(stage.clock.now(), zone) };
    const { data } = await statistic('advertiser', { action: 'ads', ads_id: orderId('garden'), ...range });
    const shares = data['language_stats'] as { lang: string; percentage: string }[];
    expect(shares.length).toBeGreaterThan(1);
    for (const { lang, percentage } of shares) {
      expect(['ru', 'uz', 'en', 'unknown']).toContain(lang);
      expect(percentage).toMatch(/^\d{1,3}\.\d%$/);
    }
    const sum = shares.reduce((total, { percentage }) => total + Number.parseFloat(percentage), 0);
    expect(sum).toBeGreaterThan(99.5);
    expect(sum).toBeLessThan(100.5);
  });
});
