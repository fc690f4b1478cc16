/** The one object that api and bot hold: every use case, over the ports it is given. */
import {
  type Accounts,
  createAccounts,
  createKeyRing,
  createSummaries,
  type KeyRing,
} from './accounts/index.js';
import {
  type Audience,
  createAudience,
  createExclusions,
  createFilters,
  createTraitRefresh,
} from './audience/index.js';
import { createBotPictures, createBots } from './bots/index.js';
import { type Checkers, createCheckers, ourBots, updatesBeat } from './checkers/index.js';
import {
  createCabinetSessions,
  createPulse,
  createSignIn,
  createWithdrawalRequests,
} from './cabinet/index.js';
import { createChecks } from './checks/index.js';
import { publicUrl } from './config.js';
import { type Contacts, createContacts } from './contacts/index.js';
import { createEventDelivery, createWebhooks } from './events/index.js';
import { UPDATES_KEPT_MS } from './evidence/index.js';
import { createHealth } from './health.js';
import { createImports } from './imports.js';
import { createKeptAnswers } from './kept-answers.js';
import {
  createRefunds,
  createStarDeposits,
  createWallet,
  createWithdrawals,
  type Withdrawals,
} from './ledger/index.js';
import { createFollow } from './links/index.js';
import { createNetworkSetups } from './networks/index.js';
import {
  createLinksWatch,
  createModeration,
  createOrders,
  createPrivateChats,
  createOwnLinks,
  type LinksWatch,
  type OwnLinks,
} from './orders/index.js';
import { createDeposits, createPayouts, createDaySummary, createReconciliation } from './payments/index.js';
import { createPeople } from './people/index.js';
import type { Ports } from './ports.js';
import { createBotQuality, createQualityReading } from './quality/index.js';
import { createPurging } from './purging.js';
import { createReferrals } from './referrals.js';
import { createReports, createStatements } from './reports/index.js';
import { createMovedChats } from './moved-chats.js';
import { createReversals } from './reversals/index.js';
import { createSecrets } from './secrets/index.js';
import { createSponsors, createSteps } from './sponsors/index.js';
import { createForecastRecord, createForecasts, createReach, createTrial } from './forecast/index.js';
import { createStatistics } from './statistics/index.js';
import {
  createDisputes,
  createSettler,
  createUnseen,
  createWatch,
  type Settler,
} from './subscriptions/index.js';
import { createTrust } from './trust/index.js';
import { createUpdates } from './updates.js';

export function createService(ports: Ports) {
  const movedChats = createMovedChats(ports);
  const today = { ...ports, platform: movedChats.platform };
  return { ...serviceOver({ ...today, checkers: createCheckers(today) }), movedChats };
}

function serviceOver(ports: Ports & { checkers: Checkers }) {
  const { settings } = ports;
  const keys = createKeyRing(ports);
  const settler = createSettler(ports);
  const audience = createAudience(ports);
  const [links, ownLinks] = [createLinksWatch(ports), createOwnLinks(ports)];
  const watch = createWatch(ports, settler, { links, ownLinks });
  const filters = createFilters(ports);
  const contacts = createContacts(ports, settler);
  const accounts = createAccounts(ports, keys);
  const orders = createOrders(ports, filters, links);
  const money = createMoney(ports);
  const figures = createFigures(ports, filters, orders);
  return {
    settings,
    accounts,
    cabinet: createCabinet(ports, accounts, money.withdrawals),
    ...createPublishing(ports, keys),
    trust: createTrust(ports),
    ...createShowing(ports, { settler, audience, contacts, ownLinks }),
    audience,
    membership: watch,
    updates: createUpdates(ports),
    contacts,
    orders,
    summaries: createSummaries(ports),
    privateChats: createPrivateChats(ports),
    moderation: createModeration(ports, links),
    disputes: createDisputes(ports),
    reports: createReports(ports),
    statements: createStatements(ports),
    ...money,
    ...figures,
    exclusions: createExclusions(ports),
    imports: createImports(ports),
    ...createEvents(ports, keys),
    sessions: ports.store.sessions,
    ...createKeeping(ports),
    checkers: ports.checkers,
    health: createHealth(ports),
    /** Which places can be known at all. */
    geo: ports.geo,
    checks: createChecks(ports),
    /** What else is done from time to time, each in a bounded step that returns how much there was to do. */
    maintenance: createMaintenance(ports, { settler, links, ownLinks, forecasts: figures.forecasts }),
  };
}

/** What users are shown, and where its links lead. */
function createShowing(
  ports: Ports & { checkers: Checkers },
  parts: { settler: Settler; audience: Audience; contacts: Contacts; ownLinks: OwnLinks },
) {
  const url = publicUrl(ports.settings);
  const networkSetups = createNetworkSetups(ports);
  const steps = createSteps(ports, { ...parts, networkSetups }, url);
  const sponsors = createSponsors(ports, { ...parts, steps }, url);
  const links = createFollow(ports, { ...steps, ...parts }, url);
  return { networkSetups, sponsors, blocks: sponsors.blocks, links };
}

