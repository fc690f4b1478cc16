import type { SealedPlace, SealedValue, SecretStore } from '../../core/ports.js';
import type { Parts } from '../parts.js';
import { boundedLimit } from './values.js';

const MAX_PAGE = 500;

interface SealedRow {
  first: string | number;
  second: number;
  kind: string;
  sealed: string;
}

type Page = Record<'first', string | number> & Record<'second' | 'limit', number> & { prefix: string };
type Change = Record<'first', string | number> & {
  second: number;
  before: string;
  sealed: string;
  hash: string;
};

/** Where sealed values are: the columns of the key (one that a table lacks is 0), and the sealed one. */
const places: Readonly<
  Record<
    SealedPlace,
    { table: string; key: [string, string | null]; kind: string; sealed: string; set?: string }
  >
> = {
  keys: { table: 'keys', key: ['hash', null], kind: 'kind', sealed: 'cipher', set: 'hash = @hash, ' },
  bots: { table: 'bots', key: ['bot_id', null], kind: "''", sealed: 'token_cipher' },
  orders: { table: 'orders', key: ['order_id', null], kind: "''", sealed: 'bot_token_cipher' },
  webhooks: { table: 'webhooks', key: ['account_id', 'bot_id'], kind: "''", sealed: 'url_cipher' },
  withdrawals: { table: 'withdrawals', key: ['withdrawal_id', null], kind: "''", sealed: 'details_cipher' },
  sessions: { table: 'sessions', key: ['key', null], kind: 'key', sealed: 'value' },
};

/** Before every id: texts are not empty, and ids begin with 1. */
const START = { keys: '', sessions: '', bots: 0, orders: 0, webhooks: 0, withdrawals: 0 } as const;

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
          set = '',
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
          `UPDATE ${table} SET ${set}${sealed} = @sealed WHERE ${at} AND ${sealed} = @before AND @hash IS NOT NULL`,
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

function toValue(place: SealedPlace, { first, second, kind, sealed }: SealedRow): SealedValue {
  return { place, id: [first, second], kind, sealed };
}
