/** The facts of a settlement, as `test/cases/settlement.json` tells them. */
import type { Contact, Membership, SubscriptionStatus } from '../../core/ports/sponsor-store.js';
import type { ImpressionFacts, Settlement, SettlementFacts } from '../../core/ports/subscription-store.js';
import type { Moment } from '../../core/evidence/index.js';
import type { SettlementRules } from '../../core/subscriptions/settlement.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Minutes may be negative: everything is moved far from 1970. */
const EPOCH_MS = 1_700_000_000_000;
export const at = (minutes: number) => EPOCH_MS + Math.round(minutes * MINUTE_MS);
export const units = (amount: number) => BigInt(amount) * 1_000_000n;
export const NOW_MS = at(1_000);

const ADVERTISER = 77;
const PUBLISHER = 88;

export const rules: SettlementRules = {
  attributionMs: 24 * HOUR_MS,
  holdMs: 0,
  newPublisherHoldMs: 72 * HOUR_MS,
  publisherShare: '0.7',
  untrustedSubscribersDay: 100,
  clicksPerAddressDay: 3,
  paysByQuality: false,
  holdsByQuality: false,
};

export interface Shown {
  bot: number;
  at: number;
  seen?: number;
  newer?: number;
  proof?: ImpressionFacts['proof'];
  contact?: Contact['state'] | 'unasked';
  /** The group that the contact was asked about. */
  group?: number;
  waitsUntil?: number;
  price?: number;
  token?: boolean;
  trust?: ImpressionFacts['bot']['trust'];
  own?: boolean;
  isNewPublisher?: boolean;
  holdFactor?: number;
  broughtToday?: number;
  /** Of this order; left out: 5, the one that is settled. */
  order?: number;
  /** With that order the user is settled. */
  isSettled?: boolean;
  /** The list had the bot's own link. */
  ownLink?: boolean;
  /** What lists replaced at those minutes; left out: nothing. */
  was?: { until: number; newer: number; price?: number }[];
}

export interface Case {
  name: string;
  shown: Shown[];
  joined: number | null;
  joinedAgain?: boolean;
  joinedBy?: number;
  /** Spans in which nobody could tell of a join. */
  unheard?: [from: number, to: number][];
  /** When an answer found the member in; left out: now. */
  found?: number;
  /** The minute up to when updates have been taken; left out: all have. */
  heard?: number;
  /** By an answer. */
  isJoinFound?: boolean;
  /** `in` where a joining is told, `out` else. */
  state?: Membership['state'];
  wasNeverIn?: boolean;
  order?: Partial<SettlementFacts['order']>;
  opening?: { bot: number; ranAt: number | null; isSigned?: boolean; paidFromAddress?: number };
  wallet?: number;
  withdrawing?: Record<string, number>;
  isSettled?: boolean;
  isSuspicious?: boolean;
  isPaidFor?: boolean;
  expect: unknown;
}

function contactOf({ contact = 'yes', waitsUntil = 2_000 }: Shown): Contact | null {
  return contact === 'unasked' ? null : { state: contact, atMs: at(0), untilMs: at(waitsUntil) };
}

export function impressionOf(shown: Shown): ImpressionFacts {
  const { bot, seen = shown.at, newer = shown.at, price = 10, proof = 'list', trust = 'unknown' } = shown;
  return {
    orderId: shown.order ?? 5,
    target: '-100',
    adsType: 'channel',
    hasOwnLink: shown.ownLink ?? false,
    botId: bot,
    firstShownAtMs: at(shown.at),
    shownAtMs: at(newer),
    seenAtMs: at(Math.max(seen, newer)),
    priceMicros: units(price),
    proof,
    bot: {
      accountId: shown.own === true ? ADVERTISER : PUBLISHER,
      hasToken: shown.token ?? true,
      trust,
      isAccountTrusted: shown.isNewPublisher !== true,
      payingFactor: 1,
      holdFactor: shown.holdFactor ?? 1,
      isBlockTested: false,
      subscribersToday: shown.broughtToday ?? 0,
      takenOverToday: 0,
    },
    contact: contactOf(shown),
    isSettled: shown.isSettled ?? false,
    replaced: replacedOf(shown),
    ...(shown.group === undefined ? {} : { contactChatId: shown.group }),
  };
}

