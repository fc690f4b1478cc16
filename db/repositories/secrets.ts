import type { SealedPlace, SecretStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { places, type SealedRow, START, toValue } from './sealed-places.js';
import { boundedLimit } from './values.js';

const MAX_PAGE = 500;

type Page = Record<'first', string | number> & Record<'second' | 'limit', number> & { prefix: string };
type Change = Record<'first', string | number> & {
  second: number;
  before: string;
  sealed: string;
  hash: string;
};

export function createSecretStore({ connection, executor }: Parts): SecretStore {
  const statements = Object.fromEntries(
    Object.entries(places).map(
      ([
        place,
        {
          table,
          key: [first, second],
          kind,
          sealed,
          hash,
        },
      ]) => {
        const after =
          second === null ? `${first} > @first AND @second = 0` : `(${first}, ${second}) > (@first, @second)`;
        const at =
          second === null ? `${first} = @first AND @second = 0` : `${first} = @first AND ${second} = @second`;
        const order = second === null ? first : `${first}, ${second}`;
        const page = connection.prepare<Page[], SealedRow>(
          `SELECT ${first} AS first, ${second ?? '0'} AS second, ${kind} AS kind, ${sealed} AS sealed FROM ${table}
         WHERE ${after} AND substr(${sealed}, 1, length(@prefix)) <> @prefix ORDER BY ${order} LIMIT @limit`,
        );
        const replace = connection.prepare<Change[]>(
          `UPDATE ${table} SET ${hash === undefined ? '' : `${hash} = @hash, `}${sealed} = @sealed WHERE ${at} AND ${sealed} = @before AND @hash IS NOT NULL`,
        );
        return [place, { page, replace }];
      },
    ),
  );
  const of = (place: SealedPlace) => {
    const found = statements[place];
    if (found === undefined) throw new RangeError(`there is no place ${place}`);
    return found;
  };

  return {
    sealedOtherwise: (place, prefix, after, limit) =>
      executor.ask(() => {
        const [first, second] = after ?? [START[place], 0];
        const rows = of(place).page.all({ first, second, prefix, limit: boundedLimit(limit, MAX_PAGE) });
        return rows.map((row) => toValue(place, row));
      }),
    replaceSealed: (values) =>
      executor.run(
        'secrets.replace',
        () =>
          values.reduce((count, { before, sealed, hash }) => {
            const [first, second] = before.id;
            const change = { first, second, before: before.sealed, sealed, hash };
            return count + of(before.place).replace.run(change).changes;
          }, 0),
        { durable: true },
      ),
  };
}
