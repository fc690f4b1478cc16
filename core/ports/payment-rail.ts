/**
 * A payment rail: a service outside through which money comes and goes. Each call ends in one of three ways: its outcome is
 * certain, the rail refused (nothing happened), or it is unknown. What is unknown is asked about, and not just tried again.
 */
import type { Micros } from '../money.js';

/** Rails that the service asks by itself. */
export const railNames = ['crypto_pay'] as const;
export type RailName = (typeof railNames)[number];

export type RailAnswer<T> =
  | { kind: 'certain'; value: T }
  /** In the rail's words, without a secret. */
  | { kind: 'refused'; reason: string }
  | { kind: 'unknown'; reason: string };

export interface InvoiceRequest {
  /** Comes back with every report of the invoice. At most 4 KB. */
  payload: string;
  /** A decimal. */
  amount: string;
  currency: string;
  /** What the payer reads. At most 1,024 characters. */
  description: string;
  lifeSeconds: number;
}

/** An invoice as the rail has it. */
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
  } | null;
  url: string;
}

export interface TransferRequest {
  /** The same id is sent at most once. At most 64 characters. */
  spendId: string;
  /** A person of the platform. */
  userId: number;
  /** A decimal, in the rail's `asset`. */
  amount: string;
  comment: string;
}

/** A transfer as the rail has it. */
export interface RailTransfer {
  transferId: string;
  /** `""` for one that was made elsewhere. */
  spendId: string;
  userId: number;
  asset: string;
  amount: string;
  atMs: number;
}

export interface RailPage {
  offset: number;
  /** At most 1,000. */
  limit: number;
}

export interface PaymentRail {
  readonly name: RailName;
  /** What payouts are made in. */
  readonly asset: string;
  requestInvoice(request: InvoiceRequest): Promise<RailAnswer<RailInvoice>>;
  /** Those of these numbers that the rail knows; at most 1,000. */
  invoices(invoiceIds: readonly string[]): Promise<RailAnswer<RailInvoice[]>>;
  /** Latest first. */
  paidInvoices(page: RailPage): Promise<RailAnswer<RailInvoice[]>>;
  transfer(request: TransferRequest): Promise<RailAnswer<RailTransfer>>;
  /** Null: the rail made no transfer under this id. */
  transferBy(spendId: string): Promise<RailAnswer<RailTransfer | null>>;
  /** Latest first. */
  transfers(page: RailPage): Promise<RailAnswer<RailTransfer[]>>;
  /** What one of `asset` is worth: a decimal in this currency. */
  rate(currency: string): Promise<RailAnswer<string>>;
  /**
   * What the rail brings by itself. Null: it is not from the rail.
   * @param bytes the body as it came
   */
  readNotice(bytes: Uint8Array, signature: string): { invoice: RailInvoice | null } | null;
}
