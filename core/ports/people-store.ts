/** All that the store holds of one person, in every role: to hand it over, and to erase it. */

export interface HeldRows {
  table: string;
  /** What erasing does: `deleted`, the rows go; `renamed`, a pseudonym takes the place of the person. */
  erased: 'deleted' | 'renamed';
  rows: Readonly<Record<string, number | string | null>>[];
}

/**
 * What has to be done before a person can be erased: `money`, their ledger accounts are not empty; `orders`, some of theirs run or
 * wait; `withdrawals` and `refunds`, some are under way; `holds`, joins of theirs, or of their orders, can still be taken
 * back; `blocked`, a moderator blocked them.
 */
export type PersonHindrance = 'money' | 'orders' | 'withdrawals' | 'refunds' | 'holds' | 'blocked';

export interface PeopleStore {
  /** By this key a person that was erased is recognised; before it is known, no one is. */
  useKey(key: Uint8Array): void;
  /** Stands for a person that was erased. @throws before the key is known */
  pseudonymOf(personId: number): number;
  /** By table; tables that have nothing of them are left out. */
  held(personId: number): Promise<HeldRows[]>;
  hindrances(personId: number): Promise<PersonHindrance[]>;
  /**
   * In small steps, each of them durable; can be repeated, and goes on after an interruption. Until `endErasing` all of them
   * use the same pseudonyms.
   */
  erase(personId: number): Promise<void>;
  /** Forgets the pseudonym that leads back to no one, once nothing is held of the person. Durable. */
  endErasing(personId: number): Promise<void>;
  /** The ids that the store knows, in pages; one may come several times. */
  everybody(): AsyncIterable<number[]>;
}
