/** The PostgreSQL adapter of every store port. */
import { dayNumberOf } from '../../core/days.js';
import type { Clock, Log, Store } from '../../core/ports.js';
import { createCheckWalk } from './check.js';
import { type CommitFacts, createDeeds, type Deeds } from './deeds.js';
import { sayFault } from './faults.js';
import { requireCurrentOver } from './migrate.js';
import type { Given, Parts } from './parts.js';
import { createPartKeeper } from './partitions.js';
import { createNotifications, type Notifications } from './notifications.js';
import { clientConfig, openPool, type PoolOptions } from './pool.js';
import { createReplica, type Reading, type ReplicaPace, usualPace } from './replica.js';
import { createAccountStore } from '../work/accounts.js';
import { createAudienceStore } from '../work/audience.js';
import { createAwaitedBotStore, createAwaitedBotWrites } from '../work/awaited-bots.js';
import { createBlockStore } from '../work/blocks.js';
import { createBotStore } from './repositories/bots.js';
import { createCatalogStore } from './repositories/catalog.js';
import { createCheckStore } from '../work/checks.js';
import { createContactStore } from '../work/contacts.js';
import { createEventQueue } from '../work/event-queue.js';
import { createEventStore } from '../work/events.js';
import { createExclusionStore } from '../work/exclusions.js';
import { createHealthStore } from './repositories/health.js';
import { createInviteLinkStore } from '../work/invite-links.js';
import { createJobStore } from '../work/jobs.js';
import { createKeyStore } from '../work/keys.js';
import { createLeaseStore } from '../work/leases.js';

import { createLedgerWrites } from './ledger-writes.js';
import { createLedgerStore } from '../work/ledger.js';
import { createLimitStore } from '../work/limits.js';
import { createMembershipStore } from '../work/memberships.js';
import { createModerationWrites } from './repositories/moderation-log.js';
import { createNoticeQueue } from './repositories/notice-queue.js';
import { createNoticeStore } from '../work/notices.js';
import { createOddsStore } from '../work/odds.js';
import { createOpeningStore } from '../work/openings.js';
import { createOrderWatchStore } from './repositories/order-watch.js';
import { createOrderWrites } from './repositories/order-writes.js';
import { createOrderStore } from './repositories/orders.js';
import { createPictureStore } from '../work/pictures.js';
import { createPaceStore } from '../work/paces.js';
import { createPurge } from '../work/purge.js';
import { createRefusalCounts } from '../work/refusal-counts.js';
import { createRequestCounts } from '../work/request-counts.js';
import { createSecretStore } from '../work/secrets.js';
import { createSessionStore } from '../work/sessions.js';
import { createShowCounts } from '../work/show-counts.js';
import { createSettlementWrites } from '../work/settlement-writes.js';
import { adaptShortfalls } from './repositories/shortfalls.js';
import { createShortfalls } from '../work/shortfalls.js';
import { createSponsorStore } from './repositories/sponsors.js';
import { createStarPaymentStore } from '../work/star-payments.js';
import { createStatisticsStore } from '../work/statistics.js';
import { createSubscriptionStore } from '../work/subscriptions.js';
import { createTrustStore } from '../work/trust.js';
import { createWithdrawalStore } from '../work/withdrawals.js';
import { createUpdateStore } from '../work/updates.js';
import type { Gather } from '../work/gathered.js';
import * as moderation from '../work/moderation-log.js';
import * as notified from '../work/notice-queue.js';
import { createDatabase, createReader } from './database.js';
import { createGathered } from './gathered.js';
import { users } from './users.js';
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
export function createStore(given: Given, notifications: Notifications): Store {
  const { deeds, reading } = given;
  const gather: Gather = (of) => createGathered(deeds, of);
  const parts: Parts = { ...given, db: createDatabase(deeds), replica: createReader(reading), gather };
  const health = createHealthStore(parts, notifications);
  const queue = notified.createNoticeQueue();
  const notices = createNoticeQueue(queue);
  const moderating = moderation.createModerationWrites();
  const log = createModerationWrites(moderating);
  const short = createShortfalls(queue);
  const shortfalls = adaptShortfalls(short);
  const booking = createLedgerWrites(short);
  const settling = createSettlementWrites(booking);
  const requests = createRequestCounts(parts, createAwaitedBotWrites(parts, queue));
  const refusals = createRefusalCounts(parts);
  const shows = createShowCounts(parts);
  const odds = createOddsStore(parts);
  const orderWrites = createOrderWrites(parts);
  const flush = async (): Promise<void> => {
    await Promise.all([requests, refusals, shows, odds].map((each) => each.flush()));
  };

  return {
    accounts: createAccountStore(parts, { notices: queue, log: moderating }),
    keys: createKeyStore(parts),
    awaitedBots: createAwaitedBotStore(parts, queue),
    pictures: createPictureStore(parts),
    bots: createBotStore(parts, { notices, log }),
    orders: createOrderStore(parts, orderWrites, { notices, log, shortfalls }),
    orderWatch: createOrderWatchStore(parts, orderWrites, { notices, log }),
    inviteLinks: createInviteLinkStore(parts),
    catalog: createCatalogStore(parts),
    audience: createAudienceStore(parts, users),
    sponsors: createSponsorStore(parts, {
      counts: shows,
      purge: createPurge(parts.db, createPartKeeper(deeds)),
    }),
    contacts: createContactStore(parts, shows),
    openings: createOpeningStore(parts),
    memberships: createMembershipStore(parts),
    odds,
    paces: createPaceStore(parts),
    subscriptions: createSubscriptionStore(parts, booking, {
      writes: settling,
      notices: queue,
      events: createEventQueue(parts),
    }),
    ledger: createLedgerStore(parts, booking),
    withdrawals: createWithdrawalStore(parts, booking, queue),
    starPayments: createStarPaymentStore(parts, booking, queue),
    trust: createTrustStore(parts, settling, { notices: queue, log: moderating }),
    statistics: createStatisticsStore(parts, requests, refusals),
    blocks: createBlockStore(parts, shows),
    notices: createNoticeStore(parts, queue),
    moderationLog: moderation.createModerationLog(parts),
    events: createEventStore(parts, queue),
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
