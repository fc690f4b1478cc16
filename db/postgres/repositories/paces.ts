import type { PaceReport, PaceRules, PaceShare, PaceStore } from '../../../core/ports.js';
import {
  paceColumns,
  type PaceRow,
  type PaceValues,
  toPace,
  toPaceValues,
} from '../../repositories/pace-row.js';
import type { Parts } from '../parts.js';
import { statement, type Transaction } from '../statement.js';

type Key = [botId: number, lane: string];

/** The row that two processes would change at once is there before it is locked. */
const make = statement<Key>(
  `INSERT INTO paces (bot_id, lane, per_second, limited_at_ms, rest_until_ms) VALUES ($1, $2, 0, 0, 0)
   ON CONFLICT (bot_id, lane) DO NOTHING`,
);
const lock = statement<Key, PaceRow>(
  `SELECT ${paceColumns} FROM paces WHERE bot_id = $1 AND lane = $2 FOR UPDATE`,
);
const save = statement<PaceValues>(
  `UPDATE paces SET per_second = $3, ceiling = $4, limited_at_ms = $5, rest_until_ms = $6
   WHERE bot_id = $1 AND lane = $2`,
);
const come = statement<[...Key, process: string, wanted: number, untilMs: number]>(
  `INSERT INTO pace_users (bot_id, lane, process, wanted, until_ms) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (bot_id, lane, process) DO UPDATE SET wanted = excluded.wanted, until_ms = excluded.until_ms`,
);
const gone = statement<[...Key, nowMs: number]>(
  'DELETE FROM pace_users WHERE bot_id = $1 AND lane = $2 AND until_ms <= $3',
);
const others = statement<[...Key, process: string], { wanted: number }>(
  'SELECT wanted FROM pace_users WHERE bot_id = $1 AND lane = $2 AND process <> $3',
);
const ofBots = statement<[botIds: readonly number[]], PaceRow>(
  `SELECT ${paceColumns} FROM paces WHERE bot_id = ANY($1::bigint[]) AND per_second > 0 ORDER BY bot_id, lane`,
);

export function createPaceStore({ deeds }: Parts): PaceStore {
  const exchange = async (
    transaction: Transaction,
    process: string,
    report: PaceReport,
    rules: PaceRules,
    nowMs: number,
  ): Promise<PaceShare> => {
    const { botId, lane, wanted } = report;
    await make.run(transaction, botId, lane);
    const row = await lock.get(transaction, botId, lane);
    const before = row === undefined || row.per_second === 0 ? null : toPace(row);
    const pace = rules.learn(before, report, nowMs);
    await save.run(transaction, ...toPaceValues(pace));
    await gone.run(transaction, botId, lane, nowMs);
    await come.run(transaction, botId, lane, process, wanted, nowMs + rules.presentMs);
    const beside = await others.all(transaction, botId, lane, process);
    const share = rules.share(
      pace,
      wanted,
      beside.map((other) => other.wanted),
    );
    return { ...pace, share };
  };

  return {
    exchange: (process, reports, rules, nowMs) =>
      deeds.run('paces.exchange', async (transaction) => {
        const shares: PaceShare[] = [];
        // In the order of their keys, so that two processes wait for each other instead of crossing.
        for (const report of reports.toSorted(byKey))
          shares.push(await exchange(transaction, process, report, rules, Math.round(nowMs)));
        return shares;
      }),
    read: async (botIds) =>
      (await deeds.askOnce((transaction) => ofBots.all(transaction, botIds))).map(toPace),
  };
}

function byKey(one: PaceReport, other: PaceReport): number {
  return one.botId - other.botId || (one.lane < other.lane ? -1 : 1);
}
