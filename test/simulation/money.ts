/** Promises 1 and 2: holds every new entry, subscription and balance against what the rules say must have happened. */
import { type Books, type Entry, fingerprintOf } from './books.js';
import { type Change, checkEvents } from './deliveries.js';
import { judgeBots } from './knowledge.js';
import type { Model } from './model.js';
import type { OrderModel } from './order-model.js';
import { violation } from './violation.js';
import { asideLines, decidedLines, depositLines, refundLines } from './payments.js';
import {
  addUp,
  dayOf,
  type Expected,
  type Member,
  publisherPart,
  settlementOf,
  type Show,
  type Subscription,
} from './rules.js';

/** How things stood before the step, of one person. */
export interface Before {
  shows: ReadonlyMap<number, readonly Show[]>;
  members: ReadonlyMap<string, Member>;
  /** What may have been known for a moment, since several things became known in one step. */
  between: ReadonlyMap<string, readonly Member[]>;
}

const text = (value: unknown) =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? part.toString() : part));

export class MoneyJudge {
  lastEntryId = 0;
  lastEventId = 0;
  /** A sum over all entries and postings seen, to tell whether one has changed since. */
  fingerprint = 0n;
  readonly #touched = new Set<string>();

  constructor(
    readonly model: Model,
    readonly holdMs: number,
  ) {}

  /** @param users with what was known of each before the step */
  judge(books: Books, users: ReadonlyMap<number, Before>): void {
    const { model } = this;
    const entries = books.entriesAfter(this.lastEntryId);
    for (const entry of entries) this.fingerprint += fingerprintOf(entry);
    this.lastEntryId = entries.at(-1)?.entryId ?? this.lastEntryId;
    const affected = new Set(users.keys());
    for (const { userId } of entries) if (userId !== null) affected.add(userId);
    const changes = [...affected].flatMap((userId) => this.#changesOf(books, userId));
    this.lastEventId = checkEvents(model, books, this.lastEventId, changes);
    const wallets = new Map(model.balances);
    const counts = new Map(
      changes.map(({ orderId }) => [orderId, model.orders.get(orderId)?.quantityNow ?? 0]),
    );
    for (const entry of entries) this.#book(entry, changes, users);
    // What nobody pays for has no entry; it comes last, and may be so because of what came before.
    const isCounted = ({ after }: Change) => Number(after.charge !== 'none');
    for (const change of changes.toSorted((one, other) => isCounted(other) - isCounted(one))) {
      this.#explain(change, users.get(change.userId), wallets, counts);
    }
    for (const userId of affected) model.subscriptions.set(userId, books.subscriptionsOf(userId));
    for (const orderId of new Set(changes.map((change) => change.orderId))) this.#checkOrder(books, orderId);
    for (const account of this.#touched) {
      const [kind = '', owner = ''] = account.split(' ');
      this.#checkBalance(account, books.balance(kind, Number(owner)));
    }
    this.#touched.clear();
  }

  /** Everything at once: no account but adds up, no posting but is as it was. */
  audit(books: Books): void {
    const { model } = this;
    let sum = 0n;
    for (const [account, balance] of books.balances()) {
      this.#checkBalance(account, balance);
      sum += balance;
    }
    if (sum !== 0n) throw violation('1 balance', `all accounts together hold ${sum.toString()}`);
    if (books.fingerprint() !== this.fingerprint)
      throw violation('1 balance', 'a posting or an entry has changed');
    for (const order of model.orders.values()) this.#checkOrder(books, order.orderId);
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
    if (entry.kind === 'deposit') this.#post(entry, depositLines(this.model, entry));
    else if (entry.kind === 'charge') this.#bookCharge(entry, changes, users);
    else if (entry.kind === 'reversal') this.#bookReversal(entry, changes);
    else if (entry.kind === 'release') this.#bookRelease(entry, changes);
    else if (entry.kind === 'withdrawal_reserve') this.#post(entry, asideLines(this.model, entry));
    else if (entry.kind.startsWith('withdrawal_')) this.#post(entry, decidedLines(this.model, entry));
    else if (entry.kind.startsWith('refund')) this.#post(entry, refundLines(this.model, entry));
    else throw violation('1 balance', `nobody asked for entry ${text(entry)}`);
  }

  #bookCharge(entry: Entry, changes: Change[], users: ReadonlyMap<number, Before>): void {
    const { orderId, userId } = entry;
    const index = changes.findIndex(
      (candidate) =>
        candidate.orderId === orderId && candidate.userId === userId && candidate.before === null,
    );
    const change = changes[index];
    const order = this.model.orders.get(orderId ?? 0);
    if (change === undefined || order === undefined) {
      throw violation('2 charge', `order ${String(orderId)} is charged for user ${String(userId)} again`);
    }
    const foreseen = this.#foresee(change, order, users.get(change.userId));
    const expected = foreseen.find((one) => one.kind === 'counted' && one.botId === entry.botId);
    if (expected?.kind !== 'counted') {
      throw violation('2 charge', `expected ${text(foreseen)} but found the charge ${text(entry)}`);
    }
    const isHeld = expected.holdUntilMs !== null;
    const publisherId = this.model.bots.get(expected.botId)?.accountId ?? 0;
    const lines: [string, bigint][] = [
      [`wallet ${String(order.accountId)}`, -expected.priceMicros],
      [`${isHeld ? 'hold' : 'wallet'} ${String(publisherId)}`, expected.publisherMicros],
      ['fee 0', expected.feeMicros],
    ];
    this.#post(entry, addUp(lines));
    this.#count(change, order, expected);
    changes.splice(index, 1);
    const { after } = change;
    // It may have ended within the same step; that is looked at as a change of its own.
    const atFirst: Subscription = {
      ...after,
      state: 'subscribed',
      charge: 'counted',
      holdUntilMs: expected.holdUntilMs,
    };
    const isWhole =
      after.entryId === entry.entryId &&
      after.priceMicros === expected.priceMicros &&
      after.botId === expected.botId;
    if (!isWhole) throw violation('2 charge', `charge ${text(entry)} left ${text(after)}`);
    if (text(atFirst) !== text(after)) changes.push({ ...change, before: atFirst });
  }

