/** The expected state, apart from the service: plain maps, changed by acknowledged commands and rules. */
import { NotificationJudge } from './notifications.js';
import type { OrderModel } from './order-model.js';
import { Paying } from './paying.js';
import type { ContactRow } from './books.js';
import type { Member, Seen } from './members.js';
import type { BotCast } from './actions/cast.js';
import { type Impression, isProven } from './impressions.js';
import { realPrice, stateOf, type Subscription } from './rules.js';

export interface BotModel extends Omit<BotCast, 'trust'> {
  isTokenInvalid: boolean;
  isOn: boolean;
  /** It was on when its account was blocked. */
  isStoppedByBlock?: boolean;
  isBlocked: boolean;
  key: string;
  profitMicros: bigint;
  ownMicros: bigint;
  followers: number;
  /** Whether a moderator vouches for it. */
  trust: 'unknown' | 'trusted' | 'refused';
  /** What a moderator has tried to make of it; whether that was done is seen. */
  decided: 'trusted' | 'refused' | null;
  /** Subscribers it brought, by day; those who left again included. */
  days: Map<number, number>;
}

export interface PinModel {
  /** `null` is an open smart link, 0 one that found nothing. */
  slots: string;
  pinnedAtMs: number;
  endsAtMs: number;
}

export interface WithdrawalModel {
  accountId: number;
  askedMicros: bigint;
  /** What is left of it: charges may have taken the rest. */
  amountMicros: bigint;
  /** Of what took the money aside; null until that is seen. */
  entryId: number | null;
  id: number | null;
  /** Between these moments it was asked for; null until that is acknowledged. */
  asked: { fromMs: number; toMs: number } | null;
  state: 'asked' | 'waiting' | 'paid' | 'refused' | 'cancelled';
  /** While it waits: an administrator pays it, and no charge may take of it. */
  isPaying: boolean;
  /** Decisions that somebody tried to make. */
  tried: Set<'paid' | 'refused' | 'cancelled'>;
}

/** A payment in stars; its charge is the reference of its deposit, too. */
export interface StarModel {
  chargeId: string;
  accountId: number;
  amountMicros: bigint;
  count: number;
  /** An administrator asked for it back. */
  isWanted: boolean;
  /** The platform gave the stars back, or refused to: whether or not the service heard of it. */
  isGivenBack: boolean;
  wasRefused: boolean;
  /** The platform reported it, and that was acknowledged. */
  isTold: boolean;
  refund: 'none' | 'waiting' | 'done' | 'refused';
  /** Of what took the amount aside. */
  entryId: number | null;
}

/** One observation in this step; `isSure`: its process lived on, so it has been written down. */
export interface Event extends Seen {
  isSure: boolean;
  /** Their first join may be waiting for the platform's word. */
  mayWait?: boolean;
}

export class Model {
  readonly accounts = new Set<number>();
  readonly blocked = new Set<number>();
  /** Accounts with an address for the events of all their bots. */
  readonly receivers = new Set<number>();
  /** By `<kind> <owner>`. */
  readonly balances = new Map<string, bigint>();
  readonly bots = new Map<number, BotModel>();
  readonly orders = new Map<number, OrderModel>();
  /** As they were made. */
  readonly orderList: OrderModel[] = [];
  /** Orders whose users are looked for in this step, and since when they could not be seen. */
  readonly walked = new Map<number, number>();
  /** When what was counted in memory was lost last. */
  countedSinceMs = 0;
  /** When each order was last seen not to run. */
  readonly stoppedAtMs = new Map<number, number>();
  /** By user, then order. */
  readonly impressions = new Map<number, Map<number, Impression[]>>();
  /** When an impression was first seen to be proven, by user, order, bot and target. */
  readonly #provenAtMs = new Map<string, number>();
  readonly subscriptions = new Map<number, Map<number, Subscription>>();
  readonly members = new Map<number, Map<string, Member>>();
  /** By user, then bot: what the platform says of them. */
  readonly contacts = new Map<number, Map<number, ContactRow>>();
  /** By user and resource: the last update. */
  readonly told = new Map<string, Seen>();
  /** Openings that the platform vouched for, by user and order. */
  readonly signed = new Set<string>();
  readonly suspicious = new Set<number>();
  /** Accounts that are new no more. */
  readonly trustedAccounts = new Set<number>();
  /** Who was paid for, and where: once for ever. */
  readonly paidJoins = new Set<string>();
  readonly pins = new Map<string, PinModel>();
  /** By the key of the asking. */
  readonly withdrawals = new Map<string, WithdrawalModel>();
  /** Deposits: what was asked for, and what is known to be booked. */
  readonly asked = new Map<string, { accountId: number; amountMicros: bigint }>();
  readonly booked = new Set<string>();
  /** Payments in stars, by charge. */
  readonly stars = new Map<string, StarModel>();
  /** By what publishers are paid. */
  readonly paying = new Paying();
  /** What the publisher got by each charge. */
  readonly paidOut = new Map<number, bigint>();
  /** Within which time from the join leaving takes a charge back, by its entry. */
  readonly holds = new Map<number, number>();
  /** Where the join was that was paid for by it: a later change of the order's link leaves that as it is. */
  readonly paidAt = new Map<number, string>();
  /** When a charge was booked for a subscriber who came back, by its entry. */
  readonly chargedAtMs = new Map<number, number>();
  readonly notifications = new NotificationJudge();
  readonly exclusions = new Set<string>();
  readonly genders = new Set<number>();
  /** By day and user. */
  readonly questions = new Map<string, number>();
  /** When a report of an order was last taken. */
  readonly reports = new Map<number, number>();
  /** Requested reports, with account and time. */
  readonly tasks = new Map<string, { accountId: number; atMs: number }>();
  charges = 0;
  /** Of which the publisher got more or less than their usual share. */
  chargesByQuality = 0;
  /** Of which leaving is paid back for longer than usual. */
  chargesHeldLonger = 0;
  reversals = 0;
  /** Charges that were booked again, for those who came back. */
  returns = 0;
  /** Of them those of subscribers who left after everybody's hold, within that of the charge. */
  reversalsLater = 0;
  /** Of them those of bots that a moderator refused. */
  refused = 0;
  /** Charges that took what was asked to be paid out. */
  takenOfWithdrawals = 0;
  /** Unpaid members, by reason. */
  readonly free = new Map<string, number>();

