/**
 * Tables that hold something of a person: where their id stands, what else is said of them, and what becomes of it when they
 * are erased. `docs/privacy.md` has its table from here. All other columns stand in `test/contract/impersonal.json`, so that
 * a new one is in neither list until somebody decides.
 */
import { holdingsOfAccounts } from './holdings-of-accounts.js';
import { holdingsOfUsers } from './holdings-of-users.js';

/** Of what a person owns: rows that hold one of these are theirs, too. */
export type Through = 'bots' | 'orders' | 'entries';

export interface Holding {
  readonly table: string;
  /** Columns that hold the id of a person. */
  readonly ids: readonly string[];
  /** Of those, the ones of somebody who only decided about the row: nothing but the id is theirs. */
  readonly decidedBy?: readonly string[];
  /** The column by which a row belongs to something of theirs. */
  readonly by?: Readonly<Partial<Record<Through, string>>>;
  /** Texts in which their id may stand by itself, as in `dialogue:5`. */
  readonly mentions?: readonly string[];
  /** A text of JSON that names orders and bots of theirs, as `orderId` and `botId`. */
  readonly facts?: string;
  /** What else the columns may say of them. */
  readonly personal: readonly string[];
  /**
   * When they are erased: `deleted`, the rows go; `renamed`, the id gives way to a pseudonym, and `blank` to what it says;
   * `passes`, the rows name no one that could be looked for, and go by themselves.
   */
  readonly erased: 'deleted' | 'renamed' | 'passes';
  readonly blank?: Readonly<Record<string, string | number | null>>;
  /** How long its rows are kept, as `purge-terms.ts` has it; left out: until the person is erased. */
  readonly kept?: { readonly days: number | null; readonly since: string };
}

/** In the order in which they are erased: what others are found by comes last. */
export const holdings: readonly Holding[] = [...holdingsOfUsers, ...holdingsOfAccounts];
