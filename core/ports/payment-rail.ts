/**
 * A payment rail: a service outside through which money comes and goes. Each call ends in one of three ways: its outcome is
 * certain, the rail refused (nothing happened), or it is unknown. What is unknown is asked about, and not just tried again.
 */
import type { Micros } from '../money.js';

/** Rails that the service asks by itself. */
export const railNames = ['crypto_pay', 'yookassa'] as const;
export type RailName = (typeof railNames)[number];

/** Those of them that pay out to people, too. */
export const payoutRailNames = ['crypto_pay'] as const satisfies readonly RailName[];
export type PayoutRailName = (typeof payoutRailNames)[number];

export type RailAnswer<T> =
  | { kind: 'certain'; value: T }
  /** In the rail's words, without a secret. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string };

export interface InvoiceRequest {
  /** Comes back with every report of the invoice. No two requests have the same. At most 64 characters. */
  payload: string;
  /** A decimal. */
  amount: string;
  currency: string;
  /** What the payer reads. At most 128 characters. */
  description: string;
  /** A rail whose invoices have a life of their own does not look at it. */
  lifeSeconds: number;
}

export interface RailInvoice {
  invoiceId: string;
  /** As it was given with the request; `""` for one that was made elsewhere. */
  payload: string;
  state: 'open' | 'paid' | 'expired';
  /** What it was made over; null where that is no amount of money. */
  asked: { amountMicros: Micros; currency: string } | null;
  /** Of a paid one. */
  paid: {
    atMs: number;
    /** What was paid with, such as `1.25 USDT`. */ note: string;
    feeMicros: Micros;
    /** What went back to the payer since, or was charged back. */
    returnedMicros: Micros;
  } | null;
  url: string;
}

export interface TransferRequest {
  /** The same id is sent at most once. At most 64 characters. */
  spendId: string;
  /** A person of the platform. */
  userId: number;
  /** What the payout was begun in: the rail may pay in another by now. */
  asset: string;
  amount: string;
  comment: string;
}

export interface RailTransfer {
  transferId: string;
  /** `""` for one that was made elsewhere. */
  spendId: string;
  userId: number;
  asset: string;
  amount: string;
  atMs: number;
}

/** A check as the rail has it: money that is set aside until its person takes it by its link. */
export interface RailCheck {
  checkId: string;
  asset: string;
  amount: string;
  /** When it was made. */
  atMs: number;
  /** Null: it was not taken. It does not expire. */
  takenAtMs: number | null;
  /** Where it is taken. For its person alone: never in a log, and stored nowhere here. */
  url: string;
}

/** A page of what happened since a moment, latest first. */
export interface RailPage<Item> {
  items: Item[];
  /** Where the next one begins; null: this is the last. */
  next: string | null;
}

/** What a rail brings by itself, as it came. */
export interface RailNotice {
  bytes: Uint8Array;
  header(name: string): string;
  /** The address it came from. */
  from: string;
}

export interface PaymentRail {
  readonly name: RailName;
  /** Whether payers can have payments taken back after they were made, as with a card. */
  readonly isReversible: boolean;
  requestInvoice(request: InvoiceRequest): Promise<RailAnswer<RailInvoice>>;
  /** Those of these numbers that the rail knows; at most 100. */
  invoices(invoiceIds: readonly string[]): Promise<RailAnswer<RailInvoice[]>>;
  paidInvoices(sinceMs: number, from: string | null): Promise<RailAnswer<RailPage<RailInvoice>>>;
  /** Refused: it is not from the rail. Null: it is about no invoice. */
  readNotice(notice: RailNotice): Promise<RailAnswer<RailInvoice | null>>;
  /** What all that it holds is worth in this currency, at its rates of now. Null: it has no such question. */
  readonly balance: ((currency: string) => Promise<RailAnswer<Micros>>) | null;
  /** Null: it pays nothing out. */
  readonly payouts: PayoutRail | null;
}

/** The rail keeps no id of ours with a check: the same request makes another one. */
export interface CheckRail {
  /** Makes one that only this person can take. */
  make(request: Pick<TransferRequest, 'userId' | 'asset' | 'amount'>): Promise<RailAnswer<RailCheck>>;
  /** The checks of these numbers that the rail knows; at most 100. */
  byIds(checkIds: readonly string[]): Promise<RailAnswer<RailCheck[]>>;
  /** By when they were made. */
  madeSince(sinceMs: number, from: string | null): Promise<RailAnswer<RailPage<RailCheck>>>;
  /** Deletes one that was not taken; its money is free again. Refused: it was taken, or is not there. */
  remove(checkId: string): Promise<RailAnswer<boolean>>;
}

export interface PayoutRail {
  readonly name: PayoutRailName;
  /** What new payouts are made in. */
  readonly asset: string;
  transfer(request: TransferRequest): Promise<RailAnswer<RailTransfer>>;
  /** Null: the rail made no transfer under this id. */
  transferBy(spendId: string): Promise<RailAnswer<RailTransfer | null>>;
  transfers(sinceMs: number, from: string | null): Promise<RailAnswer<RailPage<RailTransfer>>>;
  /** Whether new payouts become checks, since transfers are switched off. */
  readonly paysByChecks: boolean;
  /** Null: the rail has no checks. */
  readonly checks: CheckRail | null;
  /** What one of `asset` is worth: a decimal in this currency. */
  rate(currency: string): Promise<RailAnswer<string>>;
}
