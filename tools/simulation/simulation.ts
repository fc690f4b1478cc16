/**
 * What a run consists of. Each step draws from chance of its own, so that a failure shrinks by leaving others out.
 */
import type { Settings } from '../../core/config.js';
import { ServiceError } from '../../core/errors.js';
import type { Random } from '../../core/ports.js';
import { createVault, type Vault } from '../../core/vault.js';
import { type Draw, drawFrom, seededRandom } from '../../test/core/choosing-world.js';
import { Absence } from './absence.js';
import { type Books, openBooks } from './books.js';
import type { Host } from './host.js';
import { auditDelivery, auditEvents, auditExclusions, forgiveDeliveries } from './deliveries.js';
import { adoptBots, adoptOrdersOf, eventsOf, judgeOrders, judgePin, type Told } from './knowledge.js';
import type { ContactTold } from './known-contacts.js';
import { Model } from './model.js';
import type { OrderModel } from './order-model.js';
import { violation } from './violation.js';
import type { Before } from './foresight.js';
import { adoptTrust, judgePerson, nothingHeard } from './judging.js';
import { MoneyJudge } from './money.js';
import { World } from './people.js';
import type { Figures } from './plan.js';
import type { Mutation, SimProcess } from './process.js';
import type { Seen } from './members.js';
import { HOUR_MS } from './rules.js';
import { Receivers } from './receivers.js';
import { platformAheadMs, settingsOf } from './settings.js';
import { startProcess } from './starting.js';
import type { VirtualTime } from './virtual-time.js';

export const START_MS = Date.parse('2026-01-15T09:00:00Z');
/** Nothing takes longer than this: the platform's own deadline, and all retries. */
const PATIENCE_MS = 120_000;

/** Its process is gone: whether it was done is unknown. */
export class Crashed extends Error {}

export type Answer<T> = { ok: true; value: T } | { ok: false; error: ServiceError };

const names = ['api-1', 'api-2', 'bot'] as const;

export class Simulation {
  readonly world: World;
  readonly model = new Model();
  readonly settings: Settings;
  readonly money: MoneyJudge;
  readonly receivers: Receivers;
  readonly figures: Figures = {};
  readonly #vault: Vault;
  readonly #processes = new Map<string, SimProcess>();
  #mutation: Mutation = {};
  readonly #random: Random;
  #next: () => number = () => 0;
  books: Books;
  draw: Draw;
  step = 0;
  trace = 7;

  // What belongs to the step under way.
  faults = 0;
  readonly absence = new Absence();
  startMs = START_MS;
  hasCrashed = false;
  hasLostPower = false;
  /** What processes logged as an error. */
  readonly errors: string[] = [];
  /** What was touched since everything reached the disk. */
  readonly #lately = { users: new Set<number>(), orders: new Set<number>(), pins: new Set<string>() };
  #before = new Map<number, Before>();
  #heard = nothingHeard();
  #orders = new Set<number>();
  #pendingOrders = new Map<number, Partial<OrderModel>>();
  #newOrder: Omit<OrderModel, 'orderId'> | null = null;
  #checks: (() => void)[] = [];
  pinsMayEnd = false;
  chargesBefore = 0;
  purgedBeforeMs = { impressions: 0, contacts: 0 };
  lastOrderId = 0;

