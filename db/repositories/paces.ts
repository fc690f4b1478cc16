import type { PaceReport, PaceRules, PaceShare, PaceStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { paceColumns, type PaceRow, type PaceValues, toPace, toPaceValues } from './pace-row.js';

export function createPaceStore({ connection, executor }: Parts): PaceStore {
  const byKey = connection.prepare<[number, string], PaceRow>(
    `SELECT ${paceColumns} FROM paces WHERE bot_id = ? AND lane = ?`,
  );
  const ofBot = connection.prepare<[number], PaceRow>(
    `SELECT ${paceColumns} FROM paces WHERE bot_id = ? ORDER BY lane`,
  );
  const save = connection.prepare<PaceValues>(
    `INSERT INTO paces (${paceColumns}) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (bot_id, lane) DO UPDATE SET per_second = excluded.per_second, ceiling = excluded.ceiling,
       limited_at_ms = excluded.limited_at_ms, rest_until_ms = excluded.rest_until_ms`,
  );
  const come = connection.prepare<[number, string, string, number, number]>(
    `INSERT INTO pace_users (bot_id, lane, process, wanted, until_ms) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (bot_id, lane, process) DO UPDATE SET wanted = excluded.wanted, until_ms = excluded.until_ms`,
  );
  const gone = connection.prepare<[number, string, number]>(
    'DELETE FROM pace_users WHERE bot_id = ? AND lane = ? AND until_ms <= ?',
  );
  const others = connection.prepare<[number, string, string], { wanted: number }>(
    'SELECT wanted FROM pace_users WHERE bot_id = ? AND lane = ? AND process <> ?',
  );

  const exchange = (process: string, report: PaceReport, rules: PaceRules, nowMs: number): PaceShare => {
    const { botId, lane, wanted } = report;
    const row = byKey.get(botId, lane);
    const pace = rules.learn(row === undefined ? null : toPace(row), report, nowMs);
    save.run(...toPaceValues(pace));
    gone.run(botId, lane, nowMs);
    come.run(botId, lane, process, wanted, nowMs + rules.presentMs);
    const beside = others.all(botId, lane, process).map((other) => other.wanted);
    return { ...pace, share: rules.share(pace, wanted, beside) };
  };

  return {
    exchange: (process, reports, rules, nowMs) =>
      executor.run('paces.exchange', () =>
        reports.map((report) => exchange(process, report, rules, Math.round(nowMs))),
      ),
    read: (botIds) => executor.ask(() => botIds.flatMap((botId) => ofBot.all(botId)).map(toPace)),
  };
}
