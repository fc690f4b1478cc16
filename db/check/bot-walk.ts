/** Counters of bots, against those of their pairs with orders, which stand checked. */
import { exactStatement, type Work } from '../work/statement.js';
import { type Findings, Sums } from './findings.js';
import { endOf, type Place, walk, type Walking } from './walking.js';

type BotRow = Record<'bot_id' | 'followers' | 'profit' | 'profit_own', bigint>;

type BotDayRow = Record<'bot_id' | 'day' | 'subscribers' | 'value' | 'own', bigint>;

type KeptDay = Pick<BotDayRow, 'bot_id' | 'day' | 'subscribers' | 'value'>;

export type PairRow = Record<'bot_id' | 'day' | 'subscribers' | 'earned', bigint>;

type BotDay = readonly [botId: number, day: number];

/** After every day of a bot. */
const NO_DAY = Number.MAX_SAFE_INTEGER;

export const botsAfter = exactStatement<[after: number, limit: number], BotRow>(
  `SELECT bot_id, followers, profit_micros AS profit, profit_own_orders_micros AS profit_own FROM bots
   WHERE bot_id > $1 ORDER BY bot_id LIMIT $2`,
);
const days = exactStatement<[...BotDay, lastBotId: number, limit: number], BotDayRow>(
  `SELECT bot_id, day, subscribers, value_micros AS value, own_value_micros AS own FROM bot_days
   WHERE (bot_id, day) > ($1, $2) AND bot_id <= $3 ORDER BY bot_id, day LIMIT $4`,
);
const pairs = exactStatement<[...BotDay, ...BotDay], PairRow>(
  `SELECT bot_id, day, sum(subscribers) AS subscribers, sum(earned_micros) AS earned FROM pair_days
   WHERE (bot_id, day) > ($1, $2) AND (bot_id, day) <= ($3, $4) GROUP BY bot_id, day`,
);

/** What the days of some bots add up to, by bot. */
interface Totals {
  subscribers: Sums;
  value: Sums;
  own: Sums;
}

/** Bots that follow each other, as they are at one moment. */
export function* checkBots(walking: Walking, place: Place): Work<Place> {
  const [after = 0] = place ?? [];
  const page = yield* botsAfter.all(after, walking.pace.bots);
  if (page.length === 0) return null;
  const totals = { subscribers: new Sums(), value: new Sums(), own: new Sums() };
  yield* checkDays(walking, totals, after, Number(page.at(-1)?.bot_id ?? 0n));
  for (const row of page) compareTotals(walking.findings, totals, row);
  return endOf(page, (row) => [Number(row.bot_id)], walking.pace.bots);
}

/** Every day that either has, of the bots after the one and up to the other. */
function checkDays(
  { findings, pace: { botDays: atOnce } }: Walking,
  totals: Totals,
  after: number,
  last: number,
): Work<void> {
  const start: BotDay = [after, NO_DAY];
  return walk(start, function* (place) {
    const kept = yield* days.all(...place, last, atOnce);
    const end = endOf<BotDayRow, BotDay>(kept, (row) => [Number(row.bot_id), Number(row.day)], atOnce);
    const expected = yield* pairs.all(...place, ...(end ?? ([last, NO_DAY] as const)));
    compareDays(findings, kept, expected);
    for (const { bot_id: botId, subscribers, value, own } of kept) {
      totals.subscribers.add(String(botId), subscribers);
      totals.value.add(String(botId), value);
      totals.own.add(String(botId), own);
    }
    return end;
  });
}

/** Counters of bots by day, and those of their pairs. */
export function compareDays(
  findings: Findings,
  kept: readonly KeptDay[],
  expected: readonly PairRow[],
): void {
  const [subscribers, value, pairSubscribers, earned] = [new Sums(), new Sums(), new Sums(), new Sums()];
  const keyOf = (row: { bot_id: bigint; day: bigint }) => `${String(row.bot_id)}:${String(row.day)}`;
  for (const row of kept) {
    subscribers.add(keyOf(row), row.subscribers);
    value.add(keyOf(row), row.value);
  }
  for (const row of expected) {
    pairSubscribers.add(keyOf(row), row.subscribers);
    earned.add(keyOf(row), row.earned);
  }
  const placeOf = (key: string) => {
    const [botId = '', day = ''] = key.split(':');
    return { botId: Number(botId), day: Number(day) };
  };
  findings.expectSums('bot_day_subscribers', pairSubscribers, subscribers, placeOf);
  findings.expectSums('bot_day_value', earned, value, placeOf);
}

function compareTotals(findings: Findings, totals: Totals, row: BotRow): void {
  const key = String(row.bot_id);
  const place = { botId: Number(row.bot_id) };
  findings.expect('bot_followers', place, totals.subscribers.of(key), row.followers);
  findings.expect('bot_profit', place, totals.value.of(key), row.profit);
  findings.expect('bot_profit_own', place, totals.own.of(key), row.profit_own);
  findings.outcome.bots += 1;
}