  /** @param time installed already, and what the host moves by */
  constructor(
    readonly seed: number,
    readonly time: VirtualTime,
    readonly host: Host,
  ) {
    this.settings = settingsOf(seed);
    const aheadMs = platformAheadMs(seed);
    this.world = new World(this.settings.BOT_TOKEN, () => time.now() + aheadMs);
    this.#vault = createVault(this.settings.SECRETS_KEY);
    this.money = new MoneyJudge(this.model, {
      holdMs: this.settings.HOLD_HOURS * HOUR_MS,
      newPublisherHoldMs: this.settings.NEW_PUBLISHER_HOLD_HOURS * HOUR_MS,
      paysByQuality: this.settings.QUALITY_PRICE,
      holdsByQuality: this.settings.QUALITY_HOLD,
      untrustedMost: this.settings.UNTRUSTED_SUBSCRIBERS_DAY,
      addressMost: this.settings.CLICKS_PER_ADDRESS_DAY,
    });
    this.receivers = new Receivers(
      this.model,
      () => ({ faults: this.faults, draw: this.draw }),
      (wrong) => this.errors.push(wrong.message),
    );
    this.books = openBooks(this.host.audit);
    this.#random = {
      next: () => this.#next(),
      bytes: (count) => Uint8Array.from({ length: count }, () => Math.floor(this.#next() * 256)),
    };
    this.draw = drawFrom(() => this.#next());
    this.#reseed(0);
  }

  /** From here on chance is this step's. */
  enter(step: number): void {
    this.step = step;
    this.#reseed(step);
  }

  /** Puts a fault in on purpose: the processes start again with it. */
  breakIn(mutation: Mutation): void {
    this.#mutation = mutation;
    for (const name of names) {
      this.process(name).kill();
      this.#start(name);
    }
  }

  /** A process by name, started again when it died. */
  process(name: (typeof names)[number]): SimProcess {
    const process = this.#processes.get(name);
    return process === undefined || process.isDead ? this.#start(name) : process;
  }

  /** One of the two that answer requests. */
  api(): SimProcess {
    return this.process(this.draw.one(['api-1', 'api-2']));
  }

  /**
   * Drives a piece of work of a process to its end.
   * @throws Crashed when the process died meanwhile; a violation when it failed for no reason a caller could give
   */
  async call<T>(process: SimProcess, work: (process: SimProcess) => Promise<T>): Promise<Answer<T>> {
    try {
      const value = await this.time.settle(work(process), PATIENCE_MS, () => process.isDead);
      if (process.isDead) throw new Crashed();
      return { ok: true, value: value as T };
    } catch (error) {
      if (process.isDead) throw new Crashed();
      if (error instanceof ServiceError) return { ok: false, error };
      throw violation('no faults', error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  }

  /** As `call`, where nothing can be refused. */
  async must<T>(process: SimProcess, work: (process: SimProcess) => Promise<T>): Promise<T> {
    const answer = await this.call(process, work);
    if (answer.ok) return answer.value;
    throw violation('answers', `refused: ${answer.error.kind} ${answer.error.message}`);
  }

  /** As `must`, by the bot process. */
  inBot<T>(work: (bot: SimProcess) => Promise<T>): Promise<T> {
    return this.must(this.process('bot'), work);
  }

  /** From here on this person is looked at after the step; what was known of them is kept. */
  touch(userId: number): void {
    this.#lately.users.add(userId);
    if (this.#before.has(userId)) return;
    this.#before.set(userId, this.before(userId));
  }

  /** What was known before the step. */
  before(userId: number): Before {
    const { impressions, members, contacts, suspicious } = this.model;
    return (
      this.#before.get(userId) ?? {
        impressions: impressions.get(userId) ?? new Map(),
        members: members.get(userId) ?? new Map(),
        between: new Map(),
        told: new Map(),
        contacts: contacts.get(userId) ?? new Map(),
        contactsBetween: new Map(),
        isSuspicious: suspicious.has(userId),
      }
    );
  }

  /** A bot asks about a person, and may show them something. */
  asks(userId: number, botId: number): void {
    this.touch(userId);
    const bots = this.#heard.asked.get(userId) ?? new Set<number>();
    this.#heard.asked.set(userId, bots.add(botId));
    this.#lately.pins.add(`${String(userId)}:${String(botId)}`);
  }

  /** The bot may list former sponsors of this person again, at current prices. */
  listsAnew(userId: number, botId: number): void {
    this.#heard.listing.set(userId, (this.#heard.listing.get(userId) ?? new Set<number>()).add(botId));
  }

  /** The platform says whether a person uses a publisher's bot. */
  saidOfContact(told: ContactTold): void {
    this.touch(told.userId);
    this.#heard.contacts.push(told);
  }

  /** Whether anything was said of them in this step. */
  wasSaid(userId: number, botId: number): boolean {
    return this.#heard.contacts.some((told) => told.userId === userId && told.botId === botId);
  }

  /** A process hears of a membership; `by` becomes null once it is acknowledged, and so certain. */
  saw(userId: number, resourceId: string, seen: Seen, by: SimProcess): Told {
    this.touch(userId);
    const told = { userId, resourceId, seen, by };
    this.#heard.seen.push(told);
    return told;
  }

  /** The process did not hear of it after all. */
  forget(told: Told): void {
    this.#heard.seen.splice(this.#heard.seen.indexOf(told), 1);
  }

  touchOrder(orderId: number): void {
    this.#lately.orders.add(orderId);
    this.#orders.add(orderId);
  }

  /** An order is about to become this; `accept` or `withdraw` follows, unless the process dies. */
  propose(orderId: number, next: Partial<OrderModel>): void {
    this.touchOrder(orderId);
    const { accountId } = this.model.orders.get(orderId)!;
    this.#pendingOrders.set(orderId, this.model.started(accountId, next));
  }

  accept(orderId: number): void {
    Object.assign(this.model.orders.get(orderId)!, this.#pendingOrders.get(orderId));
    this.#pendingOrders.delete(orderId);
  }

  withdraw(orderId: number): void {
    this.#pendingOrders.delete(orderId);
  }

  proposeNew(order: Omit<OrderModel, 'orderId'> | null): void {
    this.#newOrder = order && this.model.started(order.accountId, order);
  }

  created(orderId: number): void {
    if (this.#newOrder === null) throw new Error('no order was asked for');
    this.model.add({ ...this.#newOrder, orderId });
    this.lastOrderId = Math.max(this.lastOrderId, orderId);
    this.#newOrder = null;
    this.touchOrder(orderId);
  }

  /** Looked at once what this step did is in the model. */
  later(check: () => void): void {
    this.#checks.push(check);
  }

  count(name: string, by = 1): void {
    this.figures[name] = (this.figures[name] ?? 0) + by;
  }

  /** What was answered, for telling one run from another. */
  note(value: string): void {
    for (let at = 0; at < value.length; at++)
      this.trace = (Math.imul(this.trace, 31) + value.charCodeAt(at)) | 0;
  }

  /** Ends every process as SIGKILL would. */
  killAll(): void {
    for (const process of this.#processes.values()) process.kill();
    this.hasCrashed = true;
  }

  /** Everything reaches the disk. */
  checkpoint(): void {
    this.host.checkpoint();
    this.#lately.users.clear();
    this.#lately.orders.clear();
    this.#lately.pins.clear();
  }

  async cutPower(): Promise<void> {
    this.killAll();
    await this.host.cutPower();
    this.books = openBooks(this.host.audit);
    this.hasLostPower = true;
    forgiveDeliveries(this);
  }

  /** The running step was cut off: its outcome is unknown. */
  crashed(): void {
    this.hasCrashed = true;
    this.#checks = [];
  }

  /** Processes that died start again. */
  riseAgain(): void {
    const dead = names.filter((name) => this.#processes.get(name)?.isDead === true);
    if (dead.length === 0) return;
    this.hasCrashed = true;
    this.count('crashes');
    this.count(`crash at ${this.host.faults.last.replace(/^.*: /, '')}`);
    for (const name of dead) this.process(name);
  }

  /** Forgets what the last step touched. */
  begin(): void {
    this.faults = this.draw.chance(0.35) ? this.draw.one([0.1, 0.3, 0.7]) : 0;
    this.startMs = this.time.now();
    this.hasCrashed = false;
    this.hasLostPower = false;
    this.#before = new Map();
    this.#heard = nothingHeard();
    this.#orders = new Set();
    this.#pendingOrders = new Map();
    this.#newOrder = null;
    this.model.walked.clear();
    this.#checks = [];
    this.pinsMayEnd = false;
    this.chargesBefore = this.model.charges;
  }

  /** Everything this step touched. */
  judge(): void {
    const { model, books } = this;
    if (this.errors.length > 0) throw violation('no faults', this.errors.splice(0).join('; '));
    if (this.#newOrder !== null && this.hasCrashed) this.#adoptNew(this.#newOrder);
    judgeOrders(model, books, this.#orders, this.hasCrashed ? this.#pendingOrders : null);
    const events = eventsOf(this.#heard.seen);
    adoptTrust(model, books);
    for (const [userId, before] of this.#before) {
      adoptOrdersOf(model, books, userId, [...before.impressions.keys()]);
      this.#before.set(userId, judgePerson(this, this.#heard, userId, events));
    }
    this.money.judge(books, this.#before);
    adoptBots(model, books);
    model.notifications.judge(model, books);
    for (const [userId, bots] of this.#heard.asked) {
      for (const botId of bots) {
        const about = { userId, nowMs: this.startMs, mayEnd: this.pinsMayEnd, mayBeLost: this.hasLostPower };
        judgePin(model, books, model.bots.get(botId)!, about);
      }
    }
    for (const check of this.#checks.splice(0)) check();
    if (this.hasCrashed) model.countedSinceMs = this.time.now();
  }

  audit(): void {
    this.begin();
    auditDelivery(this);
    auditExclusions(this);
    auditEvents(this);
    for (const userId of this.model.members.keys()) if (this.draw.chance(0.02)) this.touch(userId);
    for (const { orderId } of this.model.lately(100)) this.touchOrder(orderId);
    this.judge();
    this.money.audit(this.books);
    this.count('audits');
  }

  /** After the power failed what was written lately may be gone: what still stands of it is taken over. */
  touchEverybody(): void {
    const { users, orders, pins } = this.#lately;
    for (const userId of users) this.touch(userId);
    for (const orderId of orders) this.touchOrder(orderId);
    for (const key of [...pins]) {
      const [userId = 0, botId = 0] = key.split(':').map(Number);
      this.asks(userId, botId);
    }
  }

  #adoptNew(wanted: Omit<OrderModel, 'orderId'>): void {
    for (const row of this.books.ordersAfter(this.lastOrderId)) {
      this.#newOrder = wanted;
      this.created(row.order_id);
    }
  }

  #start(name: (typeof names)[number]): SimProcess {
    const started = startProcess(name, {
      simulation: this,
      vault: this.#vault,
      random: this.#random,
      mutation: this.#mutation,
    });
    this.#processes.set(name, started);
    return started;
  }

  #reseed(step: number): void {
    this.#next = seededRandom(Math.imul(this.seed, 0x9e3779b1) ^ Math.imul(step + 1, 0x85ebca6b));
  }
}