function replacedOf({ was = [] }: Shown): ImpressionFacts['replaced'] {
  return was.map(({ until, newer, price = 10 }) => ({
    untilMs: at(until),
    shownAtMs: at(newer),
    priceMicros: units(price),
    hasOwnLink: false,
  }));
}

function membershipOf({ joined, joinedAgain = false, joinedBy, ...known }: Case): Membership | null {
  const state = known.state ?? (joined === null ? 'out' : 'in');
  const atMs = joined === null ? 0 : at(joined);
  return {
    resourceId: '-100',
    state,
    hadLeft: joinedAgain || (state === 'out' && known.wasNeverIn !== true && joined !== null),
    sinceMs: state === 'out' ? at(999) : atMs,
    checkedAtMs: known.found === undefined ? NOW_MS : at(known.found),
    join: joined === null ? null : { atMs, isAgain: joinedAgain, byBotId: joinedBy ?? null },
    wasRemoved: false,
    isBarred: false,
    isUnreported: false,
  };
}

function openingOf({ opening }: Case): SettlementFacts['opening'] {
  if (opening?.ranAt == null) return null;
  const { bot, ranAt, isSigned = false, paidFromAddress = 0 } = opening;
  return { botId: bot, ranAtMs: at(ranAt), isSigned, address: '203.0.113.7', paidToday: paidFromAddress };
}

export const subscriptionStatus: SubscriptionStatus = {
  orderId: 5,
  botId: 1,
  state: 'subscribed',
  priceMicros: units(10),
  atMs: at(995),
};

export function factsOf(row: Case): SettlementFacts {
  const withdrawing = Object.entries(row.withdrawing ?? {}).map(([id, amount]) => ({
    withdrawalId: Number(id),
    amountMicros: units(amount),
  }));
  return {
    order: {
      orderId: 5,
      accountId: ADVERTISER,
      adsType: 'channel',
      isFree: false,
      quantityAll: 100,
      quantityDay: null,
      quantityNow: 3,
      today: 1,
      name: 'x',
      takesJoinRequests: false,
      tracksUnsubscriptions: true,
      target: '-100',
      ...row.order,
    },
    impressions: row.shown.map(impressionOf),
    subscriptionStatus: row.isSettled === true ? subscriptionStatus : null,
    membership: row.order?.adsType === 'resource' ? null : membershipOf(row),
    isJoinFound: row.isJoinFound ?? false,
    unheard: (row.unheard ?? []).map(([from, to]) => ({ fromMs: at(from), toMs: at(to) })),
    opening: openingOf(row),
    suspiciousUntilMs: row.isSuspicious === true ? at(1_000) : null,
    isPaidFor: row.isPaidFor ?? false,
    walletMicros: units(row.wallet ?? 1_000),
    withdrawing: withdrawing.toSorted((a, b) => b.withdrawalId - a.withdrawalId),
    userLanguage: 'ru',
  };
}

/** All updates have been taken. */
export const NOW: Moment = { nowMs: NOW_MS, heardUntilMs: Infinity };

export function momentOf({ heard }: Case): Moment {
  return heard === undefined ? NOW : { nowMs: NOW_MS, heardUntilMs: at(heard) };
}

const inUnits = (micros: bigint) => Number(micros) / 1e6;

/** A settlement in the words of the table. */
export function inWords(settlement: Settlement): unknown {
  if (settlement.kind === 'none') return 'nothing';
  if (settlement.kind === 'yields') return { yields: settlement.shown.orderId };
  if (settlement.kind === 'waits') return { waitsFor: settlement.botIds };
  if (settlement.kind === 'free') return { unpaid: settlement.reason, bot: settlement.botId };
  const { botId, priceMicros, publisherMicros, feeMicros, takenFrom, holdUntilMs } = settlement;
  const taken = takenFrom.map((each) => [each.withdrawalId, inUnits(each.amountMicros)] as const);
  const heldForHours = holdUntilMs === null ? 0 : (holdUntilMs - NOW_MS) / HOUR_MS;
  return {
    paid: botId,
    price: inUnits(priceMicros),
    publisher: inUnits(publisherMicros),
    fee: inUnits(feeMicros),
    ...(heldForHours === 0 ? {} : { heldForHours }),
    ...(settlement.isHeldForTrust ? { heldForTrust: true } : {}),
    ...(taken.length === 0 ? {} : { takenFrom: Object.fromEntries(taken) }),
  };
}
