/** The form of what the API reference says of a path. */
import type { z } from 'zod';

/** One thing a path can be asked for. */
export interface HandlerNote {
  summary: string;
  description?: string;
  /** The keys beside `status`, `code` and `message`. */
  payload: z.ZodRawShape;
  /** What `status` can be, if not only `ok`. */
  statuses?: readonly [string, ...string[]];
  /** A request as it may be sent. */
  example: Record<string, unknown>;
  /** What is answered to it: the message and the payload. */
  answered: { message: string } & Record<string, unknown>;
  /** Whole answers of other kinds, by name. */
  samples?: Readonly<Record<string, Record<string, unknown>>>;
  /** Answers that are no failures and yet have another HTTP status. */
  others?: Readonly<Record<number, { text: string; answered: Record<string, unknown> }>>;
  errors?: Readonly<Record<number, string>>;
}

export interface PathNote {
  tag: 'Publishers' | 'Advertisers' | 'Both' | 'Account' | 'Moderators' | 'Operation';
  description?: string;
  /** Of a path without actions. */
  handler?: HandlerNote;
  actions?: Readonly<Record<string, HandlerNote>>;
  /** Of a path that answers something other than the envelope, or that too. */
  media?: { type: string; description: string; example?: string };
  /** Failures of a path without a handler. */
  errors?: Readonly<Record<number, string>>;
}
