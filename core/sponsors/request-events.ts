/**
 * What happens in a request, for those who count it, remember it or learn by it (`listeners.ts`). The request needs none of
 * them: it says what happened and goes on.
 */
import type { Bot } from '../ports/bot-store.js';
import type { Impression } from '../ports/sponsor-store.js';
import type { SponsorAnswer } from './answer.js';
import type { Assessed, List } from './listing.js';
import type { OngoingRequest, SponsorRequest } from './ongoing.js';
import type { Picked } from './picking.js';
import type { Sponsor } from './sponsor.js';

/** A list was answered. */
export interface Served {
  of: OngoingRequest;
  list: List;
  assessed: readonly Assessed[];
  /** What the user has still to do. */
  waiting: readonly Sponsor[];
  /** The user is asked to do it; false where the bot's block cannot be shown. */
  holdsBack: boolean;
  /** What this user was shown before, where something is still to be done. */
  shown: readonly Impression[];
  /** Nothing had to be written for it. */
  wroteNothing: boolean;
  answer: SponsorAnswer;
}

export interface RequestEvents {
  /** The untrusted bot has used its daily quota: its user was let through without a list. */
  refused: { bot: Bot; request: SponsorRequest; today: number };
  /** A new list was chosen. Perhaps it is not the one that is served: another request of the user may be first. */
  chosen: { of: OngoingRequest; picked: Picked };
  /** The user has done all that the list asks for. */
  passed: { of: OngoingRequest };
  served: Served;
  /** The last of each request, whatever came of it; `answer` is null where it failed. */
  ended: { botId: number; answer: SponsorAnswer | null };
}

/** What is done at the events that it names. */
export type Listener = { [Name in keyof RequestEvents]?: (event: RequestEvents[Name]) => void };
