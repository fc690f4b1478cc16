import { paces, paceUsers } from '../schema/calls.js';
import { insertInto } from './inserts.js';
import type { LearntPace, PaceReport, PaceRules, PaceShare, PaceStore } from '../../core/ports/pace-store.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';
import { type RowOf, rowsOf } from './rows.js';

type PaceRow = RowOf<LearntPace>;

const paceColumns = 'bot_id, lane, per_second, ceiling, limited_at_ms, rest_until_ms';

const toPace = rowsOf<LearntPace>()(paceColumns, {});

type Key = [botId: number, lane: string];

/** The row that two processes would change at once is there before it is locked. */
const make = insertInto(paces, 'botId, lane, perSecond, limitedAtMs, restUntilMs', { there: 'stays' });
const locked = statement<Key, PaceRow>(
  `SELECT ${paceColumns} FROM paces WHERE bot_id = $1 AND lane = $2 FOR UPDATE`,
);
const save = insertInto(paces, 'botId, lane, perSecond, ceiling, limitedAtMs, restUntilMs', {
  there: 'replaced',
});
const come = insertInto(paceUsers, 'botId, lane, process, wanted, untilMs', { there: 'replaced' });
const gone = statement<[...Key, nowMs: number]>(
  'DELETE FROM pace_users WHERE bot_id = $1 AND lane = $2 AND until_ms <= $3',
);
const others = statement<[...Key, process: string], { wanted: number }>(
  'SELECT wanted FROM pace_users WHERE bot_id = $1 AND lane = $2 AND process <> $3',
);
const ofBots = statement<[botIds: readonly number[]], PaceRow>(
  `SELECT ${paceColumns} FROM paces WHERE bot_id = ANY($1::bigint[]) AND per_second > 0 ORDER BY bot_id, lane`,
);

export function createPaceStore({ db }: Parts): PaceStore {
  function* exchange(process: string, report: PaceReport, rules: PaceRules, nowMs: number) {
    const { botId, lane, wanted } = report;
    yield* make.run({ botId, lane, perSecond: 0, limitedAtMs: 0, restUntilMs: 0 });
    const row = yield* locked.get(botId, lane);
    const before = row === undefined || row.per_second === 0 ? null : toPace(row);
    const pace = rules.learn(before, report, nowMs);
    const { limitedAtMs, restUntilMs } = pace;
    yield* save.run({ ...pace, limitedAtMs: Math.round(limitedAtMs), restUntilMs: Math.round(restUntilMs) });
    yield* gone.run(botId, lane, nowMs);
    yield* come.run({ botId, lane, process, wanted, untilMs: nowMs + rules.presentMs });
    const wants = (yield* others.all(botId, lane, process)).map((other) => other.wanted);
    const wantedElsewhere = wants.reduce((sum, each) => sum + each, 0);
    return { ...pace, share: rules.share(pace, wanted, wants), wantedElsewhere };
  }

  return {
    exchange: (process, reports, rules, nowMs) =>
      db.run('paces.exchange', function* () {
        const shares: PaceShare[] = [];
        // In the order of their keys, so that two processes wait for each other instead of crossing.
        for (const report of reports.toSorted(byKey))
          shares.push(yield* exchange(process, report, rules, Math.round(nowMs)));
        return shares;
      }),
    read: async (botIds) => (await db.read(ofBots.all(botIds))).map(toPace),
  };
}

function byKey(one: PaceReport, other: PaceReport): number {
  return one.botId - other.botId || (one.lane < other.lane ? -1 : 1);
}