  #bookReversal(entry: Entry, changes: readonly Change[]): void {
    const change = changes.find((one) => one.before !== null && one.before.entryId === entry.aboutEntryId);
    const order = this.model.orders.get(entry.orderId ?? 0);
    const before = change?.before;
    if (change === undefined || before == null || order === undefined) {
      throw violation('2 charge', `reversal ${text(entry)} is of no subscriber who left`);
    }
    const isInTime = before.holdUntilMs !== null && entry.atMs < before.holdUntilMs;
    if (before.charge !== 'counted' || !isInTime || change.after.charge !== 'reversed') {
      throw violation('2 charge', `reversal ${text(entry)} of ${text(before)} came to ${text(change.after)}`);
    }
    const bot = this.model.bots.get(before.botId)!;
    const publisherMicros = publisherPart(before.priceMicros);
    const lines: [string, bigint][] = [
      [`wallet ${String(order.accountId)}`, before.priceMicros],
      [`hold ${String(bot.accountId)}`, -publisherMicros],
      ['fee 0', publisherMicros - before.priceMicros],
    ];
    this.#post(entry, addUp(lines));
    bot.profitMicros -= publisherMicros;
    if (bot.accountId === order.accountId) bot.ownMicros -= publisherMicros;
    order.quantityNow -= 1;
    this.model.reversals += 1;
  }

  #bookRelease(entry: Entry, changes: Change[]): void {
    const change = changes.find((one) => one.before !== null && one.before.entryId === entry.aboutEntryId);
    const before = change?.before;
    const isDue = before?.holdUntilMs != null && before.holdUntilMs <= entry.atMs;
    if (change === undefined || before == null || !isDue || before.charge !== 'counted') {
      throw violation('2 charge', `release ${text(entry)} of ${text(before ?? null)}`);
    }
    const publisherId = this.model.bots.get(before.botId)?.accountId ?? 0;
    const publisherMicros = publisherPart(before.priceMicros);
    this.#post(entry, {
      [`hold ${String(publisherId)}`]: -publisherMicros,
      [`wallet ${String(publisherId)}`]: publisherMicros,
    });
    change.before = { ...before, holdUntilMs: null };
    if (text(change.before) === text(change.after)) changes.splice(changes.indexOf(change), 1);
  }

  /** What may have been decided: by what was known before the step, or what became known in it. */
  #foresee(change: Change, order: OrderModel, before: Before | undefined): Expected[] {
    const { model } = this;
    const { userId, after } = change;
    const resourceId = model.resourceOf(order);
    const showsNow = model.showsOf(userId, order.orderId);
    const membersThen = before?.members.get(resourceId) ?? null;
    const shows = [before?.shows.get(order.orderId) ?? showsNow, showsNow];
    const members = [
      model.member(userId, resourceId),
      membersThen,
      ...(before?.between.get(resourceId) ?? []),
    ];
    return shows.flatMap((someShows) =>
      members.map((member) =>
        settlementOf({
          member,
          shows: someShows,
          takesJoinRequests: order.takesJoinRequests,
          quantityAll: order.quantityAll,
          quantityDay: order.quantityDay,
          quantityNow: order.quantityNow,
          today: order.days.get(dayOf(after.atMs)) ?? 0,
          walletMicros: model.wallet(order.accountId),
          isFree: order.isFree,
          advertiserId: order.accountId,
          ownerOf: (botId) => model.bots.get(botId)?.accountId ?? 0,
          holdMs: this.holdMs,
          atMs: after.atMs,
        }),
      ),
    );
  }

  #count(change: Change, order: OrderModel, counted: Expected & { kind: 'counted' }): void {
    const day = dayOf(change.after.atMs);
    order.quantityNow += 1;
    order.days.set(day, (order.days.get(day) ?? 0) + 1);
    const isOver =
      order.quantityNow > order.quantityAll || order.days.get(day)! > (order.quantityDay ?? Infinity);
    if (isOver) throw violation('2 charge', `order ${String(order.orderId)} is over its limits`);
    const bot = this.model.bots.get(counted.botId)!;
    bot.followers += 1;
    bot.profitMicros += counted.publisherMicros;
    if (bot.accountId === order.accountId) bot.ownMicros += counted.publisherMicros;
    this.model.charges += 1;
    this.model.notices.charged(order);
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
      const free = this.#foresee(change, order, seen).find(
        (one) => one.kind === 'counted' && one.priceMicros === 0n && one.botId === after.botId,
      );
      if (free?.kind !== 'counted') throw violation('2 charge', `counted for nothing: ${text(change)}`);
      this.#count(change, order, free);
      return;
    }
    const wallet = `wallet ${String(order.accountId)}`;
    const [nowMicros, nowCount] = [model.balance(wallet), order.quantityNow];
    const foreseen = this.#foresee(change, order, seen);
    // As things stood before the step: what it lacked may have been the case then.
    model.balances.set(wallet, wallets.get(wallet) ?? 0n);
    order.quantityNow = counts.get(orderId) ?? nowCount;
    foreseen.push(...this.#foresee(change, order, seen));
    model.balances.set(wallet, nowMicros);
    order.quantityNow = nowCount;
    const free = foreseen.find(
      (one) =>
        one.kind === 'free' &&
        one.botId === after.botId &&
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
    const { before, after, orderId, userId } = change;
    if (before === null) return;
    const resourceId = this.model.resourceOf(order);
    const between = seen?.between.get(resourceId) ?? [];
    const known = [this.model.member(userId, resourceId), seen?.members.get(resourceId) ?? null, ...between];
    const wasOut = known.some((member) => member?.state === 'out' || member?.hadLeft === true);
    const same = { ...before, state: after.state, charge: after.charge, holdUntilMs: after.holdUntilMs };
    const about = `user ${String(userId)}, order ${String(orderId)}: ${text(before)} became ${text(after)}`;
    if (text(same) !== text(after)) throw violation('2 charge', about);
    const isTakenBack = before.charge === 'counted' && after.charge === 'reversed';
    if (before.charge !== after.charge && !isTakenBack) throw violation('2 charge', about);
    if (before.state === after.state && !isTakenBack) throw violation('2 charge', about);
    if (!order.isWatched || !wasOut || after.state === 'subscribed') throw violation('2 charge', about);
  }

  #post(entry: Entry, lines: Record<string, bigint>): void {
    for (const [account, amount] of Object.entries(lines)) {
      if (amount === 0n) continue;
      if (entry.postings.get(account) !== amount) {
        throw violation(
          '1 balance',
          `entry ${text(entry)} ${text([...entry.postings])}, expected ${text(lines)}`,
        );
      }
      this.#move(account, amount);
    }
    const count = Object.values(lines).filter((amount) => amount !== 0n).length;
    if (entry.postings.size !== count) {
      throw violation(
        '1 balance',
        `entry ${text(entry)} ${text([...entry.postings])}, expected ${text(lines)}`,
      );
    }
  }

  #move(account: string, amount: bigint): void {
    this.#touched.add(account);
    const balance = this.model.balance(account) + amount;
    this.model.balances.set(account, balance);
    const mayOwe = account === 'fee 0' || account === 'world 0';
    if (balance < 0n && !mayOwe) throw violation('2 charge', `${account} fell below zero`);
  }

  #checkBalance(account: string, found: bigint): void {
    const expected = this.model.balance(account);
    if (expected === found) return;
    throw violation('1 balance', `${account} holds ${found.toString()}, expected ${expected.toString()}`);
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

/** Whoever leaves in the very step in which they were settled is seen as having left already. */
function isReached(first: Subscription['state'], last: Subscription['state'], isWatched: boolean): boolean {
  return first === last || (isWatched && last !== 'subscribed');
}
