/** What may have been decided within a step: by whatever was known before it, in it, or after it. */
import type { Books } from './books.js';
import type { Change } from './deliveries.js';
import type { Model } from './model.js';
import type { OrderModel } from './order-model.js';
import type { Member, Seen } from './members.js';
import {
  type Contact,
  dayOf,
  type Expected,
  type SettlementCase,
  settlementOf,
  type Impression,
  type Shower,
} from './rules.js';

/** How things stood before the step, of one person. */
export interface Before {
  impressions: ReadonlyMap<number, readonly Impression[]>;
  members: ReadonlyMap<string, Member>;
  /** What may have been known for a moment, since several things became known in one step. */
  between: ReadonlyMap<string, readonly Member[]>;
  /** What updates told, in this step. */
  told: ReadonlyMap<string, readonly Seen[]>;
  contacts: ReadonlyMap<number, Contact>;
  /** Likewise. */
  contactsBetween: ReadonlyMap<number, readonly Contact[]>;
  isSuspicious: boolean;
}

/** What may have been lacking when the step began. */
export interface Lacking {
  wallets: ReadonlyMap<string, bigint>;
  counts: ReadonlyMap<number, number>;
}

/** How long money is held, and how much a bot may bring that nobody trusts. */
export interface MoneyRules {
  holdMs: number;
  newPublisherHoldMs: number;
  paysByQuality: boolean;
  holdsByQuality: boolean;
  untrustedMost: number;
  addressMost: number;
}

const text = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

export class Foresight {
  // Of the step under way: who was paid for, whom bots brought, how little a wallet held for a moment, and how many
  // subscribers an order had.
  readonly #paid = new Set<string>();
  readonly #brought = new Map<number, number>();
  readonly #lowest = new Map<string, bigint>();
  readonly #fullest = new Map<number, number>();
  #books: Books | null = null;
  /** Up to when updates had been taken, before the step and after it. */
  #heardMs: [before: number, after: number] = [-Infinity, -Infinity];

  constructor(
    readonly model: Model,
    readonly rules: MoneyRules,
  ) {}

  begin(books: Books): void {
    this.#books = books;
    this.#heardMs = [this.#heardMs[1], books.heardUntilMs()];
    this.#paid.clear();
    this.#brought.clear();
    this.#lowest.clear();
    this.#fullest.clear();
  }

  /** A join was paid for: it was of this order, and of this bot's. */
  notePaid(userId: number, order: OrderModel, botId: number): void {
    const target = `${String(userId)} ${this.model.targetOf(order)}`;
    this.model.paidJoins.add(target);
    this.#paid.add(target);
    this.#brought.set(botId, (this.#brought.get(botId) ?? 0) + 1);
    this.#fullest.set(order.orderId, Math.max(order.quantityNow, this.#fullest.get(order.orderId) ?? 0));
  }

  noteBalance(account: string, balance: bigint): void {
    const lowest = this.#lowest.get(account);
    if (lowest === undefined || balance < lowest) this.#lowest.set(account, balance);
  }

  /** What is to be decided now, by all that is known. */
  due(userId: number, order: OrderModel, atMs: number): Expected {
    const { model } = this;
    const contacts = model.contacts.get(userId);
    return settlementOf({
      ...this.#caseOf(userId, order, atMs),
      impressions: this.#shownThere(userId, order, model.impressionsOf(userId, order.orderId)),
      others: this.#othersOf(userId, order, (one) => model.subscription(userId, one) === null),
      member: model.member(userId, model.resourceOf(order)),
      isSuspicious: model.suspicious.has(userId),
      // What the process that settles has read of it may be older.
      heardUntilMs: -Infinity,
      shower: (botId) => this.#showerOf(botId, contacts?.get(botId) ?? null, atMs),
    });
  }

  /** What may have been decided: by what was known before the step, or what became known in it. */
  foresee(change: Change, order: OrderModel, before: Before | undefined): Expected[] {
    const shown = this.#books?.targetsOf(change.userId, order.orderId) ?? [];
    // Wherever it led when it was shown: chats and bots have numbers.
    const chats = shown.map(({ target }) => target).filter((target) => Number.isFinite(Number(target)));
    const elsewhere = [...new Set(chats)].filter((target) => target !== order.resourceId);
    const orders = [
      order,
      ...elsewhere.map((resourceId) => ({ ...order, resourceId, adsType: 'channel' as const })),
    ];
    return orders.flatMap((one) => this.#foreseeAt(change, one, before));
  }

  /** Those of its impressions that were made while it led where it leads now. */
  #shownThere(userId: number, order: OrderModel, impressions: readonly Impression[]): readonly Impression[] {
    if (order.adsType === 'resource' || order.resourceId === '') return impressions;
    const elsewhere = (this.#books?.targetsOf(userId, order.orderId) ?? []).filter(
      ({ target }) => !target.startsWith('link:') && target !== order.resourceId,
    );
    return impressions.filter(({ botId }) => !elsewhere.some((one) => one.botId === botId));
  }

