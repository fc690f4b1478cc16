/** Promises 1 and 2: holds every new entry, subscription and balance against what the rules say must have happened. */
import { Balances } from './balances.js';
import { type Books, type Entry, fingerprintOf } from './books.js';
import { type Change, checkEvents } from './deliveries.js';
import { type Before, type Foreseen, Foresight, type MoneyRules } from './foresight.js';
import { judgeBots } from './knowledge.js';
import type { Model } from './model.js';
import type { OrderModel } from './order-model.js';
import { text, violation } from './violation.js';
import { asideLines, decidedLines, depositLines, refundLines } from './payments.js';
import { addUp, dayOf, type Expected, isOwed, isTakenBack, type Subscription } from './rules.js';

export class MoneyJudge {
  lastEntryId = 0;
  lastEventId = 0;
  /** A sum over all entries and postings seen, to notice a later change. */
  fingerprint = 0n;
  readonly #balances: Balances;
  readonly #foresight: Foresight;

  constructor(
    readonly model: Model,
    readonly rules: MoneyRules,
  ) {
    this.#foresight = new Foresight(model, rules);
    this.#balances = new Balances(model, this.#foresight);
  }

  /** What is to be decided now, by all that is known. */
  due(userId: number, order: OrderModel, atMs: number): Expected {
    return this.#foresight.due(userId, order, atMs);
  }

  /** @param users with what was known of each before the step */
  judge(books: Books, users: ReadonlyMap<number, Before>): void {
    const { model } = this;
    model.paying.resolve(books);
    const entries = books.entriesAfter(this.lastEntryId);
    for (const entry of entries) this.fingerprint += fingerprintOf(entry);
    this.lastEntryId = entries.at(-1)?.entryId ?? this.lastEntryId;
    this.#foresight.begin(books);
    const affected = new Set(users.keys());
    for (const { userId } of entries) if (userId !== null) affected.add(userId);
    const changes = [...affected].flatMap((userId) => this.#changesOf(books, userId));
    this.lastEventId = checkEvents(model, books, this.lastEventId, changes);
    const wallets = new Map(model.balances);
    const counts = new Map(
      changes.map(({ orderId }) => [orderId, model.orders.get(orderId)?.quantityNow ?? 0]),
    );
    for (const entry of entries) this.#book(entry, changes, users);
    // Unpaid joins have no entry; they come last, since earlier changes may be their cause.
    const isCounted = ({ after }: Change) => Number(after.charge !== 'none');
    for (const change of changes.toSorted((one, other) => isCounted(other) - isCounted(one))) {
      this.#explain(change, users.get(change.userId), wallets, counts);
    }
    for (const userId of affected) model.subscriptions.set(userId, books.subscriptionsOf(userId));
    for (const orderId of new Set(changes.map((change) => change.orderId))) this.#checkOrder(books, orderId);
    this.#balances.checkTouched(books);
  }

  /** Everything at once: no account but adds up, no posting but is as it was. */
  audit(books: Books): void {
    const { model } = this;
    let sum = 0n;
    for (const [account, balance] of books.balances()) {
      this.#balances.check(account, balance);
      sum += balance;
    }
    if (sum !== 0n) throw violation('1 balance', `all accounts together hold ${sum.toString()}`);
    if (books.fingerprint() !== this.fingerprint)
      throw violation('1 balance', 'a posting or an entry has changed');
    for (const order of model.orders.values()) this.#checkOrder(books, order.orderId);
    for (const userId of model.subscriptions.keys()) {
      const [change] = this.#changesOf(books, userId);
      if (change !== undefined) throw violation('2 charge', `changed by nothing: ${text(change)}`);
    }
    judgeBots(model, books);
  }

  #changesOf(books: Books, userId: number): Change[] {
    const changes: Change[] = [];
    const rows = books.subscriptionsOf(userId);
    for (const [orderId, after] of rows) {
      const before = this.model.subscription(userId, orderId);
      if (before === null || text(before) !== text(after)) changes.push({ userId, orderId, before, after });
    }
    for (const orderId of this.model.subscriptions.get(userId)?.keys() ?? []) {
      if (rows.has(orderId)) continue;
      throw violation('3 kept', `user ${String(userId)} no longer stands with order ${String(orderId)}`);
    }
    return changes;
  }

