/** Figures of rows as they are added up: exact, whatever a double would make of them. */
import { statement, type Transaction, type Value } from '../statement.js';

/** A prepared statement; all that its rows hold is bigint, or null. */
export interface ExactStatement<Parameters extends readonly Value[], Row> {
  all(transaction: Transaction, ...parameters: Parameters): Promise<Row[]>;
  get(transaction: Transaction, ...parameters: Parameters): Promise<Row | undefined>;
}

/** @param text whose columns are all whole numbers; sums, which may be beyond what a double holds, are cast to text */
export function exactStatement<Parameters extends readonly Value[], Row>(
  text: string,
): ExactStatement<Parameters, Row> {
  const plain = statement<Parameters, Record<string, string | number | null>>(text);
  const all: ExactStatement<Parameters, Row>['all'] = async (transaction, ...parameters) => {
    const rows = await plain.all(transaction, ...parameters);
    return rows.map((row) => {
      const exact: Record<string, bigint | null> = {};
      for (const [name, value] of Object.entries(row)) exact[name] = value === null ? null : BigInt(value);
      // What the columns are is what the text says; TypeScript cannot read that.
      return exact as Row;
    });
  };
  return { all, get: async (transaction, ...parameters) => (await all(transaction, ...parameters))[0] };
}
