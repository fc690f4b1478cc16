/** Counters of bots, against those of their pairs with orders, which stand checked. */
import { exactStatement, type Work } from '../work/statement.js';
import { type Findings, Sums } from './findings.js';
import { endOf, type Place, walk, type Walking } from './walking.js';

const totalNames = ['bot_followers', 'bot_profit', 'bot_profit_own'] as const;
type Total = (typeof totalNames)[number];

type BotRow = Record<'bot_id' | Total, bigint>;

type BotDayRow = Record<'bot_id' | 'day' | 'subscribers' | 'value' | 'own', bigint>;

export type KeptDay = Omit<BotDayRow, 'own'>;

type BotDay = readonly [botId: number, day: number];

/** After every day of a bot. */
const NO_DAY = Number.MAX_SAFE_INTEGER;

export const botsAfter = exactStatement<[after: number, limit: number], BotRow>(
  `SELECT bot_id, followers AS bot_followers, profit_micros AS bot_profit, profit_own_orders_micros AS bot_profit_own
   FROM bots WHERE bot_id > $1 ORDER BY bot_id LIMIT $2`,
);
const days = exactStatement<[...BotDay, lastBotId: number, limit: number], BotDayRow>(
  `SELECT bot_id, day, subscribers, value_micros AS value, own_value_micros AS own FROM bot_days
   WHERE (bot_id, day) > ($1, $2) AND bot_id <= $3 ORDER BY bot_id, day LIMIT $4`,
);
const pairs = exactStatement<[...BotDay, ...BotDay], KeptDay>(
  `SELECT bot_id, day, sum(subscribers) AS subscribers, sum(earned_micros) AS value FROM pair_days
   WHERE (bot_id, day) > ($1, $2) AND (bot_id, day) <= ($3, $4) GROUP BY bot_id, day`,
);

/** Bots that follow each other, as they are at one moment. */
export function* checkBots(walking: Walking, place: Place): Work<Place> {
  const [after = 0] = place ?? [];
  const page = yield* botsAfter.all(after, walking.pace.bots);
  if (page.length === 0) return null;
  const totals = new Sums<Total>();
  yield* checkDays(walking, totals, after, Number(page.at(-1)?.bot_id ?? 0n));
  for (const { bot_id: botId, ...kept } of page) {
    const place = { botId: Number(botId) };
    for (const total of totalNames)
      walking.findings.expect(total, place, totals.of(`${total}:${String(botId)}`), kept[total]);
  }
  walking.findings.outcome.bots += page.length;
  return endOf(page, (row) => [Number(row.bot_id)], walking.pace.bots);
}

/**
 * Every day that either has, of the bots after the one and up to the other.
 * @param totals get what the days of each bot add up to
 */
function checkDays(
  { findings, pace: { botDays: atOnce } }: Walking,
  totals: Sums<Total>,
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
      totals.add(`bot_followers:${String(botId)}`, subscribers);
      totals.add(`bot_profit:${String(botId)}`, value);
      totals.add(`bot_profit_own:${String(botId)}`, own);
    }
    return end;
  });
}

/** Counters of bots by day, and those of their pairs. */
export function compareDays(findings: Findings, kept: readonly KeptDay[], pairs: readonly KeptDay[]): void {
  const sumsOf = (rows: readonly KeptDay[]) => {
    const sums = new Sums<'bot_day_subscribers' | 'bot_day_value'>();
    for (const { bot_id: botId, day, subscribers, value } of rows) {
      sums.add(`bot_day_subscribers:${String(botId)}:${String(day)}`, subscribers);
      sums.add(`bot_day_value:${String(botId)}:${String(day)}`, value);
    }
    return sums;
  };
  findings.expectSums(sumsOf(pairs), sumsOf(kept), (botId, day) => ({
    botId: Number(botId),
    day: Number(day),
  }));
}