  #foreseeAt(change: Change, order: OrderModel, before: Before | undefined): Expected[] {
    const { model } = this;
    const { userId, after } = change;
    const impressionsNow = this.#shownThere(userId, order, model.impressionsOf(userId, order.orderId));
    const shownBefore = before?.impressions.get(order.orderId);
    // Another may have been settled within the step, before this one or after it.
    const others = this.#othersOf(userId, order, () => true);
    const unsettled = this.#othersOf(userId, order, (one) => model.subscription(userId, one) === null);
    const cases = {
      impressions: [
        shownBefore === undefined ? impressionsNow : this.#shownThere(userId, order, shownBefore),
        impressionsNow,
      ],
      members: this.membersOf(change, order, before),
      suspicions: [model.suspicious.has(userId), before?.isSuspicious ?? model.suspicious.has(userId)],
      others: [others, unsettled],
      contacts: this.#contactsOf(userId, [...impressionsNow, ...others], before),
    };
    const same = this.#caseOf(userId, order, after.atMs);
    const outcomes = new Map<string, Expected>();
    const worlds = product(
      cases.contacts,
      different(cases.impressions),
      different(cases.members),
      different(cases.others),
    );
    for (const [contacts, impressions, member, rivals] of worlds)
      for (const [isSuspicious, heardUntilMs] of product(cases.suspicions, this.#heardMs, [null], [null])) {
        const shower = (botId: number) => this.#showerOf(botId, contacts.get(botId) ?? null, after.atMs);
        const facts = { ...same, impressions, others: rivals, member, isSuspicious, heardUntilMs, shower };
        const outcome = settlementOf(facts);
        outcomes.set(text(outcome), outcome);
      }
    return [...outcomes.values()];
  }

