/** What is done in a storm, by many at once, and what is remembered of it: only what was answered. */
import type { SponsorRequest } from '../../core/sponsors/index.js';
import { ServiceError } from '../../core/errors.js';
import type { Draw } from '../../test/core/choosing-world.js';
import { reportedProfileOf } from './actions/cast.js';
import { ADMINISTRATOR, type Channel, MODERATOR } from './people.js';
import type { Crew, Member } from './storm-crew.js';
import { GOOD_BOT } from './order-model.js';
import { hear } from './hear.js';
import { tokenOf } from './platform.js';

export const ACCOUNTS = [501, 502, 503, 504] as const;
const BOTS = [7_001, 7_002, 7_003] as const;
const FIRST_PERSON = 100_000;
const CHANNELS = 6;
const PEOPLE = 40;
const ORDERS_MOST = 40;
const CLAIMED_FOR_MS = 600_000;
/** The revision of an unchanged order. */
const FIRST_REVISION = 1;

export interface StormOrder {
  orderId: number;
  accountId: number;
  quantityAll: number;
  quantityDay: number | null;
  priceMicros: bigint;
}

/** A payment or a payout; `isKnown` once its booking was answered, by anybody. */
export interface Asked {
  accountId: number;
  amountMicros: bigint;
  isKnown: boolean;
}

export interface AskedPayout extends Asked {
  withdrawalId: number | null;
  /** The answers to those who decided it. */
  decided: string[];
}

export class Storm {
  readonly orders: StormOrder[] = [];
  readonly deposits = new Map<string, Asked>();
  readonly payouts = new Map<string, AskedPayout>();
  readonly keys = new Map<number, string>();
  /** Claimed notifications and blocks, with their worker. */
  readonly claimed = new Map<string, string>();
  readonly people = new Set<number>();
  readonly faults: string[] = [];
  readonly figures: Record<string, number> = {};
  readonly #changing = new Set<number>();
  #number = 0;

  constructor(
    readonly crew: Crew,
    readonly draw: Draw,
  ) {}

  count(name: string): void {
    this.figures[name] = (this.figures[name] ?? 0) + 1;
  }

