/** The PostgreSQL adapter of every store port. */
import { dayNumberOf } from '../../core/days.js';
import type { Clock, Log, Store } from '../../core/ports.js';
import { createCheckWalk } from './check/index.js';
import { type CommitFacts, createDeeds, type Deeds } from './deeds.js';
import { sayFault } from './faults.js';
import { requireCurrentOver } from './migrate.js';
import type { Parts } from './parts.js';
import { createNotifications, type Notifications } from './notifications.js';
import { clientConfig, openPool, type PoolOptions } from './pool.js';
import { createPurge } from './purge.js';
import { createReplica, type Reading, type ReplicaPace, usualPace } from './replica.js';
import { createAccountStore } from './repositories/accounts.js';
import { createAudienceStore } from './repositories/audience.js';
import { createBlockStore } from './repositories/blocks.js';
import { createBotStore } from './repositories/bots.js';
import { createCatalogStore } from './repositories/catalog.js';
import { createCheckStore } from './repositories/checks.js';
import { createContactStore } from './repositories/contacts.js';
import { createEventQueue } from './repositories/event-queue.js';
import { createEventStore } from './repositories/events.js';
import { createExclusionStore } from './repositories/exclusions.js';
import { createHealthStore } from './repositories/health.js';
import { createInviteLinkStore } from './repositories/invite-links.js';
import { createJobStore } from './repositories/jobs.js';
import { createKeyStore } from './repositories/keys.js';
import { createLeaseStore } from './repositories/leases.js';
import { createLedgerWrites } from './repositories/ledger-writes.js';
import { createLedgerStore } from './repositories/ledger.js';
import { createLimitStore } from './repositories/limits.js';
import { createMembershipStore } from './repositories/memberships.js';
import { createModerationLog, createModerationWrites } from './repositories/moderation-log.js';
import { createNoticeQueue } from './repositories/notice-queue.js';
import { createNoticeStore } from './repositories/notices.js';
import { createOddsStore } from './repositories/odds.js';
import { createOpeningStore } from './repositories/openings.js';
import { createOrderWatchStore } from './repositories/order-watch.js';
import { createOrderWrites } from './repositories/order-writes.js';
import { createOrderStore } from './repositories/orders.js';
import { createPaceStore } from './repositories/paces.js';
import { createRefusalCounts } from './repositories/refusal-counts.js';
import { createRequestCounts } from './repositories/request-counts.js';
import { createSecretStore } from './repositories/secrets.js';
import { createSessionStore } from './repositories/sessions.js';
import { createShowCounts } from './repositories/show-counts.js';
import { createSettlementWrites } from './repositories/settlement-writes.js';
import { createShortfalls } from './repositories/shortfalls.js';
import { createSponsorStore } from './repositories/sponsors.js';
import { createStarPaymentStore } from './repositories/star-payments.js';
import { createStatisticsStore } from './repositories/statistics.js';
import { createSubscriptionStore } from './repositories/subscriptions.js';
import { createTrustStore } from './repositories/trust.js';
import { createUserWrites } from './repositories/user-row.js';
import { createWithdrawalStore } from './repositories/withdrawals.js';
import { createUpdateStore } from './repositories/updates.js';
import { createVersions } from './versions.js';

export { migratePostgres } from './migrate.js';

/** A replica that takes longer to say how far it is does not answer. */
const WATCH_TIMEOUT_MS = 2_000;

export interface PostgresStoreOptions extends PoolOptions {
  /** Of a replica, for what may be a moment old: statistics, reports; default: all is read where it is written. */
  readUrl?: string;
  /** When the replica is left out. */
  replicaPace?: ReplicaPace;
  /** IANA name of the zone whose days shows are counted by (`SERVICE_TIMEZONE`); default UTC. */
  timeZone?: string;
  clock?: Clock;
  /** Told of each commit: what it held, whether it reached the disk before it was answered, and how long it took. */
  onCommit?: (commit: CommitFacts, tookMs: number) => void;
  /** Told when the replica is left out, and when it is read again. */
  log?: Log;
}

/**
 * Opens the store of a database that is up to date (see `migratePostgres`).
 * @throws when the database does not answer, lacks migrations, or was made by a newer version
 */
