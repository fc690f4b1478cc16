/** What may have been decided within a step: by whatever was known before it, in it, or after it. */
import type { Books, ContactRow } from './books.js';
import type { Change } from './deliveries.js';
import type { Model } from './model.js';
import type { OrderModel } from './order-model.js';
import type { Member, Seen } from './members.js';
import type { Contact, Impression, Shower } from './impressions.js';
import { dayOf, type Expected, type SettlementCase, settlementOf } from './rules.js';
import { text } from './violation.js';

/** How things stood before the step, of one person. */
export interface Before {
  impressions: ReadonlyMap<number, readonly Impression[]>;
  members: ReadonlyMap<string, Member>;
  /** What may have been known for a moment, since several things became known in one step. */
  between: ReadonlyMap<string, readonly Member[]>;
  /** Updates of this step. */
  told: ReadonlyMap<string, readonly Seen[]>;
  contacts: ReadonlyMap<number, ContactRow>;
  /** Likewise. */
  contactsBetween: ReadonlyMap<number, readonly Contact[]>;
  isSuspicious: boolean;
}

/** What may have been lacking when the step began. */
export interface Lacking {
  wallets: ReadonlyMap<string, bigint>;
  counts: ReadonlyMap<number, number>;
}

/** With where the order led that it is for. */
export type Foreseen = Expected & { target: string };

/** How long money is held, and how much an untrusted bot may bring. */
export interface MoneyRules {
  holdMs: number;
  newPublisherHoldMs: number;
  paysByQuality: boolean;
  holdsByQuality: boolean;
  untrustedMost: number;
  addressMost: number;
}

export class Foresight {
  // Of the current step: paid users, users by bot, the least balance of a wallet, and the subscribers of an
  // order.
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
  notePaid(userId: number, order: OrderModel, { botId, target }: { botId: number; target: string }): void {
    const join = `${String(userId)} ${target}`;
    this.model.paidJoins.add(join);
    this.#paid.add(join);
    this.#brought.set(botId, (this.#brought.get(botId) ?? 0) + 1);
    this.noteFull(order);
  }

  noteFull({ orderId, quantityNow }: OrderModel): void {
    this.#fullest.set(orderId, Math.max(quantityNow, this.#fullest.get(orderId) ?? 0));
  }

