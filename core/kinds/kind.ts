/** What the service asks of a kind of sponsor: everything in which channels, bots and resources differ. */
import type { Answered, CallOptions, MembershipService, Platform, Presence } from '../platform.js';

/** What an order's kind looks at. */
export interface OrderOfKind {
  toBotMember: boolean;
  resource: { resourceId: string };
}

type Answer = Answered<Presence>;

/** Who can be asked. */
export interface Askers {
  platform: Platform;
  membershipService: MembershipService;
  /** The bot of ours that is administrator in the order's chat. */
  inChat(question: (token: string, chatId: number) => Answer): Answer;
  /** With the token or code that the order's owner gave. */
  withSecret(question: (secret: string) => Answered<boolean>): Answer;
}

export interface Kind {
  /** Which links lead to one (`orders/links.ts`), and what is said of others: `topic` is a `PlainTopic`. */
  links: readonly ('username' | 'invite' | 'url')[];
  linkNeeded: { text: string; topic: 'link_not_of_channel' | 'link_not_of_bot' } | null;
  /** It is a chat: before it runs a bot of ours is administrator there, which hears, and is asked, who is in. */
  isChat: boolean;
  /** Whether the platform can be asked about its users, by a bot of ours or by its own. */
  isAsked(order: Pick<OrderOfKind, 'toBotMember'>): boolean;
  /** Whether a user did it. Null: it cannot be asked. */
  ask: ((by: Askers, order: OrderOfKind, userId: number, options: CallOptions) => Answer) | null;
  /** Under which id it is kept, and paid for once, that a user did it; `''`: the order's own. */
  key(order: OrderOfKind): string;
  /**
   * What says that a user joined: an `update`, of each of them; the `answer` to a question alone; or the `opening` of a page
   * of ours, to which users are shown a link in place of the order's.
   */
  evidence: 'update' | 'answer' | 'opening';
  /** Of the fields that some kinds alone have (`terms/order-fields.ts`), its own. */
  fields: readonly ('botToken' | 'toBotMember' | 'trackUnsubscriptions' | 'ownLinks')[];
  /** The setting of a bot that switches it off (`terms/bot-settings.ts`), and how that is called where it is not shown. */
  switch: { setting: string; off: string } | null;
  /** What users press (`sponsors/sponsor.ts`), and what where a request to join counts. */
  button: { plain: string; request: string };
}
