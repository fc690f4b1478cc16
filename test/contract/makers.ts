/** Ready-made inhabitants of a store, for contract tests. */
import { fieldDefaults } from '../../core/terms/index.js';
import { defaultBotSettings } from '../../core/terms/index.js';
import { decideReturn } from '../../core/subscriptions/index.js';
import type { Store } from '../../core/ports.js';
import type { Bot } from '../../core/ports/bot-store.js';
import type { Invitation } from '../../core/ports/referral-store.js';
import type { Order, OrderFields } from '../../core/ports/order-store.js';
import type { NewImpression, RequestRecord, Target } from '../../core/ports/sponsor-store.js';
import type {
  Leaving,
  LeavingFacts,
  ReturnFacts,
  Settlement,
  SettlementFacts,
  SubscriptionStore,
} from '../../core/ports/subscription-store.js';
import { targetOf } from '../../core/subscriptions/index.js';
import { START_DAY, START_MS } from './run.js';

export const ADVERTISER = 501;
export const PUBLISHER = 502;
export const BOT = 7001;
export const PRICE = 2_000_000n;

export async function openAccount(
  store: Store,
  accountId: number,
  name = `Person ${String(accountId)}`,
  invitation?: Invitation,
): Promise<void> {
  const key = (kind: string) => ({ hash: `${kind}-${String(accountId)}`, cipher: `sealed ${kind}` });
  const person = { accountId, firstName: name, username: `person${String(accountId)}`, language: 'en' };
  const keys = { access: key('access'), statistics: key('statistics') };
  await store.accounts.open(person, keys, START_MS, invitation);
}

export async function addBot(
  store: Store,
  botId = BOT,
  accountId = PUBLISHER,
  more: { name?: string; nickname?: string; tokenCipher?: string | null; nowMs?: number } = {},
): Promise<Bot> {
  const {
    name = 'A bot',
    nickname = `bot${String(botId)}`,
    tokenCipher = 'sealed token',
    nowMs = START_MS,
  } = more;
  const bot = { botId, accountId, name, nickname, tokenCipher, settings: { ...defaultBotSettings } };
  const addition = await store.bots.add(bot, { hash: `bot-${String(botId)}`, cipher: 'sealed' }, nowMs);
  if (addition.kind === 'full') throw new Error('the account has too many bots');
  return addition.bot;
}

export function orderFields(more: Partial<OrderFields> = {}): OrderFields {
  return {
    ...fieldDefaults(),
    link: 'https://t.me/channel',
    linkKey: 't.me/channel',
    adsType: 'channel',
    name: 'An order',
    decision: 'approved',
    reason: null,
    quantityAll: 10,
    priceMicros: PRICE,
    pricePremiumMicros: PRICE * 2n,
    realPriceMicros: PRICE,
    coefficients: { total: 1 },
    botTokenCipher: null,
    resource: {
      resourceId: '-1001',
      name: 'Channel',
      logoFileId: '',
      takesJoinRequests: false,
      checkerBotId: null,
      inviteLink: '',
    },
    ...more,
  };
}

/** Where the orders led that were made in a store. */
const targets = new WeakMap<Store, Map<number, Target>>();

export async function addOrder(
  store: Store,
  more: Partial<OrderFields> = {},
  accountId = ADVERTISER,
  nowMs = START_MS,
): Promise<Order> {
  const creation = await store.orders.create(
    accountId,
    orderFields(more),
    { allowSameLink: true, notifications: () => [] },
    nowMs,
  );
  if (creation.kind !== 'created') throw new Error(`the order was not created: ${creation.kind}`);
  const { order } = creation;
  const made = targets.get(store) ?? new Map<number, Target>();
  targets.set(store, made.set(order.orderId, targetOf(order)));
  return order;
}

/** Adds an order with each of the fields, some at once: all at once would outwait a busy PostgreSQL. */
export async function addOrders(
  store: Store,
  fields: readonly Partial<OrderFields>[],
  accountId = ADVERTISER,
): Promise<Order[]> {
  const orders: Order[] = [];
  for (let at = 0; at < fields.length; at += 100)
    orders.push(
      ...(await Promise.all(fields.slice(at, at + 100).map((more) => addOrder(store, more, accountId)))),
    );
  return orders;
}