  /** Whether a charge that was taken back may have been left so when the user came back, for this reason. */
  mayBeFree(
    userId: number,
    order: OrderModel,
    { reason, botId, priceMicros }: Change['after'],
    before: Before | undefined,
  ): boolean {
    const { model } = this;
    const wallet = `wallet ${String(order.accountId)}`;
    const lowest = this.#lowest.get(wallet) ?? model.balance(wallet);
    const waiting = model.withdrawing(order.accountId).reduce((sum, one) => sum + one.amountMicros, 0n);
    const fullest = Math.max(order.quantityNow, this.#fullest.get(order.orderId) ?? 0);
    if (reason === 'came_back') return model.bots.get(botId)?.trust === 'refused';
    if (reason === 'order_full') return fullest >= order.quantityAll;
    if (reason === 'no_money') return lowest + waiting < priceMicros;
    return reason === 'suspicious' && (model.suspicious.has(userId) || before?.isSuspicious === true);
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
      impressions: ofTarget(model.impressionsOf(userId, order.orderId), order, model.targetOf(order)).filter(
        (show) => isOfNow(show, order),
      ),
      others: this.#othersOf(userId, order, (one) => model.subscription(userId, one) === null),
      allOthers: this.#othersOf(userId, order, () => true),
      member: model.member(userId, model.resourceOf(order)),
      isSuspicious: model.suspicious.has(userId),
      // What the process that settles has read of it may be older.
      heardUntilMs: -Infinity,
      shower: (botId) => this.#showerOf(botId, contacts?.get(botId) ?? null, atMs),
    });
  }

  /** What may have been decided: for each place to which the order has led while it was shown to the user. */
  foresee(change: Change, order: OrderModel, before: Before | undefined): Foreseen[] {
    return this.#placesOf(change.userId, order).flatMap((target) =>
      this.#foreseeAt(target, change, order, before).map((outcome) => ({ ...outcome, target })),
    );
  }

  #placesOf(userId: number, order: OrderModel): string[] {
    const current = this.model.targetOf(order);
    const shown = this.model.impressionsOf(userId, order.orderId).map(({ target }) => target);
    return order.adsType === 'resource' ? [current] : [...new Set([current, ...shown])];
  }

  /** By what was known before the step, or what became known in it. */
  #foreseeAt(target: string, change: Change, order: OrderModel, before: Before | undefined): Expected[] {
    const { model } = this;
    const { userId, after } = change;
    const shownNow = model.impressionsOf(userId, order.orderId);
    const impressionsNow = ofTarget(shownNow, order, target);
    const impressionsThen = ofTarget(before?.impressions.get(order.orderId) ?? shownNow, order, target);
    // Another may have been settled within the step, before this one or after it, or shown only after it.
    const others = this.#othersOf(userId, order, () => true, { target });
    const unsettled = this.#othersOf(userId, order, (one) => model.subscription(userId, one) === null, {
      target,
    });
    const settled = this.#books?.subscriptionsOf(userId);
    const cases = {
      impressions: ways(impressionsThen, impressionsNow),
      members: this.membersOf(change, order, before, target),
      suspicions: [model.suspicious.has(userId), before?.isSuspicious ?? model.suspicious.has(userId)],
      others: [
        ...[others, unsettled],
        this.#othersOf(userId, order, () => true, { target, known: before?.impressions }),
        this.#othersOf(userId, order, (one) => settled?.has(one) !== true, { target }),
      ],
      contacts: this.#contactsOf(userId, [...impressionsNow, ...others], before),
    };
    const same = { ...this.#caseOf(userId, order, after.atMs, target), allOthers: others };
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
    target = this.model.targetOf(order),
  ): Omit<
    SettlementCase,
    'impressions' | 'others' | 'allOthers' | 'member' | 'isSuspicious' | 'heardUntilMs' | 'shower'
  > {
    const { model, rules } = this;
    const { orderId, accountId } = order;
    return {
      ...rules,
      termsOf: (botId, shownMs) => model.paying.of(botId, shownMs),
      kind: order.adsType,
      takesJoinRequests: order.takesJoinRequests && target === model.targetOf(order),
      isWatched: order.isWatched,
      opening:
        order.adsType === 'resource' ? (this.#books?.opening(userId, orderId, dayOf(atMs)) ?? null) : null,
      ofSameLink: order.adsType === 'resource' ? this.#ofSameLink(userId, order) : [],
      quantityAll: order.quantityAll,
      quantityDay: order.quantityDay,
      quantityNow: order.quantityNow,
      today: order.days.get(dayOf(atMs)) ?? 0,
      walletMicros: model.wallet(accountId),
      withdrawingMicros: model.withdrawing(accountId).reduce((sum, one) => sum + one.amountMicros, 0n),
      isFree: order.isFree,
      isPaidFor: model.paidJoins.has(`${String(userId)} ${target}`),
      advertiserId: accountId,
      unseenSinceMs: model.walked.get(orderId) ?? null,
      unheard: this.#books?.unheardSpans(model.resourceOf(order)) ?? [],
      atMs,
    };
  }

  /** What was shown to them of other orders for the same chat or bot. */
  #othersOf(
    userId: number,
    order: OrderModel,
    isMeant: (orderId: number) => boolean,
    { target, known }: { target?: string; known?: Before['impressions'] | undefined } = {},
  ): Impression[] {
    const { model } = this;
    if (order.adsType === 'resource') return [];
    const place = target ?? model.targetOf(order);
    return [...(known ?? model.impressions.get(userId) ?? [])].flatMap(([orderId, shown]) =>
      orderId !== order.orderId && isMeant(orderId) ? shown.filter((show) => show.target === place) : [],
    );
  }

  #ofSameLink(userId: number, order: OrderModel): Impression[] {
    const shown = [...(this.model.impressions.get(userId) ?? [])];
    return shown.flatMap(([orderId, impressions]) =>
      orderId === order.orderId ? [] : impressions.filter((show) => isOfNow(show, order)),
    );
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

  #keyOf(target: string, order: OrderModel): string {
    return target === this.model.targetOf(order) ? this.model.resourceOf(order) : target;
  }

  /** Whatever may have been known of the member. */
  membersOf(
    { userId }: Change,
    order: OrderModel,
    before: Before | undefined,
    target = this.model.targetOf(order),
  ): (Member | null)[] {
    const resourceId = this.#keyOf(target, order);
    return [
      this.model.member(userId, resourceId),
      before?.members.get(resourceId) ?? null,
      ...(before?.between.get(resourceId) ?? []),
    ];
  }

  /**
   * They left of their own will by an update: in this step, or before, where they were settled only now, or
   * a process died before it booked the leaving. They left the paid place, wherever the order leads now.
   */
  outOf(change: Change, order: OrderModel, before: Before | undefined): Member[] {
    const paidAt = this.model.paidAt.get(change.before?.entryId ?? 0);
    const places = paidAt === undefined ? this.#placesOf(change.userId, order) : [paidAt];
    return places.flatMap((place) => this.#outOfPlace(place, change, order, before));
  }

  #outOfPlace(target: string, change: Change, order: OrderModel, before: Before | undefined): Member[] {
    const resourceId = this.#keyOf(target, order);
    const last = this.model.told.get(`${String(change.userId)} ${resourceId}`);
    const earlier = last === undefined ? [] : [last];
    const left = [...(before?.told.get(resourceId) ?? []), ...earlier].filter(
      ({ state, isRemoved }) => state === 'out' && isRemoved !== true,
    );
    const members = this.membersOf(change, order, before, target).filter((member) => member !== null);
    // A join that waited until this step was settled first, and then the leaving that was known by then.
    const stood = before?.members.get(resourceId);
    const wasOut = stood?.state === 'out' && !stood.wasRemoved && !stood.isUnreported;
    const leftAtMs = [...left.map(({ atMs }) => atMs), ...(wasOut ? [stood.sinceMs] : [])];
    return leftAtMs.flatMap((sinceMs) =>
      members.map((member) => ({ ...member, state: 'out' as const, sinceMs })),
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
  foreseeFree(change: Change, order: OrderModel, seen: Before | undefined, then: Lacking): Foreseen[] {
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
    const foreseen: Foreseen[] = [];
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

/** Links are no place that several orders lead to: what was shown of one counts, wherever its order leads now. */
function ofTarget(shown: readonly Impression[], { adsType }: OrderModel, target: string): Impression[] {
  return shown.filter((show) => adsType === 'resource' || show.target === target);
}

/** An opening of the link that the order had is settled with the user's next press. */
function isOfNow({ target }: Impression, { adsType, link }: OrderModel): boolean {
  return adsType !== 'resource' || target === `link:${link.replace(/^https?:\/\//, '')}`;
}

/** Those of before the step, and each way in which some of them had become what they are now: several are proven in one step. */
function ways(then: readonly Impression[], now: readonly Impression[]): (readonly Impression[])[] {
  let all: Impression[][] = [[]];
  for (const show of now) {
    const before = then.find(({ botId, target }) => botId === show.botId && target === show.target);
    const known = different([before ?? show, show]);
    all = all.flatMap((some) => known.map((one) => [...some, one]));
  }
  return [then, ...all];
}

/** What of it matters to a settlement. */
function plain(contact: Contact | null): Contact | null {
  return contact === null ? null : { state: contact.state, atMs: contact.atMs, untilMs: contact.untilMs };
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
