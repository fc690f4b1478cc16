/** The least quality of bots that orders ask for here; it makes the price 1.1 of what it was. */
export const GOOD_BOT = 0.8 as const;

/** An order as the model has it. */
export interface OrderModel {
  orderId: number;
  accountId: number;
  adsType: 'channel' | 'bot' | 'resource';
  link: string;
  isOn: boolean;
  /** It was on when its account was blocked. */
  isStoppedByBlock?: boolean;
  inArchive: boolean;
  decision: 'waiting' | 'approved' | 'rejected';
  quantityAll: number;
  quantityDay: number | null;
  quantityNow: number;
  baseMicros: bigint;
  /** Each makes the price 1.1 of what it was. */
  needsUsername: boolean;
  needsFirstName: boolean;
  /** Passes the check against fraud, for which one has to visit a page. */
  needsVisit: boolean;
  /** Is shown only in bots whose quality is at least `GOOD_BOT`. */
  needsGoodBot: boolean;
  isFree: boolean;
  isWatched: boolean;
  places: 0 | 1 | 2;
  /** Taken from the store: they follow from what the platform said. */
  resourceId: string;
  takesJoinRequests: boolean;
  checkState: string;
  /** The service stopped it, whatever its owner says. */
  pauseReason: string | null;
  revision: number;
  /** Subscribers by day. */
  days: Map<number, number>;
}
