/**
 * Everything core needs from outside, and the words it uses.
 *
 * - **publisher**: owns bots and earns; **advertiser**: owns orders and pays; both are an **account**, a person of the
 *   platform. **End user**: a user of a publisher's bot.
 * - **order**: an advertising campaign for a channel, bot or link. **Sponsor**: an order as an end user meets it.
 * - **block**: the message that asks an end user to subscribe. **Pin**: the list of sponsors that one user of one bot
 *   keeps until it ends; a place in it is a **slot**.
 * - **impression**: a bot showed an order to a user; it decides whose a **subscriber** is, and at what price.
 * - **membership**: whether a user is in a channel or bot, as the platform reports. **Subscription status**: how a user stands with
 *   an order once that is settled.
 * - **contact**: the platform's word that a user uses a bot; an impression without it is **unproven** and earns nothing.
 *   **Claim**: what a bot says of a user.
 * - **settle**: the one atomic step that charges the advertiser and pays the publisher; **reversal**: takes it back by
 *   new entries; **hold**: the time in which that can happen.
 * - **posting**: an amount on one ledger account; the postings of an **entry** sum to zero.
 * - **withdrawal**: money a person asks to have paid out, **reserved** until an **administrator** decides; **refund**: a
 *   payment in stars that is given back.
 * - **ineligibility reason**: why an order is not shown to a user; several count under one **no-fill reason**, which bots
 *   and publishers see. **Snapshot**: the running orders held in memory.
 *
 * Ports return promises and speak in whole commands; each command is atomic inside its adapter, and one marked durable has
 * reached the disk when it resolves. No transaction crosses a port.
 */
import type { AccountStore, KeyStore } from './ports/account-store.js';
import type { AnswerStore } from './ports/answer-store.js';
import type { AwaitedBotStore, BotStore, PictureStore } from './ports/bot-store.js';
import type { AudienceStore } from './ports/audience-store.js';
import type { BlockStore } from './ports/block-store.js';
import type { BlockTestStore } from './ports/block-test-store.js';
import type { CheckStore } from './ports/check-store.js';
import type { ContactStore } from './ports/contact-store.js';
import type { DisputeStore } from './ports/dispute-store.js';
import type { EventStore } from './ports/event-store.js';
import type { ForecastStore } from './ports/forecast-store.js';
import type { ExclusionStore, HealthStore, JobStore, LimitStore, SessionStore } from './ports/job-store.js';
import type { ChatStore } from './ports/chat-store.js';
import type { ImportStore } from './ports/import-store.js';
import type { InviteLinkStore } from './ports/invite-link-store.js';
import type { LeaseStore } from './ports/lease-store.js';
import type { LedgerStore } from './ports/ledger-store.js';
import type { ModerationLog } from './ports/moderation-log.js';
import type { NotificationStore } from './ports/notification-store.js';
import type { Networks } from './ports/networks.js';
import type { NetworkStore } from './ports/network-store.js';
import type { OpeningStore } from './ports/opening-store.js';
import type { CatalogStore, OrderStore } from './ports/order-store.js';
import type { LearningStore } from './ports/learning-store.js';
import type { OddsStore } from './ports/odds-store.js';
import type { OrderWatchStore } from './ports/order-watch-store.js';
import type { OutgoingFetch, WebhookSender } from './ports/outgoing.js';
import type { PaceStore } from './ports/pace-store.js';
import type { PayingFactorStore, QualityStore } from './ports/quality-store.js';
import type { PeopleStore } from './ports/people-store.js';
import type { MembershipService, Platform } from './platform.js';
import type { PaymentRail } from './ports/payment-rail.js';
import type { RailStore } from './ports/rail-store.js';
import type { ReferralStore } from './ports/referral-store.js';
import type { ReversalStore } from './ports/reversal-store.js';
import type { SecretStore } from './ports/secret-store.js';
import type { SponsorStore } from './ports/sponsor-store.js';
import type { StarPaymentStore } from './ports/star-payment-store.js';
import type { StatisticsStore } from './ports/statistics-store.js';
import type { MembershipStore, SubscriptionStore } from './ports/subscription-store.js';
import type { TrustStore } from './ports/trust-store.js';
import type { UpdateStore } from './ports/update-store.js';
import type { WithdrawalStore } from './ports/withdrawal-store.js';
import type { Words } from './ports/words.js';
import type { Workbooks } from './ports/workbooks.js';
import type { Settings } from './config.js';
import type { Vault } from './vault.js';

