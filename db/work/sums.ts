/** Sums that rows of a table hold by its key: counts are added to them, and a row is made where there is none. */
import { tableNamed } from '../schema/index.js';
import { insertAll } from './inserts.js';
import type { Item, Work } from './statement.js';
import type { CreateWriteBehind } from './write-behind.js';

type Counts = Readonly<Record<string, Item>>;
type Summed<Sum extends string> = Counts & Record<Sum, number>;

/** Figures of hours and days, of which far more come than anybody looks at: a row is written once for many. */
const RARELY_MS = 30_000;

interface Behind<Counted> {
  name: string;
  /** See `WriteBehindParts`; left out: they are written rarely. */
  restMs?: number;
  /** What else is written with them. */
  also?: (rows: readonly Counted[]) => Work<unknown>;
}

/** @param sums columns whose numbers are added up; the key is all else that a row of counts has */
export function sumsOf<Sum extends string>(table: string, sums: readonly Sum[]) {
  const described = tableNamed(table);
  const { key } = described;
  const all = [...key.map(({ name }) => name), ...sums].join(', ');
  const add = insertAll(described, all, { there: { adds: sums.join(', ') } });
  const none = Object.fromEntries(sums.map((sum) => [sum, 0]));

  const make = (place: string) => {
    const values = key.length === 1 ? [place] : place.split(':');
    const given = key.map(({ name, type }, index) => [
      name,
      type === 'integer' ? Number(values[index]) : (values[index] ?? ''),
    ]);
    // It has each of the sums.
    return { ...Object.fromEntries(given), ...none } as Summed<Sum>;
  };
  return {
    /** Counts that are added up in memory and written behind, each by the values of the key in their order. */
    behind: (createCounters: CreateWriteBehind, { name, also, restMs }: Behind<Summed<Sum>>) => {
      const { of, peek, flush } = createCounters<Summed<Sum>>({
        name,
        ...(restMs === undefined ? { restMs: RARELY_MS, latestMs: RARELY_MS } : { restMs }),
        make,
        *write(rows) {
          yield* add.run(rows);
          if (also !== undefined) yield* also(rows);
        },
      });
      return {
        of: (...given: (number | string)[]): Record<Sum, number> => of(given.join(':')),
        /** What is not written yet: see `WriteBehind`. */
        peek: (...given: (number | string)[]): readonly Record<Sum, number>[] => peek(given.join(':')),
        flush,
      };
    },
  };
}
