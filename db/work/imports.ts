import type { HistorySubject, ImportStore } from '../../core/ports/import-store.js';
import type { Parts } from './database.js';
import { statement } from './statement.js';

const MAX_DAYS = 10_000;
const MAX_SOURCES = 100;

type Subject = [accountId: number, side: string, subjectId: number];
type Range = [fromDay: number, toDay: number];

const OF_SUBJECT = 'account_id = $1 AND side = $2 AND subject_id = $3';

const clear = statement<[...Subject, ...Range, source: string]>(
  `DELETE FROM imported_days WHERE ${OF_SUBJECT} AND day BETWEEN $4 AND $5 AND source = $6`,
);
const put = statement<
  [
    ...Subject,
    source: string,
    days: readonly number[],
    subscribers: readonly number[],
    valuesMicros: readonly number[],
  ]
>(
  `INSERT INTO imported_days (account_id, side, subject_id, source, day, subscribers, value_micros)
   SELECT $1::bigint, $2::text, $3::bigint, $4::text, counted.*
   FROM unnest($5::bigint[], $6::bigint[], $7::bigint[]) AS counted (day, subscribers, value_micros)`,
);
const found = statement<
  [...Subject, ...Range, limit: number],
  { source: string; day: number; subscribers: number; value_micros: number }
>(
  `SELECT source, day, subscribers, value_micros FROM imported_days
   WHERE ${OF_SUBJECT} AND day BETWEEN $4 AND $5 ORDER BY source, day LIMIT $6`,
);
const sources = statement<[accountId: number, limit: number], { source: string }>(
  'SELECT DISTINCT source FROM imported_days WHERE account_id = $1 ORDER BY source LIMIT $2',
);

/** No order and no bot has this number. */
const ALL = 0;

function toSubject({ accountId, side, id }: HistorySubject): Subject {
  return [accountId, side, id ?? ALL];
}

export function createImportStore({ db }: Parts): ImportStore {
  return {
    replaceDays: (of, source, { fromDay, toDay }, days) =>
      db.run('imports.replaceDays', function* () {
        yield* clear.run(...toSubject(of), fromDay, toDay, source);
        yield* put.run(
          ...toSubject(of),
          source,
          days.map(({ day }) => day),
          days.map(({ subscribers }) => subscribers),
          days.map(({ valueMicros }) => Number(valueMicros)),
        );
      }),
    days: async (of, { fromDay, toDay }) => {
      const rows = await db.read(found.all(...toSubject(of), fromDay, toDay, MAX_DAYS));
      return rows.map(({ source, day, subscribers, value_micros }) => ({
        ...{ source, day, subscribers },
        valueMicros: BigInt(value_micros),
      }));
    },
    sources: async (accountId) =>
      (await db.read(sources.all(accountId, MAX_SOURCES))).map(({ source }) => source),
  };
}
