import { setImmediate as turn } from 'node:timers/promises';
import type { Connection } from '../connection.js';
import { type Findings, ROWS_AT_ONCE, Sums } from './findings.js';

/** A bot's pairs are added up for so many of its days at a time. */
const DAYS_AT_ONCE = 7;

interface BotRow {
  bot_id: bigint;
  followers: bigint;
  profit: bigint;
  profit_own: bigint;
}

interface BotDayRow {
  day: bigint;
  subscribers: bigint;
  value: bigint;
  own: bigint;
}

/** Counters of bots, against those of their pairs with orders, which stand checked. */
export function createBotWalk(connection: Connection) {
  const bots = connection.prepareExact<[number], BotRow>(
    `SELECT bot_id, followers, profit_micros AS profit, profit_own_orders_micros AS profit_own FROM bots
     WHERE bot_id > ? ORDER BY bot_id LIMIT ${String(ROWS_AT_ONCE)}`,
  );
  const days = connection.prepareExact<[number, number], BotDayRow>(
    `SELECT day, subscribers, value_micros AS value, own_value_micros AS own FROM bot_days
     WHERE bot_id = ? AND day > ? ORDER BY day LIMIT ${String(DAYS_AT_ONCE)}`,
  );
  const pairs = connection.prepareExact<
    [number, number, number],
    { day: bigint; subscribers: bigint; earned: bigint }
  >(
    `SELECT day, sum(subscribers) AS subscribers, sum(earned_micros) AS earned FROM pair_days
     WHERE bot_id = ? AND day > ? AND day <= ? GROUP BY day`,
  );

  const checkBot = async (findings: Findings, row: BotRow): Promise<void> => {
    const botId = Number(row.bot_id);
    const ofDay = (key: string) => ({ botId, day: Number(key) });
    const sum = { subscribers: 0n, value: 0n, own: 0n };
    for (let after = -1, isLast = false; !isLast;) {
      const kept = days.all(botId, after);
      isLast = kept.length < DAYS_AT_ONCE;
      const to = isLast ? Number.MAX_SAFE_INTEGER : Number(kept.at(-1)?.day ?? 0n);
      const [subscribers, value, pairSubscribers, earned] = [new Sums(), new Sums(), new Sums(), new Sums()];
      for (const { day, ...figures } of kept) {
        subscribers.add(String(day), figures.subscribers);
        value.add(String(day), figures.value);
        sum.subscribers += figures.subscribers;
        sum.value += figures.value;
        sum.own += figures.own;
      }
      for (const pair of pairs.all(botId, after, to)) {
        pairSubscribers.add(String(pair.day), pair.subscribers);
        earned.add(String(pair.day), pair.earned);
      }
      findings.expectSums('bot_day_subscribers', pairSubscribers, subscribers, ofDay);
      findings.expectSums('bot_day_value', earned, value, ofDay);
      after = to;
      await turn();
    }
    findings.expect('bot_followers', { botId }, sum.subscribers, row.followers);
    findings.expect('bot_profit', { botId }, sum.value, row.profit);
    findings.expect('bot_profit_own', { botId }, sum.own, row.profit_own);
    findings.outcome.bots += 1;
  };

  return async (findings: Findings): Promise<void> => {
    for (let after = 0; ;) {
      const rows = bots.all(after);
      for (const row of rows) await checkBot(findings, row);
      if (rows.length < ROWS_AT_ONCE) return;
      after = Number(rows.at(-1)?.bot_id ?? 0n);
    }
  };
}
