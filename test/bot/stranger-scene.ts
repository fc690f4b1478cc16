/** Somebody else's things, made anew for each button that a stranger tries; what one button changes no other needs. */
import { parseMoney } from '../../core/money.js';
import { settle, show, suspect } from '../contract/makers.js';
import { sqlOver } from '../support/database.js';
import { advertiserId, moderator, publisherId, type ServiceStage } from './service-stage.js';

export const administratorId = 903;

/** Whose things they are, and what follows the name in the data of buttons about them. */
export interface Theirs {
  ownerId: number;
  args: string[];
}

/** What nobody else may read, since it stands in everything that is made here. */
export const HIDDEN = 'hidden';

export class StrangerScene {
  readonly #stage: ServiceStage;
  #count = 100;

  constructor(stage: ServiceStage) {
    this.#stage = stage;
  }

  async bot(): Promise<number> {
    const botId = 700_000 + this.#next();
    const nickname = `${HIDDEN}_${String(botId)}_bot`;
    await this.#stage.service.bots.add(publisherId, { botId, name: `${HIDDEN} bot`, nickname, settings: {} });
    return botId;
  }

  /** One whose block is tried with a second text: its first test. */
  async testedBot(): Promise<number> {
    const botId = await this.bot();
    await this.#stage.service.bots.update(publisherId, botId, { settings: { textB: HIDDEN } });
    return botId;
  }

  /** That waits for a moderator. */
  async order(
    adsType: 'channel' | 'resource' = 'channel',
    accountId = advertiserId,
  ): Promise<{ orderId: number; revision: number }> {
    const number = String(this.#next());
    const link =
      adsType === 'channel' ? `https://t.me/${HIDDEN}_${number}` : `https://${HIDDEN}-${number}.example/`;
    const { orders } = this.#stage.service;
    const { orderId } = await orders.create(accountId, {
      link,
      adsType,
      name: `${HIDDEN} order`,
      quantityAll: 50,
    });
    const { revision } = await orders.info(accountId, orderId);
    return { orderId, revision };
  }

  /** Paused by the service, since it removes its subscribers. */
  async pausedOrder(): Promise<number> {
    const { orderId } = await this.order();
    const made = { moderatorId: null, reason: 'removes_subscribers' } as const;
    await this.#stage.store.orderWatch.hold(orderId, made, () => [], Date.now());
    return orderId;
  }

  /** Rejected, since moderators have blocked its link. */
  async blockedOrder(): Promise<number> {
    const { orderId } = await this.order();
    await this.#stage.service.moderation.blockLink(moderator.id, orderId);
    return orderId;
  }

  /** With money that was paid in stars. */
  async person(): Promise<number> {
    const accountId = 800_000 + this.#next();
    const { service, store } = this.#stage;
    await service.accounts.open({ accountId, firstName: `${HIDDEN} person`, username: '', language: 'en' });
    const stars = { chargeId: `charge-${String(accountId)}`, count: 500 };
    const deposit = { reference: `xtr:${String(accountId)}`, note: '', bookedBy: null, stars };
    await store.ledger.deposit(accountId, parseMoney('750'), deposit, Date.now());
    return accountId;
  }

  /** A user whose joins are not paid for. */
  async suspect(): Promise<number> {
    const userId = this.#next();
    await suspect(this.#stage.store, userId, Date.now());
    return userId;
  }

  async payment(): Promise<number> {
    const ownerId = await this.person();
    const [payment] = await this.#stage.service.refunds.payments(administratorId, ownerId);
    if (payment === undefined) throw new Error('There is no payment.');
    return payment.paymentId;
  }

  async withdrawal(): Promise<{ ownerId: number; withdrawalId: number }> {
    const ownerId = await this.person();
    const wanted = {
      amountMicros: parseMoney('300'),
      details: `${HIDDEN} account`,
      requestKey: String(ownerId),
    };
    const asking = await this.#stage.service.withdrawals.ask(ownerId, wanted);
    if (asking.kind !== 'asked') throw new Error(`It was not asked for: ${asking.kind}.`);
    return { ownerId, withdrawalId: asking.withdrawal.withdrawalId };
  }

  async report(): Promise<{ orderId: number; taskId: string }> {
    const { orderId } = await this.order();
    const wanted = { includePrice: true, timeRange: 'all' } as const;
    const { taskId } = await this.#stage.service.reports.request(advertiserId, orderId, wanted);
    return { orderId, taskId };
  }

  /** That nobody took within its day. */
  async deadEvent(): Promise<{ botId: number; webhookId: number }> {
    const { store, service } = this.#stage;
    const botId = await this.bot();
    await service.webhooks.set(publisherId, botId, 'https://127.0.0.1/hidden');
    const { orderId, revision } = await this.order('resource');
    await service.moderation.approve(moderator.id, orderId, revision);
    const [nowMs, userId] = [Date.now(), this.#next()];
    await show(store, userId, orderId, botId, nowMs);
    // Shows are counted a little later: what a stranger does must not be mixed up with that.
    const counted = 'SELECT 1 FROM pair_days WHERE order_id = ? AND impressions = 1';
    const { settings } = this.#stage;
    await this.#stage.until(async () => (await sqlOver(settings.DATABASE_URL, counted, orderId)).length > 0);
    await settle(store, orderId, userId, { nowMs });
    for (const claimed of await store.events.claim(
      'test',
      { queues: 5, events: 50, perAccount: 5 },
      1_000,
      nowMs,
    ))
      await store.events.refused(claimed, 'status:500', nowMs);
    const { events } = await service.webhooks.dead(publisherId, botId, { offset: 0, limit: 1 });
    const [event] = events;
    if (event === undefined) throw new Error('No event is dead.');
    return { botId, webhookId: event.webhookId };
  }

  #next(): number {
    this.#count += 1;
    return this.#count;
  }
}
