/** Everything that is stored sealed, wherever it is, so that it can be sealed again under another secret. */

export type SealedPlace =
  | 'keys'
  | 'bots'
  | 'networks'
  | 'orders'
  | 'webhooks'
  | 'withdrawals'
  | 'imports'
  | 'answers'
  | 'sessions';

export interface SealedValue {
  place: SealedPlace;
  /** Names the row within its place; also where the next page begins. */
  id: [string | number, number];
  /** The kind of a key, or the name under which a session is kept; `""` elsewhere. */
  kind: string;
  sealed: string;
}

export interface SecretStore {
  /** Values of a place whose text does not begin so, in the order of their ids, after one; at most 500. */
  sealedOtherwise(
    place: SealedPlace,
    prefix: string,
    after: SealedValue['id'] | null,
    limit: number,
  ): Promise<SealedValue[]>;
  /**
   * Puts each in the place of what was read, unless that has changed meanwhile; `hash` is what a key is looked up by from
   * then on. Returns how many were. Durable.
   */
  replaceSealed(values: readonly { before: SealedValue; sealed: string; hash: string }[]): Promise<number>;
}