/** What can be chosen and is measured, what may be expected, and two rankings compared. */
function createFigures(
  ports: Ports,
  filters: ReturnType<typeof createFilters>,
  orders: ReturnType<typeof createOrders>,
) {
  const reach = createReach(ports, filters);
  const forecasts = createForecasts(ports, { reach, orders });
  return { filters, statistics: createStatistics(ports), reach, forecasts, trial: createTrial(ports) };
}

function createMoney(ports: Ports & { checkers: Checkers }) {
  const [wallet, refunds] = [createWallet(ports), createRefunds(ports)];
  const [deposits, payouts] = [createDeposits(ports), createPayouts(ports)];
  return {
    wallet,
    refunds,
    deposits,
    payouts,
    withdrawals: createWithdrawals(ports, payouts.settle),
    reversals: createReversals(ports),
    referrals: createReferrals(ports),
    starDeposits: createStarDeposits(ports, { wallet, refunds }),
    reconciliation: createReconciliation(ports, deposits),
    daySummary: createDaySummary(ports),
  };
}

/** What is kept sealed or of people, and for how long. */
function createKeeping(ports: Ports) {
  return {
    keptAnswers: createKeptAnswers(ports),
    secrets: createSecrets(ports),
    people: createPeople(ports),
  };
}

function createEvents(ports: Ports, keys: KeyRing) {
  const delivery = createEventDelivery(ports, keys);
  return { webhooks: createWebhooks(ports, keys), delivery, notifications: ports.store.notifications };
}

function createPublishing(ports: Ports & { checkers: Checkers }, keys: KeyRing) {
  const bots = createBots(ports, keys);
  return { bots, botPictures: createBotPictures(ports, bots), quality: createBotQuality(ports) };
}

function createCabinet(ports: Ports, accounts: Accounts, withdrawals: Withdrawals) {
  const sessions = createCabinetSessions(ports);
  return {
    sessions,
    pulse: createPulse(ports),
    /** Resolves when there may be something new: see `HealthStore.changed`. */
    changed: (signal: AbortSignal) => ports.store.health.changed(signal),
    signIn: createSignIn(ports, accounts, sessions),
    withdrawalRequests: createWithdrawalRequests(ports, withdrawals),
  };
}

function createMaintenance(
  ports: Ports & { checkers: Checkers },
  parts: Pick<ReturnType<typeof createFigures>, 'forecasts'> & {
    settler: Settler;
    links: LinksWatch;
    ownLinks: OwnLinks;
  },
) {
  const { store, clock } = ports;
  const { settler, links, ownLinks, forecasts } = parts;
  const unseen = createUnseen(ports, settler);
  const quality = createQualityReading(ports);
  const forecastRecord = createForecastRecord(ports, forecasts);
  return {
    releaseHolds: async (untilMs = clock.now()) => {
      const reportedMs = await Promise.all([heardByCheckers(ports), oldestDeferredMs(ports)]);
      return store.subscriptions.releaseHolds(Math.min(untilMs, ...reportedMs, clock.now()), 500);
    },
    ...createPurging(ports),
    readQuality: (stopping?: AbortSignal) => quality.daily(stopping),
    recordForecasts: (stopping?: AbortSignal) => forecastRecord.hourly(stopping),
    resolveLinks: () => links.resolveLinks(),
    ownLinks: () => ownLinks.work(OWN_LINKS_AT_ONCE),
    checkUnseen: () => unseen.check(),
    refreshTraits: createTraitRefresh(ports),
  };
}

/** Up to when what happened is reported by every checker that is heard at all; Infinity: there are none. */
async function heardByCheckers({ store, settings, clock }: Ports): Promise<number> {
  const checkers = ourBots(settings).filter(({ checkerBotId }) => checkerBotId !== null);
  const beats = await Promise.all(
    checkers.map(({ checkerBotId }) => store.health.lastBeatMs(updatesBeat(checkerBotId))),
  );
  const oldestMs = clock.now() - UPDATES_KEPT_MS;
  return Math.min(...beats.filter((beatMs) => beatMs !== null).filter((beatMs) => beatMs >= oldestMs));
}

/** Since when an update for a bot of ours is deferred: a leave among it takes money back. Infinity: nothing is. */
async function oldestDeferredMs({ store, settings }: Ports): Promise<number> {
  const bots = ourBots(settings);
  const oldestMs = await Promise.all(
    bots.map(({ botId }) => store.updates.oldestDeferredMs(botId, 'memberships')),
  );
  return Math.min(...oldestMs.filter((each) => each !== null));
}

/** Within the pace of invite links, a few seconds. */
const OWN_LINKS_AT_ONCE = 5;

export type Service = ReturnType<typeof createService>;