  /** Null: refused, or of unknown outcome. */
  async try<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work;
    } catch (error) {
      if (!(error instanceof ServiceError)) this.faults.push(String((error as Error).stack ?? error));
      else this.count(error.kind === 'unavailable' ? 'cut off' : 'refused');
      return null;
    }
  }

  get api(): Member {
    return this.draw.one(this.crew.apis);
  }

  get bot(): Member {
    return this.draw.one(this.crew.bots);
  }

  /** People and channels change slowly, so that many meet at the same ones. */
  get person(): number {
    const userId = FIRST_PERSON + Math.floor(this.#number / 30) + this.draw.whole(0, PEOPLE);
    this.people.add(userId);
    return userId;
  }

  get channel(): Channel {
    const number = 10 + this.draw.whole(0, CHANNELS - 1);
    return (
      this.crew.world.usernames.get(`channel${String(number)}`) ?? this.crew.world.addChannel(number, false)
    );
  }

  /** Before the storm: accounts with bots and money. */
  async settleIn(): Promise<void> {
    const [api] = this.crew.apis;
    if (api === undefined) return;
    for (const accountId of ACCOUNTS) {
      const person = { accountId, firstName: `Account ${String(accountId)}`, username: '', language: 'en' };
      await api.service.accounts.open(person);
      await this.deposit(accountId, 30_000_000n);
    }
    for (const [index, botId] of BOTS.entries()) {
      const accountId = ACCOUNTS[index] ?? ACCOUNTS[0];
      const settings = { getLinks: index > 0, maxSponsors: 4, timePurgeMinutes: 60 };
      const added = await api.service.bots.add(accountId, { token: tokenOf(botId), settings });
      this.keys.set(botId, added.apiKey);
      this.crew.world.publishers.add(botId);
    }
    for (let count = 0; count < 8; count++) await this.newOrder();
  }

  next(): Promise<void> {
    this.#number += 1;
    const ticket = this.draw.whole(1, 100);
    if (ticket <= 25) return this.request();
    if (ticket <= 32) return this.requestTwice();
    if (ticket <= 62) return this.join();
    if (ticket <= 70) return this.leave();
    if (ticket <= 74) return this.newOrder();
    if (ticket <= 79) return this.changeOrder();
    if (ticket <= 84) return this.deposit(this.draw.one(ACCOUNTS), 2_000_000n);
    if (ticket <= 89) return this.withdraw();
    if (ticket <= 91) return this.changeKey();
    if (ticket <= 96) return this.claim();
    return this.maintenance();
  }

  #asking(userId: number): { botId: number; request: SponsorRequest } {
    const request = { chatId: userId, user: reportedProfileOf(userId), action: 'subscribe' } as const;
    return {
      botId: this.draw.one(BOTS),
      request: { ...request, excludeResourceIds: [], excludeOrderIds: [] },
    };
  }

  async request(): Promise<void> {
    const { botId, request } = this.#asking(this.person);
    const answer = await this.try(this.api.service.sponsors.request(botId, request));
    if (answer !== null) this.count('requests');
  }

  /** Of somebody new: two answers are one list. */
  async requestTwice(): Promise<void> {
    const userId = 900_000 + this.#number;
    this.people.add(userId);
    const { botId, request } = this.#asking(userId);
    const both = [this.api, this.api].map(({ service }) =>
      this.try(service.sponsors.request(botId, request)),
    );
    const [one, other] = (await Promise.all(both)).map(
      (answer) => answer?.sponsors?.map(({ orderId }) => orderId).join() ?? null,
    );
    this.count('requests twice at once');
    if (one != null && other != null && one !== other && one !== '' && other !== '')
      this.faults.push(`two requests at once for user ${String(userId)} were shown ${one} and ${other}`);
  }

  /** One or two processes get the update at once; or a request finds out, at the same time. */
  async join(): Promise<void> {
    const userId = this.person;
    const { world } = this.crew;
    const channel = this.channel;
    const place = world.pending.length;
    world.move(channel, userId, 'in');
    const [moved] = world.pending.splice(place);
    const works: Promise<unknown>[] = [];
    if (moved !== undefined) {
      const tellers = this.draw.chance(0.3) ? this.crew.bots : [this.bot];
      for (const { service } of tellers) works.push(this.try(hear(service, moved.raw)));
    }
    if (this.draw.chance(0.5)) {
      const query = { userId, links: [], orderIds: [] };
      works.push(this.try(this.api.service.sponsors.subscriptions(this.draw.one(BOTS), query)));
    }
    await Promise.all(works);
    this.count('joined');
  }

  async leave(): Promise<void> {
    const { world } = this.crew;
    const channel = this.channel;
    const userId = [...channel.members].find(([, state]) => state === 'in' && this.draw.chance(0.2))?.[0];
    if (userId === undefined) return;
    const place = world.pending.length;
    world.move(channel, userId, 'out');
    const [moved] = world.pending.splice(place);
    if (moved === undefined) return;
    await Promise.all(this.crew.bots.map(({ service }) => this.try(hear(service, moved.raw))));
    this.count('left');
  }

  async newOrder(): Promise<void> {
    if (this.orders.length >= ORDERS_MOST) return;
    const { draw } = this;
    const accountId = draw.one(ACCOUNTS);
    const quantityAll = draw.whole(10, 14);
    const quantityDay = draw.chance(0.4) ? draw.whole(3, 8) : null;
    const baseMicros = BigInt(draw.whole(50, 200)) * 10_000n;
    const minBotQuality = draw.chance(0.3) ? GOOD_BOT : (0 as const);
    const wanted = {
      link: `https://t.me/${this.channel.username}`,
      adsType: 'channel' as const,
      isOn: true,
      quantityAll,
      priceMicros: baseMicros,
      isFree: draw.chance(0.2),
      places: 2 as const,
      minBotQuality,
      targeting: { languages: null },
      trackUnsubscriptions: true,
      ...(quantityDay === null ? {} : { quantityDay }),
    };
    const order = await this.try(this.api.service.orders.create(accountId, wanted));
    if (order === null) return;
    this.count('orders');
    const priceMicros = minBotQuality === 0 ? baseMicros : (baseMicros * 11n) / 10n;
    this.orders.push({ orderId: order.orderId, accountId, quantityAll, quantityDay, priceMicros });
    // Two moderators at once: one decides.
    const outcomes = await Promise.all(
      this.crew.bots.map(({ service }) =>
        this.try(service.moderation.approve(MODERATOR, order.orderId, FIRST_REVISION)),
      ),
    );
    if (outcomes.filter((outcome) => outcome?.kind === 'decided').length > 1)
      this.faults.push(`order ${String(order.orderId)} was decided twice`);
  }

  async changeOrder(): Promise<void> {
    if (this.orders.length === 0) return;
    const order = this.draw.one(this.orders);
    const [one, other] = [this.draw.chance(0.8), this.draw.chance(0.8)];
    const set = (isOn: boolean) =>
      this.try(this.api.service.orders.update(order.accountId, order.orderId, { isOn }));
    await Promise.all([set(one), set(other)]);
    this.count('orders changed');
  }

  /** The same payment, reported to two processes at once. */
  async deposit(accountId: number, amountMicros: bigint): Promise<void> {
    const reference = `deposit ${String(this.#number)} ${String(accountId)}`;
    const asked: Asked = { accountId, amountMicros, isKnown: false };
    this.deposits.set(reference, asked);
    const book = ({ service }: Member) =>
      this.try(service.wallet.credit(accountId, amountMicros, { reference, note: '', bookedBy: null }));
    const booked = await Promise.all([book(this.api), book(this.bot)]);
    asked.isKnown = booked.some((answer) => answer !== null);
    this.count('deposits');
  }

  /** Asked for twice, then decided in three ways at once. */
  async withdraw(): Promise<void> {
    const accountId = this.draw.one(ACCOUNTS);
    const requestKey = `payout ${String(this.#number)}`;
    const amountMicros = 1_000_000n + BigInt(this.#number);
    const asked: AskedPayout = { accountId, amountMicros, isKnown: false, withdrawalId: null, decided: [] };
    this.payouts.set(requestKey, asked);
    const ask = ({ service }: Member) =>
      this.try(service.withdrawals.ask(accountId, { amountMicros, details: 'A card', requestKey }));
    const answers = await Promise.all([ask(this.api), ask(this.api)]);
    const found = answers.flatMap((answer) =>
      answer !== null && 'withdrawal' in answer ? [answer.withdrawal.withdrawalId] : [],
    );
    if (new Set(found).size > 1) this.faults.push(`${requestKey} became ${found.join(' and ')}`);
    const [withdrawalId] = found;
    this.count('withdrawals');
    if (withdrawalId === undefined) return;
    Object.assign(asked, { isKnown: true, withdrawalId });
    const ways = [
      [
        'paid',
        this.bot.service.withdrawals.pay(ADMINISTRATOR, withdrawalId, { seenMicros: amountMicros, note: '' }),
      ],
      ['refused', this.bot.service.withdrawals.refuse(ADMINISTRATOR, withdrawalId, 'No.')],
      ['cancelled', this.api.service.withdrawals.cancel(accountId, withdrawalId)],
    ] as const;
    await Promise.all(
      ways.map(async ([way, work]) => {
        const outcome = await this.try(work);
        if (outcome?.kind === 'decided') asked.decided.push(way);
      }),
    );
  }

  /** Promise 5: from the answer on, no process takes the old key. */
  async changeKey(): Promise<void> {
    const botId = this.draw.one(BOTS);
    if (this.#changing.has(botId)) return;
    this.#changing.add(botId);
    const old = this.keys.get(botId) ?? '';
    const accountId = ACCOUNTS[BOTS.indexOf(botId)] ?? ACCOUNTS[0];
    const key = await this.try(this.api.service.bots.changeKey(accountId, botId));
    if (key !== null) {
      this.keys.set(botId, key);
      for (const { name, service } of [...this.crew.apis, ...this.crew.bots]) {
        const owner = await this.try(service.accounts.authenticate(old));
        if (owner !== null) this.faults.push(`${name} takes a key of bot ${String(botId)} that was changed`);
      }
      this.count('keys changed');
    } else {
      const info = await this.try(this.api.service.bots.info(accountId, botId));
      if (info !== null) this.keys.set(botId, info.apiKey);
    }
    this.#changing.delete(botId);
  }

  /** Two processes claim at once: neither gets what the other has. */
  async claim(): Promise<void> {
    await Promise.all(
      this.crew.bots.map(async ({ name, store }) => {
        const nowMs = Date.now();
        const notifications =
          (await this.try(store.notifications.claim(name, 10, CLAIMED_FOR_MS, nowMs))) ?? [];
        for (const { notificationId } of notifications)
          this.#hand(`notification ${String(notificationId)}`, name);
        for (const claimed of notifications) await this.try(store.notifications.done(claimed));
        this.figures['notifications'] = (this.figures['notifications'] ?? 0) + notifications.length;
      }),
    );
  }

  #hand(what: string, to: string): void {
    const known = this.claimed.get(what);
    if (known !== undefined) this.faults.push(`${what} was given to ${known} and to ${to}`);
    this.claimed.set(what, to);
  }

  /** What the processes that were asked did not finish. */
  async #askContacts({ service: { contacts } }: Member): Promise<void> {
    const due = (await this.try(contacts.claim(20))) ?? [];
    await Promise.all(due.map((one) => this.try(contacts.perform(one))));
  }

  /** Every process does its rounds, at once with the others. */
  async maintenance(): Promise<void> {
    const all = this.crew.bots.flatMap(({ service: { maintenance } }) => [
      this.try(maintenance.releaseHolds()),
      ...maintenance.purgedTables.map((table) => this.try(maintenance.purge(table))),
    ]);
    await Promise.all([...all, ...this.crew.bots.map((bot) => this.#askContacts(bot))]);
    this.count('maintenance');
  }
}
