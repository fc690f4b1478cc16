/** Double entry in micro-units: every entry's postings sum to zero, and a posting is never changed. */

/** `world` is where deposits come from and withdrawals go; `fee` is the service's income. */
export type LedgerAccountKind = 'wallet' | 'hold' | 'reserve' | 'fee' | 'world';

export type EntryKind =
  | 'deposit'
  | 'charge'
  | 'reversal'
  | 'release'
  | 'withdrawal_reserve'
  | 'withdrawal_paid'
  | 'withdrawal_refused'
  | 'refund';

export interface LedgerLine {
  entryId: number;
  kind: EntryKind;
  atMs: number;
  /** What it did to the account asked for; negative is money that left. */
  amountMicros: bigint;
  orderId: number | null;
  botId: number | null;
  note: string;
}

export interface Balance {
  availableMicros: bigint;
  heldMicros: bigint;
}

export interface LedgerStore {
  balance(accountId: number): Promise<Balance>;
  /** Books a deposit once by its reference; a reference that is there already changes nothing. Durable. */
  deposit(
    accountId: number,
    amountMicros: bigint,
    deposit: { reference: string; note: string; bookedBy: number | null },
    nowMs: number,
  ): Promise<{ kind: 'booked' | 'already'; balance: Balance }>;
  history(accountId: number, page: { beforeEntryId: number | null; limit: number }): Promise<LedgerLine[]>;
  /** Sum of all postings, and of all balances: both are zero, always. */
  check(): Promise<{ postingsMicros: bigint; balancesMicros: bigint; entriesOutOfBalance: number }>;
}