/** A chat of an order's own: users who join several orders are paid for once for each. */
export function ownChat(number: number): Pick<OrderFields, 'link' | 'linkKey' | 'resource'> {
  const name = `channel${String(number)}`;
  const resource = {
    resourceId: String(-2_000 - number),
    name,
    logoFileId: '',
    takesJoinRequests: false,
    checkerBotId: null,
    inviteLink: '',
  };
  return { link: `https://t.me/${name}`, linkKey: `t.me/${name}`, resource };
}

/** A publisher with a bot, and an advertiser with money and a running order. */
export async function populate(
  store: Store,
  more: Partial<OrderFields> = {},
  moneyMicros = 1_000n * PRICE,
): Promise<Order> {
  await openAccount(store, ADVERTISER);
  await openAccount(store, PUBLISHER);
  await addBot(store);
  if (moneyMicros > 0n) await deposit(store, ADVERTISER, moneyMicros);
  return addOrder(store, more);
}

let deposits = 0;
export function deposit(store: Store, accountId: number, amountMicros: bigint) {
  deposits += 1;
  const booking = { reference: `test:${String(deposits)}`, note: '', bookedBy: null };
  return store.ledger.deposit(accountId, amountMicros, booking, START_MS);
}

export function requestRecord(more: Partial<RequestRecord> = {}): RequestRecord {
  return {
    botId: BOT,
    nowMs: START_MS,
    notesUser: false,
    isFirstForBot: false,
    claims: null,
    pin: null,
    unpin: false,
    impressions: [],
    proof: 'contact',
    counts: true,
    isDenied: false,
    contact: null,
    block: undefined,
    askedOnDay: null,
    askedHereOnDay: null,
    ...more,
  };
}

/** An impression in a list chosen anew. */
export function listed(
  orderId: number,
  priceMicros = PRICE,
  more: Partial<NewImpression> = {},
): NewImpression {
  const where = { target: '-1001', adsType: 'channel', hasOwnLink: false } as const;
  return { orderId, priceMicros, how: 'listed', ...where, ...more };
}

/** Shows an order to a user of whom the platform says that they use the bot, unless `more` says otherwise. */
export async function show(
  store: Store,
  userId: number,
  orderId: number,
  botId = BOT,
  nowMs = START_MS,
  more: Partial<RequestRecord> = {},
): Promise<void> {
  const order = await store.orders.find(orderId);
  const where = order === null ? {} : targetOf(order);
  await store.sponsors.record(
    userId,
    requestRecord({ botId, nowMs, impressions: [listed(orderId, PRICE, where)], ...more }),
  );
}

/** Charges what the latest impression says, as long as quantity, day and balance allow. */
export function chargeShown({
  holdUntilMs = null,
  isHeldForTrust = false,
}: { holdUntilMs?: number | null; isHeldForTrust?: boolean } = {}) {
  return ({
    order,
    impressions,
    subscriptionStatus,
    isPaidFor,
    walletMicros,
    withdrawing,
  }: SettlementFacts): Settlement => {
    const latest = impressions[0];
    if (subscriptionStatus !== null || latest === undefined) return { kind: 'none' };
    const { botId, bot, priceMicros } = latest;
    if (isPaidFor) return { kind: 'free', state: 'notgetted', reason: 'paid_elsewhere', botId };
    const isFull = order.quantityNow >= order.quantityAll || order.today >= (order.quantityDay ?? Infinity);
    if (isFull) return { kind: 'free', state: 'notgetted', reason: 'order_full', botId };
    const taken = takenFrom(withdrawing, priceMicros - walletMicros);
    if (taken === null) return { kind: 'free', state: 'notgetted', reason: 'no_money', botId };
    const publisherMicros = (priceMicros * 7n) / 10n;
    return {
      kind: 'counted',
      botId,
      botAccountId: bot.accountId,
      isTakenOver: latest.firstShownAtMs > Math.min(...impressions.map((one) => one.firstShownAtMs)),
      isOwn: bot.accountId === order.accountId,
      priceMicros,
      publisherMicros,
      feeMicros: priceMicros - publisherMicros,
      takenFrom: taken,
      holdUntilMs,
      holdMs: null,
      isHeldForTrust,
      isBlockTested: false,
    };
  };
}