  #book(entry: Entry, changes: Change[], users: ReadonlyMap<number, Before>): void {
    const sum = [...entry.postings.values()].reduce((total, amount) => total + amount, 0n);
    if (sum !== 0n) throw violation('1 balance', `entry ${String(entry.entryId)} does not sum to zero`);
    if (entry.kind === 'deposit') this.#balances.post(entry, depositLines(this.model, entry));
    else if (entry.kind === 'charge') this.#bookCharge(entry, changes, users);
    else if (entry.kind === 'reversal') this.#bookReversal(entry, changes, users);
    else if (entry.kind === 'release') this.#bookRelease(entry, changes);
    else if (entry.kind === 'withdrawal_reserve') this.#balances.post(entry, asideLines(this.model, entry));
    else if (entry.kind.startsWith('withdrawal_'))
      this.#balances.post(entry, decidedLines(this.model, entry));
    else if (entry.kind.startsWith('refund')) this.#balances.post(entry, refundLines(this.model, entry));
    else throw violation('1 balance', `nobody asked for entry ${text(entry)}`);
  }

  #bookCharge(entry: Entry, changes: Change[], users: ReadonlyMap<number, Before>): void {
    const { orderId, userId } = entry;
    const again = violation(
      '2 charge',
      `order ${String(orderId)} is charged for user ${String(userId)} again`,
    );
    const order = this.model.orders.get(orderId ?? 0);
    if (order === undefined) throw again;
    const ofEntry = changes.filter((one) => one.orderId === orderId && one.userId === userId);
    const returned = ofEntry.find((one) => this.#mayReturn(one, order, users.get(one.userId)));
    if (returned !== undefined) {
      this.#bookReturn(entry, order, returned, changes);
      return;
    }
    const change = ofEntry.find(({ before }) => before === null);
    if (change === undefined) throw again;
    const foreseen = this.#foresight.foresee(change, order, users.get(change.userId));
    const expected = foreseen.find(
      (one) =>
        one.kind === 'counted' && one.botId === entry.botId && one.priceMicros === change.after.priceMicros,
    );
    if (expected?.kind !== 'counted') {
      throw violation('2 charge', `expected ${text(foreseen)} but found the charge ${text(entry)}`);
    }
    const publisherId = this.model.bots.get(expected.botId)?.accountId ?? 0;
    const takenMicros = this.#balances.takeOfWithdrawals(order.accountId, expected.priceMicros);
    const lines: [string, bigint][] = [
      [`wallet ${String(order.accountId)}`, takenMicros - expected.priceMicros],
      [`reserve ${String(order.accountId)}`, -takenMicros],
      [`${expected.isHeld ? 'hold' : 'wallet'} ${String(publisherId)}`, expected.publisherMicros],
      ['fee 0', expected.feeMicros],
    ];
    this.#balances.post(entry, addUp(lines));
    this.model.paidOut.set(entry.entryId, expected.publisherMicros);
    this.model.holds.set(entry.entryId, expected.holdMs);
    this.model.paidAt.set(entry.entryId, expected.target);
    this.#count(change, order, expected);
    changes.splice(changes.indexOf(change), 1);
    const { after } = change;
    // It may have ended within the same step; that is looked at as a change of its own.
    const atFirst: Subscription = {
      ...after,
      state: 'subscribed',
      charge: 'counted',
      entryId: entry.entryId,
      holdUntilMs: expected.holdUntilMs,
      isHeldForTrust: expected.isHeldForTrust,
    };
    const isWhole =
      (after.entryId ?? 0) >= entry.entryId &&
      after.priceMicros === expected.priceMicros &&
      after.botId === expected.botId;
    if (!isWhole) throw violation('2 charge', `charge ${text(entry)} left ${text(after)}`);
    if (text(atFirst) !== text(after)) changes.push({ ...change, before: atFirst, isNew: true });
  }

  /** The charge was taken back, and they are out by the books or went out in this step. */
  #mayReturn(change: Change, order: OrderModel, seen: Before | undefined): boolean {
    if (hasLeftFree(change.before)) return true;
    const isReversed = change.before?.charge === 'reversed';
    return isReversed && order.isWatched && this.#foresight.outOf(change, order, seen).length > 0;
  }

  /** The reversed charge, once more: the same parts, with a new hold. */
  #bookReturn(entry: Entry, order: OrderModel, change: Change, changes: Change[]): void {
    const before = change.before!;
    const bot = this.model.bots.get(before.botId)!;
    const publisherMicros = this.model.paidOut.get(before.entryId!)!;
    const holdMs = this.#holdOf(before);
    const isOwn = bot.accountId === order.accountId;
    const isKnown = isOwn || this.model.trustedAccounts.has(bot.accountId);
    const isHeldForTrust = !bot.hasToken && bot.trust === 'unknown';
    const waitsMs = isKnown ? holdMs : Math.max(holdMs, this.rules.newPublisherHoldMs);
    const takenMicros = this.#balances.takeOfWithdrawals(order.accountId, before.priceMicros);
    const lines: [string, bigint][] = [
      [`wallet ${String(order.accountId)}`, takenMicros - before.priceMicros],
      [`reserve ${String(order.accountId)}`, -takenMicros],
      [`hold ${String(bot.accountId)}`, publisherMicros],
      ['fee 0', before.priceMicros - publisherMicros],
    ];
    this.#balances.post(entry, addUp(lines));
    this.model.paidOut.set(entry.entryId, publisherMicros);
    this.model.holds.set(entry.entryId, holdMs);
    this.model.paidAt.set(entry.entryId, this.model.paidAt.get(before.entryId!)!);
    this.model.chargedAtMs.set(entry.entryId, entry.atMs);
    this.model.returns += 1;
    order.quantityNow += 1;
    this.#foresight.noteFull(order);
    const isWrong = bot.trust === 'refused' || entry.botId !== before.botId;
    if (isWrong || order.quantityNow > order.quantityAll)
      throw violation('2 charge', `return ${text(entry)} of ${text(before)}`);
    bot.profitMicros += publisherMicros;
    if (isOwn) bot.ownMicros += publisherMicros;
    const holdUntilMs = isHeldForTrust ? null : entry.atMs + waitsMs;
    const again = { ...before, entryId: entry.entryId, holdUntilMs, isHeldForTrust, reason: null };
    settleChange(change, { ...again, state: 'subscribed', charge: 'counted' }, changes);
  }

  #bookReversal(entry: Entry, changes: readonly Change[], users: ReadonlyMap<number, Before>): void {
    const change = changes.find((one) => one.before !== null && one.before.entryId === entry.aboutEntryId);
    const order = this.model.orders.get(entry.orderId ?? 0);
    const before = change?.before;
    if (change === undefined || before == null || order === undefined) {
      throw violation('2 charge', `reversal ${text(entry)} is of no subscriber who left`);
    }
    const bot = this.model.bots.get(before.botId)!;
    const out = this.#foresight.outOf(change, order, users.get(change.userId));
    const isWithin = (holdMs: number) => out.some((member) => isTakenBack(before, member, holdMs));
    const isInTime = isWithin(this.#holdOf(before));
    const isOnHold = before.isHeldForTrust || before.holdUntilMs !== null;
    const isRefused = isOnHold && bot.trust === 'refused';
    if (isRefused) this.model.refused += 1;
    // They may have come back within the same step.
    const isAgain = change.after.entryId !== before.entryId;
    const isLeft = change.after.charge !== 'reversed' && !isAgain;
    if (before.charge !== 'counted' || !(isInTime || isRefused) || isLeft) {
      throw violation('2 charge', `reversal ${text(entry)} of ${text(before)} came to ${text(change.after)}`);
    }
    const publisherMicros = this.#paidOut(entry);
    const lines: [string, bigint][] = [
      [`wallet ${String(order.accountId)}`, before.priceMicros],
      [`hold ${String(bot.accountId)}`, -publisherMicros],
      ['fee 0', publisherMicros - before.priceMicros],
    ];
    this.#balances.post(entry, addUp(lines));
    bot.profitMicros -= publisherMicros;
    if (bot.accountId === order.accountId) bot.ownMicros -= publisherMicros;
    order.quantityNow -= 1;
    this.model.reversals += 1;
    if (isInTime && !isWithin(this.rules.holdMs)) this.model.reversalsLater += 1;
    const reversed = { charge: 'reversed', holdUntilMs: null, isHeldForTrust: false } as const;
    if (isAgain) change.before = { ...before, ...reversed, state: 'unsubscribed' };
  }

  /** What the publisher got by the charge that an entry is about. */
  #paidOut({ aboutEntryId }: Entry): bigint {
    return this.model.paidOut.get(aboutEntryId ?? 0) ?? 0n;
  }

  /** Within which time leaving takes the charge back: as it was when they were settled. */
  #holdOf({ entryId }: Subscription): number {
    return this.model.holds.get(entryId ?? 0) ?? this.rules.holdMs;
  }

  #bookRelease(entry: Entry, changes: Change[]): void {
    const change = changes.find((one) => one.before !== null && one.before.entryId === entry.aboutEntryId);
    const before = change?.before;
    const isDue = before?.holdUntilMs != null && before.holdUntilMs <= entry.atMs;
    if (change === undefined || before == null || !isDue || before.charge !== 'counted') {
      throw violation('2 charge', `release ${text(entry)} of ${text(before ?? null)}`);
    }
    const publisherId = this.model.bots.get(before.botId)?.accountId ?? 0;
    const publisherMicros = this.#paidOut(entry);
    this.#balances.post(entry, {
      [`hold ${String(publisherId)}`]: -publisherMicros,
      [`wallet ${String(publisherId)}`]: publisherMicros,
    });
    settleChange(change, { ...before, holdUntilMs: null }, changes);
  }

  #count(change: Change, order: OrderModel, counted: Foreseen & { kind: 'counted' }): void {
    const day = dayOf(change.after.atMs);
    order.quantityNow += 1;
    order.days.set(day, (order.days.get(day) ?? 0) + 1);
    const isOver =
      order.quantityNow > order.quantityAll || order.days.get(day)! > (order.quantityDay ?? Infinity);
    if (isOver) throw violation('2 charge', `order ${String(order.orderId)} is over its limits`);
    const bot = this.model.bots.get(counted.botId)!;
    bot.days.set(day, (bot.days.get(day) ?? 0) + 1);
    this.#foresight.notePaid(change.userId, order, counted);
    bot.followers += 1;
    bot.profitMicros += counted.publisherMicros;
    if (bot.accountId === order.accountId) bot.ownMicros += counted.publisherMicros;
    this.model.charges += 1;
    if (counted.isByQuality) this.model.chargesByQuality += 1;
    if (counted.isHeld && counted.holdMs > this.rules.holdMs) this.model.chargesHeldLonger += 1;
    this.model.notifications.charged(order);
  }

  /** A change that moved no money of its own. */
  #explain(
    change: Change,
    seen: Before | undefined,
    wallets: ReadonlyMap<string, bigint>,
    counts: ReadonlyMap<number, number>,
  ): void {
    const { model } = this;
    const { before, after, orderId, userId } = change;
    const order = model.orders.get(orderId);
    if (order === undefined) throw violation('2 charge', `there is no order ${String(orderId)}`);
    if (before !== null) {
      this.#explainMove(change, order, seen);
      return;
    }
    if (after.charge === 'counted' && after.priceMicros === 0n && after.entryId === null) {
      const free = this.#foresight
        .foresee(change, order, seen)
        .find((one) => one.kind === 'counted' && one.priceMicros === 0n && one.botId === after.botId);
      if (free?.kind !== 'counted') throw violation('2 charge', `counted for nothing: ${text(change)}`);
      this.#count(change, order, free);
      return;
    }
    const foreseen = this.#foresight.foreseeFree(change, order, seen, { wallets, counts });
    const free = foreseen.find(
      (one) =>
        one.kind === 'free' &&
        one.botId === after.botId &&
        one.why === after.reason &&
        isReached(one.state, after.state, order.isWatched),
    );
    const isUnpaid = after.charge === 'none' && after.entryId === null && after.priceMicros === 0n;
    if (free?.kind !== 'free' || !isUnpaid) {
      throw violation(
        '2 charge',
        `user ${String(userId)}: expected ${text(foreseen)}, found ${text(change)}`,
      );
    }
    model.free.set(free.why, (model.free.get(free.why) ?? 0) + 1);
  }

  /** Leaving and coming back. */
  #explainMove(change: Change, order: OrderModel, seen: Before | undefined): void {
    const { after, orderId, userId } = change;
    const before = change.before && this.#afterWord(change.before, after, order.accountId);
    if (before === null || text(before) === text(after)) return;
    const out = this.#foresight.outOf(change, order, seen);
    const wasOut = out.length > 0 || (before.state === 'unsubscribed' && after.state === 'notgetted');
    const { state, charge, holdUntilMs, isHeldForTrust, reason } = after;
    const same = { ...before, state, charge, holdUntilMs, isHeldForTrust, reason };
    const known = text(this.#foresight.membersOf(change, order, seen));
    const about = `user ${String(userId)}, order ${String(orderId)}, known as ${known}: ${text(before)} became ${text(after)}`;
    if (text(same) !== text(after)) throw violation('2 charge', about);
    const isFree = charge === 'reversed' && state === 'notgetted';
    if (isFree && !this.#foresight.mayBeFree(userId, order, after, seen))
      throw violation('2 charge', `${about}; the return was to be booked`);
    const isReversed = before.charge === 'counted' && after.charge === 'reversed';
    const areFree = before.charge === 'reversed' && charge === 'reversed' && state !== 'subscribed';
    if (areFree && out.length > 0 && this.#foresight.mayBeFree(userId, order, after, seen)) return;
    const isMoved = before.charge === after.charge && before.state !== after.state;
    if (!isMoved && !isReversed) throw violation('2 charge', about);
    if (!isReversed && isOwed(before, out, this.#holdOf(before)))
      throw violation('2 charge', `${about}; it was to be taken back`);
    if (!order.isWatched || !wasOut || after.state === 'subscribed') throw violation('2 charge', about);
  }

  /** What a moderator's word makes of a subscriber whose money waits for it. */
  #afterWord(before: Subscription, after: Subscription, advertiserId: number): Subscription {
    const { trust, accountId } = this.model.bots.get(before.botId)!;
    // With the refusal nothing is released by time any more.
    if (trust === 'refused' && before.holdUntilMs !== null && before.charge === 'counted')
      return this.#afterWord({ ...before, holdUntilMs: null, isHeldForTrust: true }, after, advertiserId);
    if (!before.isHeldForTrust || after.isHeldForTrust || trust === 'unknown') return before;
    if (trust === 'refused')
      return after.charge === 'reversed' && before.charge === 'counted'
        ? { ...before, charge: 'reversed', isHeldForTrust: false }
        : before;
    const isNew = accountId !== advertiserId && !this.model.trustedAccounts.has(accountId);
    const lastsMs = Math.max(this.#holdOf(before), isNew ? this.rules.newPublisherHoldMs : 0);
    // It may have been released within the same step, or taken back.
    const chargedAtMs = this.model.chargedAtMs.get(before.entryId ?? 0) ?? before.atMs;
    const holdUntilMs = after.charge === 'counted' ? chargedAtMs + lastsMs : before.holdUntilMs;
    return { ...before, isHeldForTrust: false, holdUntilMs };
  }

  #checkOrder(books: Books, orderId: number): void {
    const [row, order] = [books.order(orderId), this.model.orders.get(orderId)];
    if (row?.quantity_now === order?.quantityNow) return;
    throw violation(
      '2 charge',
      `order ${String(orderId)} counts ${String(row?.quantity_now)} subscribers, expected ${String(order?.quantityNow)}`,
    );
  }
}

/** An entry brought the subscriber so far; where nothing is left to explain, the change is done with. */
function settleChange(change: Change, before: Subscription, changes: Change[]): void {
  change.before = before;
  if (text(before) === text(change.after)) changes.splice(changes.indexOf(change), 1);
}

/** Whether the subscriber is out, and the charge was taken back. */
function hasLeftFree(before: Subscription | null): boolean {
  return before?.charge === 'reversed' && before.state === 'unsubscribed';
}

/** A user who leaves in the very step in which they were settled is seen as having left already. */
function isReached(first: Subscription['state'], last: Subscription['state'], isWatched: boolean): boolean {
  return first === last || (isWatched && last !== 'subscribed');
}
