/** Figures and unpaid joins of an account's orders or bots, by spans of days; what is kept of the past is used. */
import type { DayFigures, DayRange, DaySpan } from '../../core/ports/statistics-store.js';
import { createClosedSpans } from './closed-spans.js';
import type { Parts } from './database.js';
import { type Statement, together } from './statement.js';
import { toUnpaid, type UnpaidRow } from './unpaid-row.js';

/** What is shown is made of each row, and kept along with it: a point, and JSON. */
const WEIGHT = 3;

type OfDays<Row> = Pick<Statement<[ownerId: number, fromDay: number, toDay: number], Row>, 'all'>;

interface Statements<Row> {
  days: OfDays<Row>;
  unpaid: OfDays<UnpaidRow>;
}

export interface DaySpans<Day extends DayFigures> {
  /** Of one order or bot: a single span. */
  ofOne(id: number, range: DayRange): Promise<DaySpan<Day>[]>;
  /** Of all of an account. */
  ofAll(accountId: number, range: DayRange): Promise<DaySpan<Day>[]>;
}

/** @param kind.keyOf answers what an account's sums are kept under */
export function createDaySpans<Row, Day extends DayFigures>(
  parts: Parts,
  kind: {
    one: Statements<Row>;
    all: Statements<Row>;
    toDay: (row: Row) => Day;
    keyOf: (accountId: number) => Promise<string>;
  },
): DaySpans<Day> {
  const { replica } = parts;
  const spans = createClosedSpans<DaySpan<Day>>(
    parts,
    ({ days, unpaid }) => WEIGHT * (days.length + unpaid.length),
  );

  const ask = (
    { days, unpaid }: Statements<Row>,
    ownerId: number,
    range: DayRange,
  ): Promise<DaySpan<Day>> => {
    const { fromDay, toDay } = range;
    const read = function* () {
      const [dayRows, unpaidRows] = yield* together(
        days.all(ownerId, fromDay, toDay),
        unpaid.all(ownerId, fromDay, toDay),
      );
      return { range, days: dayRows.map(kind.toDay), unpaid: unpaidRows.map(toUnpaid) };
    };
    return replica.read(read, { apart: true });
  };

  return {
    ofOne: async (id, range) => [await ask(kind.one, id, range)],
    ofAll: (accountId, range) =>
      spans.gather(
        () => kind.keyOf(accountId),
        range,
        (part) => ask(kind.all, accountId, part),
      ),
  };
}
