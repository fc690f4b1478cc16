/**
 * Referrals: accounts that were opened by the link of another account, which earns a share of the service's fee on what
 * they pay or are paid (`core/ledger/referrals.ts`). A referral is made when the account is opened (`AccountStore.open`).
 */

/** What an account is opened with that comes by a link. */
export interface Invitation {
  /** Of the link. */
  code: string;
  /** The share of the fee, in percent. */
  percent: number;
  /** Charges from then on earn nothing. */
  untilMs: number;
}

export interface Referral extends Omit<Invitation, 'code'> {
  madeAtMs: number;
  /** Both accounts were paid out to one destination; null: they were not. */
  endedAtMs: number | null;
  earnedMicros: bigint;
}

export interface ReferralPage {
  /** Latest first. */
  referrals: Referral[];
  total: number;
  /** By all of them. */
  earnedMicros: bigint;
}

export interface ReferralStore {
  /** The code of an account's link, which lasts; `fresh` becomes it where there is none. */
  code(accountId: number, fresh: string, nowMs: number): Promise<string>;
  /** Those that the link of this account has brought. */
  ofReferrer(accountId: number, page: { offset: number; limit: number }): Promise<ReferralPage>;
  /**
   * Books the shares of at most `limit` fees that are final, or takes them back with their charges. Each charge earns once for each
   * side. A blocked referrer earns nothing. Durable.
   * @returns how many entries were looked at
   */
  book(limit: number, nowMs: number): Promise<number>;
}
