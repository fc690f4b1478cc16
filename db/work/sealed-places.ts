/** Where sealed values are. */
import type { SealedPlace, SealedValue } from '../../core/ports/secret-store.js';

export interface SealedRow {
  first: string | number;
  second: number;
  kind: string;
  sealed: string;
}

/** Where sealed values are: the columns of the key (one that a table lacks is 0), the sealed one, and the one that follows it. */
export const places: Readonly<
  Record<
    SealedPlace,
    { table: string; key: [string, string | null]; kind: string; sealed: string; hash?: string }
  >
> = {
  keys: { table: 'keys', key: ['hash', null], kind: 'kind', sealed: 'cipher', hash: 'hash' },
  bots: { table: 'bots', key: ['bot_id', null], kind: "''", sealed: 'token_cipher' },
  networks: { table: 'bots', key: ['bot_id', null], kind: "''", sealed: 'networks_cipher' },
  orders: { table: 'orders', key: ['order_id', null], kind: "''", sealed: 'bot_token_cipher' },
  webhooks: { table: 'webhooks', key: ['account_id', 'bot_id'], kind: "''", sealed: 'url_cipher' },
  withdrawals: { table: 'withdrawals', key: ['withdrawal_id', null], kind: "''", sealed: 'details_cipher' },
  imports: { table: 'imports', key: ['account_id', null], kind: "''", sealed: 'keys_cipher' },
  answers: { table: 'kept_answers', key: ['call', null], kind: "''", sealed: 'answer_cipher' },
  sessions: { table: 'sessions', key: ['key', null], kind: 'key', sealed: 'value' },
};

/** Before every id: texts are not empty, and ids begin with 1. */
export const START = {
  ...{ keys: '', answers: '', sessions: '' },
  ...{ bots: 0, networks: 0, orders: 0, webhooks: 0, withdrawals: 0, imports: 0 },
} as const;

export function toValue(place: SealedPlace, { first, second, kind, sealed }: SealedRow): SealedValue {
  return { place, id: [first, second], kind, sealed };
}
