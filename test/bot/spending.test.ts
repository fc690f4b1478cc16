/** How the platform's calls are spent on memberships: asked where it pays, and silence believed where updates come in. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createService } from '../../core/service.js';
import { askForEmma, emma, meetEmma } from './emma.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  type RunningBot,
  type Scene,
  type ServiceStage,
} from './service-stage.js';
import { operatorToken } from './stage.js';

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot | null;
/** How far the clock of the service that is asked is ahead. */
let aheadMs: number;
/** What chance says: a small number samples everybody. */
let drawn: number;
let sponsors: ServiceStage['service']['sponsors'];

beforeEach(async () => {
  bot = null;
  aheadMs = 0;
  drawn = 0.5;
  stage = await openServiceStage();
  scene = await meetEmma(stage);
  const { store, settings, infrastructure } = stage;
  const clock = { now: () => Date.now() + aheadMs };
  const random = { ...infrastructure.random, next: () => drawn };
  ({ sponsors } = createService({ store, settings, ...infrastructure, clock, random }));
});

afterEach(async () => {
  await bot?.stop();
  await stage.close();
});

const updatesCameIn = () => stage.service.membership.heard(Date.now() + aheadMs);

/** So many answers that nobody was in. */
async function knownAsSmall(chatId: number): Promise<void> {
  await stage.store.odds.noteSize(String(chatId), 2, Date.now());
  for (let count = 0; count < 100; count += 1) stage.store.odds.count(String(chatId), false);
  // What is gathered is written along with any commit.
  await stage.until(async () => (await oddsOf(chatId))?.asked === 100);
}

const oddsOf = async (chatId: number) => (await stage.store.odds.read([String(chatId)])).get(String(chatId));

const request = (action: 'subscribe' | 'newtask' = 'subscribe') =>
  askForEmma({ sponsors }, scene, { action });

const questions = async () =>
  (await stage.client.calls({ token: operatorToken, method: 'getChatMember' })).filter(
    ({ payload }) => payload['user_id'] === emma.id,
  ).length;

const statusOf = async (orderId: number) =>
  (await request()).sponsors?.find((sponsor) => sponsor.orderId === orderId)?.status;

const subscribers = async (orderId: number) =>
  (await stage.service.orders.info(advertiserId, orderId)).quantityNow;