  add(order: OrderModel): void {
    this.orders.set(order.orderId, order);
    this.orderList.push(order);
  }

  /** The orders made last; older ones have had their time. */
  lately(count = 60): OrderModel[] {
    return this.orderList.slice(-count);
  }

  /** What an account asks of an order: while it is blocked, nothing that it starts is on. */
  started<Change extends Partial<OrderModel>>(accountId: number, change: Change): Change {
    return this.blocked.has(accountId) && change.isOn === true ? { ...change, isOn: false } : change;
  }

  realPrice(order: OrderModel): bigint {
    const demands = [order.needsUsername, order.needsFirstName, order.needsVisit, order.needsGoodBot];
    return realPrice(order.baseMicros, demands.filter(Boolean).length);
  }

  isRunning(order: OrderModel): boolean {
    return stateOf(order) === 'Processing' && order.pauseReason === null;
  }

  /** What a join is paid for once: where an order leads to. */
  targetOf(order: OrderModel): string {
    return order.adsType === 'resource' ? `link ${order.link}` : this.resourceOf(order);
  }

  /** What a charge may take besides the balance: withdrawals that wait, the latest first. */
  withdrawing(accountId: number): WithdrawalModel[] {
    return [...this.withdrawals.values()]
      .filter((one) => one.accountId === accountId && one.state === 'waiting' && !one.isPaying)
      .toSorted((one, other) => (other.entryId ?? 0) - (one.entryId ?? 0));
  }

  /** Under which id a membership of this order is known. */
  resourceOf(order: OrderModel): string {
    return order.adsType === 'resource' || order.resourceId === ''
      ? `order:${String(order.orderId)}`
      : order.resourceId;
  }

  balance(account: string): bigint {
    return this.balances.get(account) ?? 0n;
  }

  wallet(accountId: number): bigint {
    return this.balance(`wallet ${String(accountId)}`);
  }

  /** @param nowMs the end of the step that wrote them */
  keepImpressions(userId: number, found: Map<number, Impression[]>, nowMs: number): void {
    this.impressions.set(userId, found);
    for (const [orderId, impressions] of found)
      for (const show of impressions.filter(isProven)) {
        const key = nameOf(userId, orderId, show);
        if (!this.#provenAtMs.has(key)) this.#provenAtMs.set(key, nowMs);
      }
  }

  /** Infinity: it is not. */
  provenAtMs(userId: number, orderId: number, show: Impression): number {
    return this.#provenAtMs.get(nameOf(userId, orderId, show)) ?? Infinity;
  }

  impressionsOf(userId: number, orderId: number): Impression[] {
    return this.impressions.get(userId)?.get(orderId) ?? [];
  }

  subscription(userId: number, orderId: number): Subscription | null {
    return this.subscriptions.get(userId)?.get(orderId) ?? null;
  }

  member(userId: number, resourceId: string): Member | null {
    return this.members.get(userId)?.get(resourceId) ?? null;
  }

  isIn(userId: number, order: OrderModel): boolean {
    const member = this.member(userId, this.resourceOf(order));
    return member?.state === 'in' || (member?.state === 'requested' && order.takesJoinRequests);
  }

  hasReceiver(botId: number): boolean {
    return this.receivers.has(this.bots.get(botId)?.accountId ?? 0);
  }

  isExcluded(order: OrderModel, bot: BotModel): boolean {
    const keys = [
      `order ${String(order.orderId)} bot ${String(bot.botId)}`,
      `account ${String(bot.accountId)} bot ${String(bot.botId)} order ${String(order.orderId)}`,
      `account ${String(bot.accountId)} bot 0 order ${String(order.orderId)}`,
    ];
    return keys.some((key) => this.exclusions.has(key));
  }
}

function nameOf(userId: number, orderId: number, { botId, target }: Impression): string {
  return [userId, orderId, botId, target].join(' ');
}