  /** What does not change within a step, or only by entries, which come one after the other. */
  #caseOf(
    userId: number,
    order: OrderModel,
    atMs: number,
  ): Omit<SettlementCase, 'impressions' | 'others' | 'member' | 'isSuspicious' | 'heardUntilMs' | 'shower'> {
    const { model, rules } = this;
    const { orderId, accountId } = order;
    return {
      ...rules,
      termsOf: (botId, shownMs) => model.paying.of(botId, shownMs),
      kind: order.adsType,
      takesJoinRequests: order.takesJoinRequests,
      isWatched: order.isWatched,
      opening:
        order.adsType === 'resource' ? (this.#books?.opening(userId, orderId, dayOf(atMs)) ?? null) : null,
      quantityAll: order.quantityAll,
      quantityDay: order.quantityDay,
      quantityNow: order.quantityNow,
      today: order.days.get(dayOf(atMs)) ?? 0,
      walletMicros: model.wallet(accountId),
      withdrawingMicros: model.withdrawing(accountId).reduce((sum, one) => sum + one.amountMicros, 0n),
      isFree: order.isFree,
      isPaidFor: model.paidJoins.has(`${String(userId)} ${model.targetOf(order)}`),
      advertiserId: accountId,
      unseenSinceMs: model.walked.get(orderId) ?? null,
      unheard: this.#books?.unheardSpans(model.resourceOf(order)) ?? [],
      atMs,
    };
  }

  /** What was shown to them of other orders for the same chat or bot. */
  #othersOf(userId: number, order: OrderModel, isMeant: (orderId: number) => boolean): Impression[] {
    const { model } = this;
    if (order.adsType === 'resource') return [];
    const target = model.targetOf(order);
    return [...(model.impressions.get(userId) ?? [])].flatMap(([orderId, shown]) => {
      const other = model.orders.get(orderId);
      const isOther = other !== undefined && orderId !== order.orderId && model.targetOf(other) === target;
      return isOther && isMeant(orderId) ? shown : [];
    });
  }

  #showerOf(botId: number, contact: Contact | null, atMs: number): Shower {
    const { model } = this;
    const bot = model.bots.get(botId);
    return {
      accountId: bot?.accountId ?? 0,
      hasToken: bot?.hasToken === true,
      trust: bot?.trust ?? 'unknown',
      isAccountTrusted: model.trustedAccounts.has(bot?.accountId ?? 0),
      today: bot?.days.get(dayOf(atMs)) ?? 0,
      contact,
    };
  }

  /** Whatever may have been known of the member. */
  membersOf({ userId }: Change, order: OrderModel, before: Before | undefined): (Member | null)[] {
    const resourceId = this.model.resourceOf(order);
    return [
      this.model.member(userId, resourceId),
      before?.members.get(resourceId) ?? null,
      ...(before?.between.get(resourceId) ?? []),
    ];
  }

  /**
   * As an update told that they left, of their own will: in this step, or before, where they were settled only now, or a
   * process died before it had booked the leaving.
   */
  outOf(change: Change, order: OrderModel, before: Before | undefined): Member[] {
    const resourceId = this.model.resourceOf(order);
    const last = this.model.told.get(`${String(change.userId)} ${resourceId}`);
    const earlier = last === undefined ? [] : [last];
    const left = [...(before?.told.get(resourceId) ?? []), ...earlier].filter(
      ({ state, isRemoved }) => state === 'out' && isRemoved !== true,
    );
    const members = this.membersOf(change, order, before).filter((member) => member !== null);
    return left.flatMap(({ atMs }) =>
      members.map((member) => ({ ...member, state: 'out' as const, sinceMs: atMs })),
    );
  }

  /** Each way in which the contacts with the bots that showed it may have stood. */
  #contactsOf(
    userId: number,
    impressions: readonly Impression[],
    before: Before | undefined,
  ): Map<number, Contact | null>[] {
    let ways = [new Map<number, Contact | null>()];
    for (const { botId } of impressions) {
      const now = this.model.contacts.get(userId)?.get(botId) ?? null;
      const then = before === undefined ? now : (before.contacts.get(botId) ?? null);
      const known = different([now, then, ...(before?.contactsBetween.get(botId) ?? [])].map(plain));
      ways = ways.flatMap((way) => known.map((contact) => new Map(way).set(botId, contact)));
    }
    return ways;
  }

  /** What was lacking may have been lacking when the step began, or come to lack in it. */
  foreseeFree(change: Change, order: OrderModel, seen: Before | undefined, then: Lacking): Expected[] {
    const { model } = this;
    const wallet = `wallet ${String(order.accountId)}`;
    const target = `${String(change.userId)} ${model.targetOf(order)}`;
    const [nowMicros, nowCount, isPaid] = [
      model.balance(wallet),
      order.quantityNow,
      model.paidJoins.has(target),
    ];
    const day = dayOf(change.after.atMs);
    const today = order.days.get(day) ?? 0;
    const { days } = model.bots.get(change.after.botId)!;
    const brought = days.get(day) ?? 0;
    const broughtThen = brought - (this.#brought.get(change.after.botId) ?? 0);
    const foreseen: Expected[] = [];
    const ways = product(
      [nowMicros, then.wallets.get(wallet) ?? 0n, this.#lowest.get(wallet) ?? nowMicros],
      [nowCount, then.counts.get(order.orderId) ?? nowCount, this.#fullest.get(order.orderId) ?? nowCount],
      [isPaid, isPaid && !this.#paid.has(target)],
      [brought, broughtThen],
    );
    for (const [micros, count, wasPaid, broughtBy] of ways) {
      for (const countToday of new Set([today, today - (nowCount - count)])) {
        model.balances.set(wallet, micros);
        order.quantityNow = count;
        order.days.set(day, countToday);
        days.set(day, broughtBy);
        if (!wasPaid) model.paidJoins.delete(target);
        foreseen.push(...this.foresee(change, order, seen));
        if (isPaid) model.paidJoins.add(target);
      }
    }
    days.set(day, brought);
    model.balances.set(wallet, nowMicros);
    order.quantityNow = nowCount;
    order.days.set(day, today);
    return foreseen;
  }
}

/** What of it matters to a settlement. */
function plain(contact: Contact | null): Contact | null {
  return contact === null ? null : { state: contact.state, untilMs: contact.untilMs };
}

/** Each way to take one of each. */
function product<A, B, C, D>(one: A[], two: B[], three: C[], four: D[]): [A, B, C, D][] {
  const ways: [A, B, C, D][] = [];
  for (const a of new Set(one))
    for (const b of new Set(two))
      for (const c of new Set(three)) for (const d of new Set(four)) ways.push([a, b, c, d]);
  return ways;
}

function different<T>(all: readonly T[]): T[] {
  return [...new Map(all.map((one) => [text(one), one])).values()];
}