describe('a new list', () => {
  it('asks nobody where members from before are unlikely, and a join is paid for by the update alone', async () => {
    const { chatId, orderId } = await addOrder(stage, 'small_chat');
    await knownAsSmall(chatId);
    await updatesCameIn();
    expect((await request()).links).toHaveLength(1);
    expect(await questions()).toBe(0);
    bot = await stage.startBot();
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    await stage.until(async () => (await subscribers(orderId)) === 1);
    await updatesCameIn();
    expect(await statusOf(orderId)).toBe('subscribed');
    expect(await questions()).toBe(0);
  });

  it('asks where nothing is known of the chat yet, and does not show who is in their own chat', async () => {
    const { chatId } = await addOrder(stage, 'unknown_chat');
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    await updatesCameIn();
    expect(await request()).toMatchObject({ status: 'ok', code: 404, sponsors: [] });
    expect(await questions()).toBe(1);
    await stage.until(async () => (await oddsOf(chatId))?.found === 1);
  });

  it('asks about a few in the background, where it asks nobody, and shows the sponsor all the same', async () => {
    const { chatId } = await addOrder(stage, 'small_chat');
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    await knownAsSmall(chatId);
    await updatesCameIn();
    drawn = 0.01;
    expect((await request()).links).toHaveLength(1);
    await stage.until(async () => (await oddsOf(chatId))?.found === 1);
    expect((await request()).status).toBe('ok');
    expect(await questions()).toBe(1);
  });

  it('asks about few where many are shown a chat: one in ten seconds', async () => {
    const { chatId } = await addOrder(stage, 'small_chat');
    await knownAsSmall(chatId);
    drawn = 0.01;
    const asked = async () => (await oddsOf(chatId))?.asked;
    const ask = (userId: number) =>
      sponsors.request(scene.botId, {
        chatId: userId,
        user: { userId, firstName: 'Anna' },
        action: 'subscribe',
        excludeResourceIds: [],
        excludeOrderIds: [],
      });
    for (const [round, firstId] of [5_001, 5_011, 5_021].entries()) {
      await updatesCameIn();
      for (let userId = firstId; userId < firstId + 3; userId += 1) {
        await stage.client.users({ id: userId, first_name: 'Anna' });
        await stage.client.say(userId, scene.botName, '/start');
        expect((await ask(userId)).links).toHaveLength(1);
      }
      await stage.until(async () => (await asked()) === 101 + round);
      aheadMs += 10_000;
    }
    expect(await asked()).toBe(103);
  });

  it('learns the size of a chat once', async () => {
    const { chatId } = await addOrder(stage, 'unknown_chat');
    await updatesCameIn();
    const counts = () => stage.client.calls({ token: operatorToken, method: 'getChatMemberCount' });
    const before = (await counts()).length;
    await request('newtask');
    await stage.until(async () => (await oddsOf(chatId))?.members != null);
    await request('newtask');
    expect(await counts()).toHaveLength(before + 1);
  });

  it('asks everywhere while updates do not come in', async () => {
    const { chatId } = await addOrder(stage, 'small_chat');
    await knownAsSmall(chatId);
    await updatesCameIn();
    aheadMs += 20_000;
    expect((await request()).links).toHaveLength(1);
    expect(await questions()).toBe(1);
  });

  it('asks everywhere while an update is deferred: the silence of the others is not all that was told', async () => {
    const { chatId } = await addOrder(stage, 'small_chat');
    await knownAsSmall(chatId);
    const update = { updateId: 1, body: '{}', queue: `${String(chatId)}:1`, happenedAtMs: Date.now() };
    await stage.service.updates.deferred.add(update);
    aheadMs += 20_000;
    await updatesCameIn();
    expect((await request()).links).toHaveLength(1);
    expect(await questions()).toBe(1);
  });
});

describe('a user who says that they are done', () => {
  it('is asked about though the list was made by asking: the update of a join may be a moment late', async () => {
    const { chatId, orderId } = await addOrder(stage, 'unknown_chat');
    await updatesCameIn();
    expect((await request()).links).toHaveLength(1);
    expect(await questions()).toBe(1);
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    expect(await statusOf(orderId)).toBe('subscribed');
    expect(await questions()).toBe(2);
  });

  it('is asked about once: then the silence of updates is an answer, until RECHECK_SECONDS have passed', async () => {
    const { chatId, orderId } = await addOrder(stage, 'small_chat');
    await knownAsSmall(chatId);
    await updatesCameIn();
    await request();
    for (let press = 0; press < 3; press += 1) expect(await statusOf(orderId)).toBe('unsubscribed');
    expect(await questions()).toBe(1);
    aheadMs += (stage.settings.RECHECK_SECONDS + 1) * 1_000;
    await updatesCameIn();
    expect(await statusOf(orderId)).toBe('unsubscribed');
    expect(await questions()).toBe(2);
  });

  it('is asked about at each press while updates do not come in', async () => {
    const { chatId, orderId } = await addOrder(stage, 'small_chat');
    await knownAsSmall(chatId);
    await updatesCameIn();
    await request();
    await statusOf(orderId);
    aheadMs += 20_000;
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    expect(await statusOf(orderId)).toBe('subscribed');
    expect(await questions()).toBe(2);
  });

  it('and was in before is let through, and nobody pays', async () => {
    const { chatId, orderId } = await addOrder(stage, 'small_chat');
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    await knownAsSmall(chatId);
    await updatesCameIn();
    expect((await request()).links).toHaveLength(1);
    expect(await statusOf(orderId)).toBe('subscribed');
    expect(await questions()).toBe(1);
    aheadMs += 11 * 60_000;
    await updatesCameIn();
    expect(await statusOf(orderId)).toBe('subscribed');
    expect(await subscribers(orderId)).toBe(0);
  });
});
