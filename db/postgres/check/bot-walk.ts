/** Counters of bots, against those of their pairs with orders, which stand checked. */
import type { Findings } from '../../check/findings.js';
import type { Transaction } from '../statement.js';
import { exactStatement } from './exact.js';

const BOTS_AT_ONCE = 50;

interface BotRow {
  bot_id: bigint;
  followers: bigint;
  profit: bigint;
  profit_own: bigint;
  subscribers: bigint;
  value: bigint;
  own: bigint;
}

interface DayRow {
  bot_id: bigint;
  day: bigint;
  subscribers: bigint;
  value: bigint;
  pair_subscribers: bigint;
  earned: bigint;
}

/** Totals as they are kept, and as the days of the bot add up. */
const bots = exactStatement<[after: bigint], BotRow>(
  `SELECT bots.bot_id, followers, profit_micros::text AS profit, profit_own_orders_micros::text AS profit_own,
     coalesce(days.subscribers, 0)::text AS subscribers, coalesce(days.value, 0)::text AS value,
     coalesce(days.own, 0)::text AS own
   FROM (SELECT * FROM bots WHERE bot_id > $1 ORDER BY bot_id LIMIT ${String(BOTS_AT_ONCE)}) AS bots
   CROSS JOIN LATERAL (SELECT sum(subscribers) AS subscribers, sum(value_micros) AS value, sum(own_value_micros) AS own
     FROM bot_days WHERE bot_days.bot_id = bots.bot_id) AS days
   ORDER BY bots.bot_id`,
);
/** Of some bots the days that differ. */
const differingDays = exactStatement<[botIds: bigint[]], DayRow>(
  `SELECT bot_id, day, coalesce(kept.subscribers, 0) AS subscribers, coalesce(kept.value, 0)::text AS value,
     coalesce(pairs.subscribers, 0)::text AS pair_subscribers, coalesce(pairs.earned, 0)::text AS earned
   FROM (SELECT bot_id, day, subscribers, value_micros AS value FROM bot_days
       WHERE bot_id = ANY ($1::bigint[])) AS kept
     FULL JOIN (SELECT bot_id, day, sum(subscribers) AS subscribers, sum(earned_micros) AS earned FROM pair_days
       WHERE bot_id = ANY ($1::bigint[]) GROUP BY bot_id, day) AS pairs USING (bot_id, day)
   WHERE coalesce(kept.subscribers, 0) <> coalesce(pairs.subscribers, 0)
     OR coalesce(kept.value, 0) <> coalesce(pairs.earned, 0)
   ORDER BY bot_id, day`,
);

export async function checkBots(transaction: Transaction, findings: Findings): Promise<void> {
  for (let after: bigint | undefined = 0n; after !== undefined;) {
    const page: BotRow[] = await bots.all(transaction, after);
    const botIds = page.map((row) => row.bot_id);
    for (const row of await differingDays.all(transaction, botIds)) {
      const place = { botId: Number(row.bot_id), day: Number(row.day) };
      findings.expect('bot_day_subscribers', place, row.pair_subscribers, row.subscribers);
      findings.expect('bot_day_value', place, row.earned, row.value);
    }
    for (const row of page) {
      const place = { botId: Number(row.bot_id) };
      findings.expect('bot_followers', place, row.subscribers, row.followers);
      findings.expect('bot_profit', place, row.value, row.profit);
      findings.expect('bot_profit_own', place, row.own, row.profit_own);
    }
    findings.outcome.bots += page.length;
    after = page.length < BOTS_AT_ONCE ? undefined : page.at(-1)?.bot_id;
  }
}
