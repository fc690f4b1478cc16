/** The ports over their work, whichever the database. */
import type { Store } from '../../core/ports.js';
import { createAccountStore } from './accounts.js';
import { createAudienceStore } from './audience.js';
import { createAwaitedBotStore } from './awaited-bots.js';
import { createBlockStore } from './blocks.js';
import { createBlockTestStore } from './block-tests.js';
import { createBotStore } from './bots.js';
import { createChatStore } from './chats.js';
import { type CheckPasses, createCheckStore } from './checks.js';
import { createContactStore } from './contacts.js';
import type { Parts } from './database.js';
import { createDisputeStore } from './disputes.js';
import { createEventStore } from './events.js';
import { createExclusionStore } from './exclusions.js';
import { createForecastStore } from './forecasts.js';
import { createImportStore } from './imports.js';
import { createInviteLinkStore, type OrdersMark } from './invite-links.js';
import { createJobStore } from './jobs.js';
import { createKeyStore } from './keys.js';
import { createLeaseStore } from './leases.js';
import { createAnswerStore } from './kept-answers.js';
import { createLearningStore } from './learning.js';
import type { LedgerWrites } from './ledger-writes.js';
import { createLedgerStore } from './ledger.js';
import { createLimitStore } from './limits.js';
import { createMembershipStore } from './memberships.js';
import { createModerationLog } from './moderation-log.js';
import { createNetworkOffers } from './network-offers.js';
import { createNotificationStore } from './notifications.js';
import { createOddsStore } from './odds.js';
import { createOpeningStore } from './openings.js';
import { createOrderWatchStore } from './order-watch.js';
import { createOrderStore } from './orders.js';
import { createPaceStore } from './paces.js';
import { createPayingFactorStore } from './paying-factors.js';
import { createPeopleStore } from './people.js';
import { createPictureStore } from './pictures.js';
import { Pseudonyms } from './pseudonyms.js';
import type { Purge } from './purge.js';
import { createQualityStore } from './qualities.js';
import { createRailStore } from './rails.js';
import { createReferralStore } from './referrals.js';
import { createReversalStore } from './reversals.js';
import { createSecretStore } from './secrets.js';
import { createSessionStore } from './sessions.js';
import type { AskFacts } from './settlement-facts.js';
import {
  createSettlementWrites,
  createSettling,
  settleOneByOne,
  type Settling,
  type SettlingParts,
} from './settling.js';
import { createImpressionCounts } from './impressions.js';
import { createSponsorStore, type ContextShapes } from './sponsors.js';
import { createStarPaymentStore } from './star-payments.js';
import { createStatisticsStore } from './statistics.js';
import { createSubscriptionStore } from './subscriptions.js';
import { createTrustStore } from './trust.js';
import { createUpdateStore } from './updates.js';
import type { UserWrites } from './users.js';
import { createWithdrawalStore, createWithdrawalWrites } from './withdrawals.js';

/** What has a shape of its own in each database; each of its files says why. */
export interface Shapes {
  ledger: LedgerWrites;
  users: UserWrites;
  linksAt: Store['orders']['linksAt'];
  ordersMark: OrdersMark;
  catalog: Store['catalog'];
  /** See `SettlingParts`. */
  askFacts?: AskFacts | undefined;
  /** How subscribers are settled, where that is more than one by one. */
  settle?: (settling: Settling, parts: SettlingParts) => Store['subscriptions']['settle'];
  requestContexts: ContextShapes;
  purge: Purge;
  health: Store['health'] & { stop(): void };
  checkPasses: CheckPasses;
  /** Ends once nothing is under way any more. */
  close(): Promise<void>;
}

/** The parts, with what writes all that their counters have gathered. */
function withFlush(parts: Parts): { parts: Parts; flush: () => Promise<void> } {
  const gathered: (() => Promise<void>)[] = [];
  const createCounters: Parts['createCounters'] = (of) => {
    const counters = parts.createCounters(of);
    gathered.push(counters.flush);
    return counters;
  };
  const flush = async () => {
    await Promise.all(gathered.map((write) => write()));
  };
  return { parts: { ...parts, createCounters }, flush };
}

export function createStores(given: Parts, shapes: Shapes): Store {
  const { parts, flush } = withFlush(given);
  const { ledger, linksAt, catalog, requestContexts, purge, health } = shapes;
  const writes = createSettlementWrites(ledger);
  const pseudonyms = new Pseudonyms();
  const settlingParts = { pseudonyms, askFacts: shapes.askFacts, ledger, writes };
  const settling = createSettling(parts, settlingParts);
  const settle = shapes.settle?.(settling, settlingParts) ?? settleOneByOne(parts, settling);
  const impressions = createImpressionCounts(parts);
  const withdrawals = createWithdrawalWrites(ledger);

  return {
    accounts: createAccountStore(parts),
    keys: createKeyStore(parts),
    awaitedBots: createAwaitedBotStore(parts),
    people: createPeopleStore(parts, shapes.users, pseudonyms),
    pictures: createPictureStore(parts),
    bots: createBotStore(parts),
    orders: createOrderStore(parts, linksAt),
    orderWatch: createOrderWatchStore(parts),
    inviteLinks: createInviteLinkStore(parts, shapes.ordersMark),
    chats: createChatStore(parts),
    catalog,
    audience: createAudienceStore(parts, shapes.users),
    sponsors: createSponsorStore(parts, { shapes: requestContexts, counts: impressions, purge }),
    contacts: createContactStore(parts, impressions),
    networks: createNetworkOffers(parts),
    openings: createOpeningStore(parts),
    memberships: createMembershipStore(parts),
    learning: createLearningStore(parts),
    odds: createOddsStore(parts),
    forecasts: createForecastStore(parts),
    paces: createPaceStore(parts),
    imports: createImportStore(parts),
    subscriptions: createSubscriptionStore(parts, ledger, writes, settle),
    ledger: createLedgerStore(parts, ledger),
    withdrawals: createWithdrawalStore(parts, withdrawals),
    rails: createRailStore(parts, ledger, withdrawals),
    referrals: createReferralStore(parts, ledger),
    starPayments: createStarPaymentStore(parts, ledger),
    trust: createTrustStore(parts, writes),
    reversals: createReversalStore(parts, ledger),
    disputes: createDisputeStore(parts, settling.facts, ledger),
    quality: createQualityStore(parts),
    payingFactors: createPayingFactorStore(parts),
    statistics: createStatisticsStore(parts),
    blocks: createBlockStore(parts, impressions),
    blockTests: createBlockTestStore(parts),
    notifications: createNotificationStore(parts),
    moderationLog: createModerationLog(parts),
    events: createEventStore(parts),
    jobs: createJobStore(parts),
    limits: createLimitStore(parts),
    exclusions: createExclusionStore(parts),
    sessions: createSessionStore(parts),
    answers: createAnswerStore(parts),
    secrets: createSecretStore(parts),
    checks: createCheckStore(parts, shapes.checkPasses),
    leases: createLeaseStore(parts),
    updates: createUpdateStore(parts),
    health,
    flush,
    close: async () => {
      health.stop();
      // What is gathered is written before work is refused.
      try {
        await flush();
      } finally {
        await shapes.close();
      }
    },
  };
}
