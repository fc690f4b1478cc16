import { insertAll, insertInto } from './inserts.js';
import { importedDays, importItems, imports } from '../schema/imports.js';
import type {
  HistorySubject,
  Import,
  ImportedDay,
  ImportItem,
  ImportStore,
} from '../../core/ports/import-store.js';
import { durably, type Parts } from './database.js';
import { flag, money, type RowOf, rowsOf } from './rows.js';
import { statement } from './statement.js';
import { boundedLimit, orNull, toFlag } from './values.js';
import { queueOf } from './work-queue.js';

const MAX_DAYS = 10_000;
const MAX_SOURCES = 100;
const MAX_ITEMS = 1_000;
const MAX_CLAIM = 10;

type ImportRow = RowOf<Import>;

type ItemRow = RowOf<Omit<ImportItem, 'key'>> & { item_key: string };

const toImportedDay = rowsOf<ImportedDay>()('source, day, subscribers, value_micros', { valueMicros: money });

const begin = statement<
  [accountId: number, address: string, keysCipher: string, isReal: number, nowMs: number]
>(
  `INSERT INTO imports (account_id, address, keys_cipher, is_real, begun_at_ms, due_at_ms) VALUES ($1, $2, $3, $4, $5, $5)
   ON CONFLICT (account_id) DO UPDATE SET address = excluded.address, keys_cipher = excluded.keys_cipher,
     is_real = excluded.is_real, begun_at_ms = excluded.begun_at_ms, ended_at_ms = NULL, fault = NULL,
     due_at_ms = excluded.due_at_ms, worker = NULL, attempts = 0 WHERE imports.due_at_ms IS NULL`,
);
const clearItems = statement<[accountId: number]>('DELETE FROM import_items WHERE account_id = $1');
const last = statement<[accountId: number], ImportRow>('SELECT * FROM imports WHERE account_id = $1');
const hold = statement<[accountId: number, worker: string, untilMs: number]>(
  'UPDATE imports SET due_at_ms = $3 WHERE account_id = $1 AND worker = $2 AND due_at_ms IS NOT NULL',
);
/** A repeat finds what it took before: that came. */
const note = insertInto(importItems, 'accountId, itemKey, position, what, name, outcome, note, atMs', {
  there: {
    sets: `position = excluded.position, outcome = excluded.outcome, note = excluded.note,
        at_ms = excluded.at_ms WHERE excluded.outcome <> 'is here'`,
  },
});
const end = statement<[accountId: number, worker: string, fault: string | null, nowMs: number]>(
  `UPDATE imports SET ended_at_ms = $4, fault = $3, keys_cipher = NULL, due_at_ms = NULL, worker = NULL
   WHERE account_id = $1 AND worker = $2 AND due_at_ms IS NOT NULL`,
);
const items = statement<[accountId: number, limit: number, offset: number], ItemRow>(
  `SELECT item_key, what, name, outcome, note FROM import_items WHERE account_id = $1
   ORDER BY position, item_key LIMIT $2 OFFSET $3`,
);
const outcomes = statement<[accountId: number], { outcome: ImportItem['outcome']; count: number }>(
  'SELECT outcome, count(*) AS count FROM import_items WHERE account_id = $1 GROUP BY outcome ORDER BY outcome',
);

const toImport = rowsOf<Import>()(
  'account_id, address, keys_cipher, is_real, begun_at_ms, ended_at_ms, fault, attempts',
  { isReal: flag },
);

const queueOfImports = queueOf({
  table: imports,
  slicedBy: 'account_id',
  orderedBy: 'begun_at_ms',
  claimMax: MAX_CLAIM,
  read: toImport,
});

type Subject = [accountId: number, side: string, subjectId: number];
type Range = [fromDay: number, toDay: number];

const OF_SUBJECT = 'account_id = $1 AND side = $2 AND subject_id = $3';

const clear = statement<[...Subject, ...Range, source: string]>(
  `DELETE FROM imported_days WHERE ${OF_SUBJECT} AND day BETWEEN $4 AND $5 AND source = $6`,
);
const put = insertAll(importedDays, 'accountId, side, subjectId, source, day, subscribers, valueMicros');
const found = statement<[...Subject, ...Range, limit: number], RowOf<ImportedDay>>(
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
    ...queueOfImports(db),
    begin: ({ accountId, address, keysCipher, isReal }, nowMs) =>
      durably(db, 'imports.begin', function* () {
        if ((yield* begin.run(accountId, address, keysCipher, toFlag(isReal), nowMs)) === 0) return false;
        yield* clearItems.run(accountId);
        return true;
      }),
    last: async (accountId) => orNull(await db.read(last.get(accountId)), toImport),
    note: ({ accountId, worker }, item, untilMs, nowMs) =>
      db.run('imports.note', function* () {
        if ((yield* hold.run(accountId, worker, untilMs)) === 0) return false;
        yield* note.run({ ...item, accountId, itemKey: item.key, atMs: nowMs });
        return true;
      }),
    end: ({ accountId, worker }, fault, nowMs) =>
      db.run('imports.end', end.do(accountId, worker, fault, nowMs)),
    items: async (accountId, { offset, limit }) => {
      const rows = await db.read(items.all(accountId, boundedLimit(limit, MAX_ITEMS), offset));
      return rows.map(({ item_key, ...item }) => ({ key: item_key, ...item }));
    },
    outcomes: (accountId) => db.read(outcomes.all(accountId)),
    replaceDays: (of, source, { fromDay, toDay }, days) =>
      db.run('imports.replaceDays', function* () {
        yield* clear.run(...toSubject(of), fromDay, toDay, source);
        const { accountId, side, id } = of;
        const subject = { accountId, side, subjectId: id ?? ALL, source };
        yield* put.run(days.map((each) => ({ ...each, ...subject })));
      }),
    days: async (of, { fromDay, toDay }) =>
      (await db.read(found.all(...toSubject(of), fromDay, toDay, MAX_DAYS))).map(toImportedDay),
    sources: async (accountId) =>
      (await db.read(sources.all(accountId, MAX_SOURCES))).map(({ source }) => source),
  };
}
