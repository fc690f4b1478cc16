/** One request on its way: what was asked, and, from the first step on, all that is known of its user. */
import type { BotView } from '../audience/index.js';
import type { AsOf } from '../ports/as-of.js';
import type { EndUser, ReportedProfile } from '../ports/audience-store.js';
import type { Bot } from '../ports/bot-store.js';
import type { PinMode } from '../ports/sponsor-store.js';
import type { RememberingContext } from './request-contexts.js';

/** What is kept of the deadline for writing things down and answering. */
export const WRITING_MS = 60;

export interface SponsorRequest {
  chatId: number;
  user: ReportedProfile;
  action: PinMode;
  maxSponsors?: number;
  getLinks?: boolean;
  excludeResourceIds: string[];
  excludeOrderIds: number[];
}

/** Before anything of the user is read. */
export interface Arriving {
  bot: Bot;
  request: SponsorRequest;
  /** See `SponsorStore.contextMark`; read before the context. */
  mark: number | null;
  nowMs: number;
  today: number;
  /** When it came in. */
  asOf: AsOf;
  /** Up to when what it writes waits for its turn: the answer has to be there by then. */
  waitsUntil: number;
}

export interface OngoingRequest extends Arriving {
  user: EndUser;
  view: BotView;
  context: RememberingContext;
  /** See `RequestRecord`. */
  notesUser: boolean;
  deadlineMs: number;
  /** The service shows its block itself. */
  showsItself: boolean;
}

/** A write of a request that is late already may still wait for its turn for as long as writing takes. */
export function turnUntil({ waitsUntil }: Pick<Arriving, 'waitsUntil'>): number {
  return Math.max(waitsUntil, performance.now() + WRITING_MS);
}
