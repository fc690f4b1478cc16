/** The SQLite adapter of every store port. */
import { dayNumberOf } from '../core/days.js';
import type { Clock, Store } from '../core/ports.js';
import { type Connection, openConnection } from './connection.js';
import { type CommitFacts, createExecutor } from './executor.js';
import { watchForDamage } from './damage.js';
import { sayUnusable } from './faults.js';
import { databaseFile, requireCurrent } from './migrate.js';
import type { Parts } from './parts.js';
import { createPurge } from './purge.js';
import { createAccountStore } from './repositories/accounts.js';
import { createAudienceStore } from './repositories/audience.js';
import { createBlockWishes } from './repositories/block-wishes.js';
import { createBlockStore } from './repositories/blocks.js';
import { createBotStore } from './repositories/bots.js';
import { createCatalogStore } from './repositories/catalog.js';
import { createCheckStore } from './repositories/checks.js';
import { createContactWrites } from './repositories/contact-writes.js';
import { createContactStore } from './repositories/contacts.js';
import { createEventQueue } from './repositories/event-queue.js';
import { createEventStore } from './repositories/events.js';
import { createExclusionStore } from './repositories/exclusions.js';
import { createHealthStore } from './repositories/health.js';
import { createInviteLinkStore, createInviteWrites } from './repositories/invite-links.js';
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
import { createVisitMarks } from './visit-marks.js';

export interface SqliteStoreOptions {
  /** File name, or a `file:` address as in `DATABASE_URL`. */
  path: string;
  /** IANA name of the zone whose days shows are counted by (`SERVICE_TIMEZONE`); default UTC. */
  timeZone?: string;
  clock?: Clock;
  /**
   * After how many pages (4 KiB) of write-ahead log a commit also copies them into the database file; default 1,000.
   * A process that must answer quickly gives a large figure, and leaves that to the other.
   */
  checkpointPages?: number;
  /** Told of each commit: what it held, whether it reached the disk before it was answered, and how long it held the lock. */
  onCommit?: (commit: CommitFacts, tookMs: number) => void;
}

/**
 * Opens the store of a database that is up to date (see `migrate`).
 * @throws when there is no database, or it lacks migrations, or was made by a newer version
 */
export function createSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  return new Promise((resolve) => {
    resolve(open(options));
  });
}

/** @throws what is wrong with the file, in words for its operator */
function opened(path: string, checkpointPages: number | undefined): Connection {
  try {
    return openConnection(path, checkpointPages);
  } catch (error) {
    throw sayUnusable(error, path);
  }
}

function open(options: SqliteStoreOptions): Store {
  requireCurrent(options.path);
  const path = databaseFile(options.path);
  const connection = opened(path, options.checkpointPages);
  const executor = createExecutor(connection);
  const { onCommit } = options;
  if (onCommit !== undefined) executor.afterCommit((_, facts, tookMs) => onCommit(facts, tookMs));
  const zone = options.timeZone ?? 'UTC';
  const stopLooking = watchForDamage(path, executor);
  const store = createStore(
    {
      connection,
      executor,
      versions: createVersions(connection, executor),
      clock: options.clock ?? Date,
      dayOf: (atMs) => dayNumberOf(atMs, zone),
    },
    path,
  );
  const close = async () => {
    stopLooking();
    await store.close();
  };
  return { ...store, close };
}

/** The ports over their parts; tests look at the statements that are prepared here. */
export function createStore(parts: Parts, path: string): Store {
  const { connection, executor, versions } = parts;
  const notices = createNoticeQueue(connection, executor);
  const log = createModerationWrites(connection);
  const marks = createVisitMarks(connection, executor);
  const users = createUserWrites(connection, marks);
  const shortfalls = createShortfalls(connection, notices);
  const ledger = createLedgerWrites(connection, shortfalls, marks);
  const requests = createRequestCounts(connection, executor);
  const refusals = createRefusalCounts(connection, executor);
  const shows = createShowCounts(connection, executor);
  const odds = createOddsStore(connection, executor);
  const contacts = createContactWrites(connection, executor);
  const orderWrites = createOrderWrites(parts);
  const invites = createInviteWrites(connection, marks);
  const health = createHealthStore(parts, path);
  const flush = async (): Promise<void> => {
    await Promise.all([requests, refusals, shows, odds].map((each) => each.flush()));
  };

  return {
    accounts: createAccountStore(parts, { notices, log }),
    keys: createKeyStore(parts),
    bots: createBotStore(parts, { notices, log }),
    orders: createOrderStore(parts, orderWrites, { notices, log, shortfalls, marks, invites }),
    orderWatch: createOrderWatchStore(parts, orderWrites, { notices, log }),
    inviteLinks: createInviteLinkStore(parts, marks),
    catalog: createCatalogStore(parts, marks),
    audience: createAudienceStore(parts, { users, marks }),
    sponsors: createSponsorStore(parts, {
      users,
      wishes: createBlockWishes(connection, executor),
      marks,
      counts: shows,
      contacts,
      purge: createPurge(connection, executor),
    }),
    contacts: createContactStore(parts, { marks, counts: shows, writes: contacts }),
    openings: createOpeningStore(parts),
    memberships: createMembershipStore(parts, marks),
    odds,
    paces: createPaceStore(parts),
    subscriptions: createSubscriptionStore(parts, ledger, {
      notices,
      events: createEventQueue(parts),
      marks,
      contacts,
    }),
    ledger: createLedgerStore(parts, ledger),
    withdrawals: createWithdrawalStore(parts, ledger, notices),
    starPayments: createStarPaymentStore(parts, ledger, notices),
    trust: createTrustStore(parts, createSettlementWrites(connection, ledger, versions, marks), {
      notices,
      log,
    }),
    statistics: createStatisticsStore(parts, requests, refusals),
    blocks: createBlockStore(parts, marks, shows),
    notices: createNoticeStore(parts, notices),
    moderationLog: createModerationLog(parts),
    events: createEventStore(parts, notices),
    jobs: createJobStore(parts),
    limits: createLimitStore(parts),
    exclusions: createExclusionStore(parts),
    sessions: createSessionStore(parts),
    secrets: createSecretStore(parts),
    checks: createCheckStore(parts, path),
    leases: createLeaseStore(parts),
    updates: createUpdateStore(parts),
    health,
    flush,
    close: async () => {
      health.stop();
      await flush().finally(() => executor.close());
      connection.close();
    },
  };
}