/** Every store port, over one database. */
export interface Store {
  accounts: AccountStore;
  keys: KeyStore;
  bots: BotStore;
  awaitedBots: AwaitedBotStore;
  people: PeopleStore;
  pictures: PictureStore;
  orders: OrderStore;
  orderWatch: OrderWatchStore;
  inviteLinks: InviteLinkStore;
  chats: ChatStore;
  catalog: CatalogStore;
  audience: AudienceStore;
  sponsors: SponsorStore;
  contacts: ContactStore;
  networks: NetworkStore;
  openings: OpeningStore;
  memberships: MembershipStore;
  learning: LearningStore;
  odds: OddsStore;
  forecasts: ForecastStore;
  paces: PaceStore;
  subscriptions: SubscriptionStore;
  ledger: LedgerStore;
  withdrawals: WithdrawalStore;
  starPayments: StarPaymentStore;
  rails: RailStore;
  referrals: ReferralStore;
  trust: TrustStore;
  reversals: ReversalStore;
  disputes: DisputeStore;
  quality: QualityStore;
  payingFactors: PayingFactorStore;
  statistics: StatisticsStore;
  imports: ImportStore;
  blocks: BlockStore;
  blockTests: BlockTestStore;
  notifications: NotificationStore;
  moderationLog: ModerationLog;
  events: EventStore;
  jobs: JobStore;
  limits: LimitStore;
  exclusions: ExclusionStore;
  sessions: SessionStore;
  answers: AnswerStore;
  secrets: SecretStore;
  checks: CheckStore;
  leases: LeaseStore;
  updates: UpdateStore;
  health: HealthStore;
  /** Writes the figures that are gathered in memory, which half a second later would write themselves. */
  flush(): Promise<void>;
  /** Writes what is gathered in memory and closes the database. */
  close(): Promise<void>;
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
}

export interface Random {
  /** A number in [0, 1), replayable by a seed where that matters. */
  next(): number;
  /** Unguessable bytes, for keys and file names. */
  bytes(count: number): Uint8Array;
}

/** Where an address is; undefined is unknown. */
export interface Geo {
  /** What it can tell at all: nothing without a database, and no cities with one of countries alone. */
  knows: { countries: boolean; cities: boolean };
  lookup(address: string): { countryId?: number; country?: string; cityId?: number; city?: string };
}

/** Where what happens behind the scenes is reported to the operator. Values must not hold secrets. */
export interface Log {
  info(facts: Record<string, unknown>, message: string): void;
  warn(facts: Record<string, unknown>, message: string): void;
  error(facts: Record<string, unknown>, message: string): void;
}

/** Files the service makes for people, such as reports; kept next to the database until they expire. */
export interface Files {
  /** The file's bytes, in parts, and how many there are; null when there is no such file. */
  open(fileKey: string): Promise<{ sizeBytes: number; read(): AsyncIterable<Uint8Array> } | null>;
}

/** `unknown` when it could not be seen, or was no picture. */
export type PhotoVerdict = 'real' | 'not_real' | 'unknown';

/** Whether a profile photo shows what a camera saw (`decisions.md`, Targeting traits: `has_real_photo`). */
export interface PhotoClassifier {
  /** Judges a JPEG or PNG file by its bytes. */
  classify(bytes: Uint8Array): Promise<PhotoVerdict>;
}

/** Turns drawings into pictures that a chat can show. */
export interface Pictures {
  /** A drawing of our own as PNG, at its own size. Text is in the one font that comes with the service: Latin and Cyrillic. */
  png(svg: string): Promise<Uint8Array>;
}

export interface Ports {
  store: Store;
  platform: Platform;
  membershipService: MembershipService;
  geo: Geo;
  files: Files;
  /** Absent where no statements are made. */
  workbooks?: Workbooks;
  photoClassifier: PhotoClassifier;
  webhookSender: WebhookSender;
  outgoingFetch: OutgoingFetch;
  networks: Networks;
  /** Those that the settings open; none: money moves by hand, and by stars. */
  rails: readonly PaymentRail[];
  clock: Clock;
  random: Random;
  vault: Vault;
  words: Words;
  log: Log;
  settings: Settings;
}
