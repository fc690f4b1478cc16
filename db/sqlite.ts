/** The SQLite adapter of every store port. */
import { dayNumberOf } from '../core/days.js';
import type { Clock, Store } from '../core/ports.js';
import { type Connection, openConnection } from './connection.js';
import { type CommitFacts, createExecutor } from './executor.js';
import { watchForDamage } from './damage.js';
import { sayUnusable } from './faults.js';
import { databaseFile, requireCurrent } from './migrate.js';
import type { Given, Parts } from './parts.js';
import { createAccountStore } from './work/accounts.js';
import { createAudienceStore } from './work/audience.js';
import { createBlockWishes } from './repositories/block-wishes.js';
import { createAwaitedBotStore, createAwaitedBotWrites } from './work/awaited-bots.js';
import { createBlockStore } from './work/blocks.js';
import { createBotStore } from './repositories/bots.js';
import { createCatalogStore } from './repositories/catalog.js';
import { createCheckStore } from './work/checks.js';
import { createContactWrites } from './repositories/contact-writes.js';
import { createContactStore } from './work/contacts.js';
import { createEventQueue } from './work/event-queue.js';
import { createEventStore } from './work/events.js';
import { createExclusionStore } from './work/exclusions.js';
import { createHealthStore } from './repositories/health.js';
import { createInviteWrites } from './repositories/invite-links.js';
import { createInviteLinkStore } from './work/invite-links.js';
import { createJobStore } from './work/jobs.js';
import { createKeyStore } from './work/keys.js';
import { createLeaseStore } from './work/leases.js';

import { createLedgerWrites } from './sqlite/ledger-writes.js';
import { createLedgerStore } from './work/ledger.js';
import { createLimitStore } from './work/limits.js';
import { createMembershipStore } from './work/memberships.js';
import { createModerationWrites } from './repositories/moderation-log.js';
import { createNoticeQueue } from './repositories/notice-queue.js';
import { createNoticeStore } from './work/notices.js';
import { createOddsStore } from './work/odds.js';
import { createOpeningStore } from './work/openings.js';
import { createOrderWatchStore } from './repositories/order-watch.js';
import { createOrderWrites } from './repositories/order-writes.js';
import { createOrderStore } from './repositories/orders.js';
import { createPictureStore } from './work/pictures.js';
import { createPaceStore } from './work/paces.js';
import { createPurge } from './work/purge.js';
import { createRefusalCounts } from './work/refusal-counts.js';
import { createRequestCounts } from './work/request-counts.js';
import { createSecretStore } from './work/secrets.js';
import { createSessionStore } from './work/sessions.js';
import { createShowCounts } from './work/show-counts.js';
import { createSettlementWrites } from './work/settlement-writes.js';
import { adaptShortfalls } from './repositories/shortfalls.js';
import { createShortfalls } from './work/shortfalls.js';
import { createSponsorStore } from './repositories/sponsors.js';
import { createStarPaymentStore } from './work/star-payments.js';
import { createStatisticsStore } from './work/statistics.js';
import { createSubscriptionStore } from './work/subscriptions.js';
import { createTrustStore } from './work/trust.js';
import { createWithdrawalStore } from './work/withdrawals.js';
import { createUpdateStore } from './work/updates.js';
import { createCheckWalk } from './sqlite/check.js';
import { createDatabase } from './sqlite/database.js';
import { createGathered } from './sqlite/gathered.js';
import { createPerform } from './sqlite/perform.js';
import { users } from './sqlite/users.js';
import type { Gather } from './work/gathered.js';
import * as moderation from './work/moderation-log.js';
import * as notified from './work/notice-queue.js';
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
export function createStore(given: Given, path: string): Store {
  const { connection, executor } = given;
  const marks = createVisitMarks(connection, executor);
  const perform = createPerform(connection, executor, marks);
  const db = createDatabase(executor, perform);
  const gather: Gather = (of) => createGathered({ executor, perform }, of);
  const parts: Parts = { ...given, perform, db, replica: db, gather };
  const queue = notified.createNoticeQueue();
  const notices = createNoticeQueue(perform, queue);
  const moderating = moderation.createModerationWrites();
  const log = createModerationWrites(perform, moderating);
  const short = createShortfalls(queue);
  const shortfalls = adaptShortfalls(perform, short);
  const booking = createLedgerWrites(short);
  const settling = createSettlementWrites(booking);
  const requests = createRequestCounts(parts, createAwaitedBotWrites(parts, queue));
  const refusals = createRefusalCounts(parts);
  const shows = createShowCounts(parts);
  const odds = createOddsStore(parts);
  const contacts = createContactWrites(parts);
  const orderWrites = createOrderWrites(parts);
  const invites = createInviteWrites(perform);
  const health = createHealthStore(parts, path);
  const flush = async (): Promise<void> => {
    await Promise.all([requests, refusals, shows, odds].map((each) => each.flush()));
  };

  return {
    accounts: createAccountStore(parts, { notices: queue, log: moderating }),
    keys: createKeyStore(parts),
    awaitedBots: createAwaitedBotStore(parts, queue),
    pictures: createPictureStore(parts),
    bots: createBotStore(parts, { notices, log }),
    orders: createOrderStore(parts, orderWrites, { notices, log, shortfalls, marks, invites }),
    orderWatch: createOrderWatchStore(parts, orderWrites, { notices, log }),
    inviteLinks: createInviteLinkStore(parts),
    catalog: createCatalogStore(parts, marks),
    audience: createAudienceStore(parts, users),
    sponsors: createSponsorStore(parts, {
      wishes: createBlockWishes(connection, executor),
      marks,
      counts: shows,
      contacts,
      purge: createPurge(db),
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
    checks: createCheckStore(parts, createCheckWalk(path, parts.dayOf)),
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
