/** Two moderators, one order: the first decides, and the other is told so. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  moderator,
  openServiceStage,
  type RunningBot,
  type ServiceStage,
  setScene,
} from './service-stage.js';

const other = { id: 909, first_name: 'Noor', language_code: 'en' } as const;

describe('two moderators', () => {
  let stage: ServiceStage;
  let bot: RunningBot;

  beforeEach(async () => {
    stage = await openServiceStage({ MODERATOR_IDS: [moderator.id, other.id].join(',') });
    await stage.client.users(other);
    bot = await stage.startBot();
    await setScene(stage);
  });
  afterEach(async () => {
    await bot.stop();
    await stage.close();
  });

  it.each([1, 2, 3])(
    'press Approve and Reject at once: one wins, the other is told (order %i)',
    async (round) => {
      const [mira, noor] = [new Visitor(stage, moderator.id), new Visitor(stage, other.id)];
      const albert = new Visitor(stage, advertiserId);
      await Promise.all([mira.say('/start'), noor.say('/start'), albert.say('/start')]);
      const { orderId } = await stage.service.orders.create(advertiserId, {
        link: `https://example.com/${String(round)}`,
        adsType: 'resource',
        quantityAll: 50,
      });
      const cards = [
        await mira.shows(`#${String(orderId)}`),
        await noor.shows(`#${String(orderId)}`),
      ] as const;
      // Noor is asked for a reason first: the order is not decided by that.
      await noor.press('Reject', cards[1]);
      const why = await noor.shows('Why is order');
      const [approval, rejection] = await Promise.all([
        mira.press('Approve', cards[0]),
        noor.press('does not open', why),
      ]);
      const { status, reason } = await stage.service.orders.info(advertiserId, orderId);
      const approved = status === 'Processing';
      expect(status).toBe(approved ? 'Processing' : 'Rejected');
      expect(reason === null).toBe(approved);
      const [first, second] = approved ? [approval, rejection] : [rejection, approval];
      expect(first.note).not.toContain('already');
      expect(second).toMatchObject({ isAlert: true, note: expect.stringContaining('already') as unknown });
      // The owner hears of one decision, and of no other.
      await albert.shows(approved ? 'is approved' : 'is rejected');
      const log = await stage.service.moderation.log(moderator.id, { beforeId: null, limit: 10 });
      expect(log.filter((line) => line.orderId === orderId)).toHaveLength(1);
    },
  );

  it('read that a reason in their own words came too late', async () => {
    const [mira, noor] = [new Visitor(stage, moderator.id), new Visitor(stage, other.id)];
    await Promise.all([mira.say('/start'), noor.say('/start')]);
    const { orderId } = await stage.service.orders.create(advertiserId, {
      link: 'https://example.com/late',
      adsType: 'resource',
      quantityAll: 50,
    });
    const cards = [await mira.shows(`#${String(orderId)}`), await noor.shows(`#${String(orderId)}`)] as const;
    await noor.press('Reject', cards[1]);
    await noor.press(/Write a reason/, await noor.shows('Why is order'));
    await mira.press('Approve', cards[0]);
    await noor.say('It sells weeds.');
    await noor.shows(`Order #${String(orderId)} has been changed or decided already`);
    expect((await stage.service.orders.info(advertiserId, orderId)).status).toBe('Processing');
  });

  it('read that another paused the order while they wrote their reason, which replaces none', async () => {
    const noor = new Visitor(stage, other.id);
    await noor.say('/start');
    const { moderation, orders } = stage.service;
    const link = { link: 'https://example.com/paused', adsType: 'resource', quantityAll: 50 } as const;
    const { orderId } = await orders.create(advertiserId, link);
    const card = await noor.shows(`#${String(orderId)}`);
    await noor.press('Approve', card);
    await noor.forge(`mod:hold:${String(orderId)}`);
    await moderation.pause(moderator.id, orderId, 'It sells weeds.');
    await noor.say('It is down.');
    expect((await noor.shows('It was changed meanwhile')).text).toContain('It sells weeds.');
    expect(await orders.info(advertiserId, orderId)).toMatchObject({
      pauseReason: 'moderator:It sells weeds.',
    });
  });

  it('read on a card from before it that another paused the order, which stays paused', async () => {
    const noor = new Visitor(stage, other.id);
    await noor.say('/start');
    const { service, store } = stage;
    const { orderId } = await addOrder(stage, 'gardens');
    const byService = { moderatorId: null, reason: 'removes_subscribers' } as const;
    await store.orderWatch.hold(orderId, byService, () => [], Date.now());
    await noor.forge(`mod:card:${String(orderId)}`);
    // Not the card that announced the order, which may have come before it was approved.
    const card = await noor.shows('were removed');
    await service.moderation.pause(moderator.id, orderId, 'It sells weeds.');
    expect(await noor.press('Let it go on', card)).toMatchObject({
      isAlert: true,
      note: expect.stringContaining('meanwhile') as unknown,
    });
    expect(await service.orders.info(advertiserId, orderId)).toMatchObject({
      pauseReason: 'moderator:It sells weeds.',
    });
  });

  it('press Approve at once: it is decided once, and both see it', async () => {
    const [mira, noor] = [new Visitor(stage, moderator.id), new Visitor(stage, other.id)];
    await Promise.all([mira.say('/start'), noor.say('/start')]);
    const { orderId } = await stage.service.orders.create(advertiserId, {
      link: 'https://example.com/both',
      adsType: 'resource',
      quantityAll: 50,
    });
    const cards = [await mira.shows(`#${String(orderId)}`), await noor.shows(`#${String(orderId)}`)] as const;
    const answers = await Promise.all([mira.press('Approve', cards[0]), noor.press('Approve', cards[1])]);
    expect((await stage.service.orders.info(advertiserId, orderId)).status).toBe('Processing');
    expect(answers.filter(({ note }) => note.includes('already'))).toHaveLength(1);
    const log = await stage.service.moderation.log(moderator.id, { beforeId: null, limit: 10 });
    expect(log.filter((line) => line.orderId === orderId)).toHaveLength(1);
  });
});