/** What is missing, out of withdrawals that wait; null where they hold less. */
function takenFrom(withdrawing: SettlementFacts['withdrawing'], missingMicros: bigint) {
  const taken: SettlementFacts['withdrawing'] = [];
  let missing = missingMicros;
  for (const { withdrawalId, amountMicros } of withdrawing) {
    if (missing <= 0n) break;
    const part = amountMicros < missing ? amountMicros : missing;
    taken.push({ withdrawalId, amountMicros: part });
    missing -= part;
  }
  return missing > 0n ? null : taken;
}

export async function settle(
  store: Store,
  orderId: number,
  userId: number,
  options: {
    day?: number;
    nowMs?: number;
    /** Where the order led when it was shown; left out: where it led when it was made. */
    where?: Target;
    decide?: (facts: SettlementFacts) => Settlement;
    notifications?: Parameters<SubscriptionStore['settle']>[4];
    isExpected?: boolean;
  } = {},
) {
  const {
    day = START_DAY,
    nowMs = START_MS + 1_000,
    decide = chargeShown(),
    notifications = () => [],
    isExpected = false,
  } = options;
  const at = { impressionsSinceMs: START_MS - 86_400_000, day, nowMs, isExpected };
  const made = options.where ?? targets.get(store)?.get(orderId);
  const settleAt = (where: Target) =>
    store.subscriptions.settle({ orderId, ...where }, userId, at, decide, notifications);
  if (made !== undefined) return settleAt(made);
  const order = await store.orders.find(orderId);
  return settleAt(order === null ? { target: '', adsType: 'channel' } : targetOf(order));
}

/** Of every account: postings and balances are zero in sum. */
export const BALANCED = { postingsMicros: 0n, balancesMicros: 0n, entriesOutOfBalance: 0, reservesOff: 0 };

/** Leaves, and takes the charge back while it is on hold. */
export function leave(store: Store, orderId: number, userId: number, day = START_DAY + 1) {
  const at = { day, nowMs: START_MS + 60_000 };
  const decide = ({ state, isOnHold }: LeavingFacts): Leaving =>
    state === 'unsubscribed' ? { kind: 'none' } : { kind: 'left', reverse: isOnHold };
  return store.subscriptions.leave(orderId, userId, at, decide);
}

/** Comes back, and the charge that was taken back is booked again with a hold of an hour. */
export function rejoin(
  store: Store,
  orderId: number,
  userId: number,
  nowMs = START_MS + 90_000,
  day = START_DAY + 1,
) {
  const holds = { holdMs: 3_600_000, newPublisherHoldMs: 0 };
  const decide = (facts: ReturnFacts) => decideReturn(facts, holds, nowMs);
  return store.subscriptions.rejoin(orderId, userId, { day, nowMs }, decide, () => []);
}

/** Stores over one database, as several processes have them. */
export type Stores = readonly [Store, ...Store[]];

/** How often something happens at once. */
export const TIMES = 24;

/** Does something at once, each time through another store in turn. */
export function atOnce<T>(
  stores: Stores,
  command: (store: Store, index: number) => Promise<T>,
  times = TIMES,
): Promise<T[]> {
  return Promise.all(
    Array.from({ length: times }, (_, index) => command(stores[index % stores.length] ?? stores[0], index)),
  );
}

/** Makes an end user suspicious for a day. */
export async function suspect(store: Store, userId: number, nowMs = START_MS): Promise<void> {
  const [fingerprint, address] = [`device of ${String(userId)}`, `address of ${String(userId)}`];
  await store.audience.learn(userId, {}, nowMs);
  await store.audience.noteVisit({ userId, fingerprint, address }, nowMs, nowMs);
  await store.audience.markSuspicious({ fingerprint, address: null }, nowMs, nowMs + 86_400_000);
}