export async function createPostgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { timeZone = 'UTC', clock = Date, onCommit } = options;
  const pool = openPool(options);
  try {
    await requireCurrentOver(pool);
  } catch (error) {
    await pool.end();
    throw sayFault(error);
  }
  const deeds = createDeeds(pool);
  if (onCommit !== undefined) deeds.afterCommit((_, facts, tookMs) => onCommit(facts, tookMs));
  const replica = await openReplica(deeds, options);
  const dayOf = (atMs: number) => dayNumberOf(atMs, timeZone);
  const notifications = createNotifications(clientConfig(options));
  await notifications.open();
  const reading = replica?.reading ?? deeds;
  const store = createStore({ deeds, reading, versions: createVersions(deeds), clock, dayOf }, notifications);
  const closeAll = async () => {
    await store.close();
    await notifications.close();
    await Promise.all([pool.end(), replica?.end()]);
  };
  let closing: Promise<void> | undefined;
  return { ...store, close: () => (closing ??= closeAll()) };
}

/** Null where all is read from the primary. That it does not answer now is no reason not to start. */
async function openReplica(
  primary: Deeds,
  options: PostgresStoreOptions,
): Promise<{ reading: Reading; end(): Promise<void> } | null> {
  const { readUrl: url, replicaPace: pace = usualPace, log } = options;
  if (url === undefined) return null;
  const pool = openPool({ ...options, url });
  const watching = openPool({ ...options, url, poolMax: 1, statementTimeoutMs: WATCH_TIMEOUT_MS });
  const reading = createReplica({ primary, replica: createDeeds(pool), watching, log, pace });
  await reading.open();
  return {
    reading,
    end: async () => {
      await Promise.all([pool.end(), watching.end()]);
    },
  };
}

/** The ports over their parts; tests look at the statements that are prepared here. */
export function createStore(parts: Parts, notifications: Notifications): Store {
  const { deeds, reading } = parts;
  const health = createHealthStore(parts, notifications);
  const notices = createNoticeQueue();
  const log = createModerationWrites();
  const users = createUserWrites();
  const shortfalls = createShortfalls(notices);
  const ledger = createLedgerWrites(shortfalls);
  const requests = createRequestCounts(deeds);
  const refusals = createRefusalCounts(deeds);
  const shows = createShowCounts(deeds);
  const odds = createOddsStore(parts);
  const orderWrites = createOrderWrites(parts);
  const flush = async (): Promise<void> => {
    await Promise.all([requests, refusals, shows, odds].map((each) => each.flush()));
  };

  return {
    accounts: createAccountStore(parts, { notices, log }),
    keys: createKeyStore(parts),
    bots: createBotStore(parts, { notices, log }),
    orders: createOrderStore(parts, orderWrites, { notices, log, shortfalls }),
    orderWatch: createOrderWatchStore(parts, orderWrites, { notices, log }),
    inviteLinks: createInviteLinkStore(parts),
    catalog: createCatalogStore(parts),
    audience: createAudienceStore(parts, users),
    sponsors: createSponsorStore(parts, { users, counts: shows, purge: createPurge(deeds) }),
    contacts: createContactStore(parts, shows),
    openings: createOpeningStore(parts),
    memberships: createMembershipStore(parts),
    odds,
    paces: createPaceStore(parts),
    subscriptions: createSubscriptionStore(parts, ledger, { notices, events: createEventQueue(parts) }),
    ledger: createLedgerStore(parts, ledger),
    withdrawals: createWithdrawalStore(parts, ledger, notices),
    starPayments: createStarPaymentStore(parts, ledger, notices),
    trust: createTrustStore(parts, createSettlementWrites(ledger, parts.versions), { notices, log }),
    statistics: createStatisticsStore(parts, requests, refusals),
    blocks: createBlockStore(parts, shows),
    notices: createNoticeStore(parts, notices),
    moderationLog: createModerationLog(parts),
    events: createEventStore(parts, notices),
    jobs: createJobStore(parts),
    limits: createLimitStore(parts),
    exclusions: createExclusionStore(parts),
    sessions: createSessionStore(parts),
    secrets: createSecretStore(parts),
    checks: createCheckStore(parts, createCheckWalk(parts)),
    leases: createLeaseStore(parts),
    updates: createUpdateStore(parts),
    health,
    flush,
    close: async () => {
      health.stop();
      // Before deeds are refused.
      await flush();
      await Promise.all([deeds.close(), reading.close()]);
    },
  };
}
