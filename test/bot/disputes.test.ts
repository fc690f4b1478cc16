/** Why a join was or was not paid for: what moderators read of a user and an order, or a bot. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { admin, failing, stubAdminEnvironment } from './admin-stage.js';
import { suspect } from '../contract/makers.js';
import { askForEmma, emma, meetEmma } from './emma.js';
import {
  addOrder,
  advertiserId,
  moderator,
  openServiceStage,
  publisherId,
  type RunningBot,
  type Scene,
  type ServiceStage,
} from './service-stage.js';

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage({ HOLD_HOURS: '24' });
  scene = await meetEmma(stage);
  bot = await stage.startBot();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await bot.stop();
  await stage.close();
});

const ask = async () => {
  const answer = await askForEmma(stage.service, scene, { action: 'newtask' });
  await stage.service.contacts.idle();
  return answer;
};
const of = (orderId: number) => stage.service.disputes.of(moderator.id, emma.id, { orderId });
const eventsOf = async (orderId: number) =>
  (await of(orderId)).flatMap(({ lines }) => lines.map(({ event }) => event));
const verdictOf = async (orderId: number) => (await of(orderId)).map(({ verdict }) => verdict);
const join = (chat: number) => stage.client.members({ chat, user: emma.id, status: 'member' });

describe('a join', () => {
  it('that was paid for, taken back, and paid for again is shown with every entry', async () => {
    const { chatId, orderId } = await addOrder(stage, 'gardening_one');
    await ask();
    expect(await verdictOf(orderId)).toMatchObject([{ kind: 'not_joined' }]);
    await join(chatId);
    await stage.until(async () => (await verdictOf(orderId))[0]?.kind === 'paid');
    const [paid] = await of(orderId);
    expect(paid).toMatchObject({ target: String(chatId), accountId: advertiserId });
    expect(paid?.verdict).toMatchObject({ botIds: [scene.botId], reason: null });
    const charge = paid?.lines.find(({ event }) => event === 'charge');
    expect(charge?.postings.map(({ kind, ownerId }) => [kind, ownerId])).toEqual(
      expect.arrayContaining([
        ['wallet', advertiserId],
        ['hold', publisherId],
        ['fee', 0],
      ]),
    );
    expect(charge?.postings.reduce((sum, { amountMicros }) => sum + amountMicros, 0n)).toBe(0n);
    await stage.client.members({ chat: chatId, user: emma.id, status: 'left' });
    await stage.until(async () => (await verdictOf(orderId))[0]?.kind === 'taken_back');
    await join(chatId);
    await stage.until(async () => (await verdictOf(orderId))[0]?.kind === 'paid');
    const events = await eventsOf(orderId);
    expect(events.filter((event) => event === 'charge' || event === 'reversal')).toEqual([
      'charge',
      'reversal',
      'charge',
    ]);
    expect(events).toEqual(
      expect.arrayContaining(['contact_yes', 'shown', 'joined_again', 'counted', 'changed']),
    );
  });

  it('is shown with each list that changed it, and its price', async () => {
    const { orderId } = await addOrder(stage, 'gardening_one');
    await ask();
    await stage.until(async () => (await eventsOf(orderId)).includes('contact_yes'));
    await stage.service.orders.update(advertiserId, orderId, { priceMicros: 9_000_000n });
    await ask();
    const shown = (await of(orderId)).flatMap(({ lines }) =>
      lines.filter(({ event }) => event.startsWith('shown')),
    );
    expect(shown.map(({ event, priceMicros }) => [event, priceMicros])).toEqual([
      ['shown', 2_000_000n],
      ['shown_newer', 9_000_000n],
    ]);
  });

  it('that is not charged says why, also where the user never joined or saw it', async () => {
    const { chatId, orderId } = await addOrder(stage, 'gardening_one');
    expect(await verdictOf(orderId)).toMatchObject([{ kind: 'not_shown' }]);
    await ask();
    await suspect(stage.store, emma.id, Date.now());
    await join(chatId);
    await stage.until(async () => (await verdictOf(orderId))[0]?.kind === 'unpaid');
    expect(await verdictOf(orderId)).toMatchObject([{ reason: 'suspicious', botIds: [scene.botId] }]);
    expect(await eventsOf(orderId)).toEqual(expect.arrayContaining(['joined', 'not_counted']));
  });

  it('is found by the bot, too, and shown to moderators alone', async () => {
    const [first, second] = [await addOrder(stage, 'gardening_one'), await addOrder(stage, 'gardening_two')];
    await ask();
    const disputes = await stage.service.disputes.of(null, emma.id, { botId: scene.botId });
    expect(disputes.map(({ orderId }) => orderId).toSorted()).toEqual([first.orderId, second.orderId]);
    expect(await stage.service.disputes.of(null, emma.id, { botId: 999 })).toEqual([]);
    expect(await stage.service.disputes.of(null, emma.id, { orderId: 999 })).toEqual([]);
    await expect(stage.service.disputes.of(advertiserId, emma.id, first)).rejects.toThrow('moderator');
  });
});

it('is shown at the terminal', async () => {
  stubAdminEnvironment(stage);
  const { chatId, orderId } = await addOrder(stage, 'gardening_one');
  await ask();
  await join(chatId);
  await stage.until(async () => (await verdictOf(orderId))[0]?.kind === 'paid');
  const user = ['--user', String(emma.id)];
  const said = await admin('dispute', ...user, '--order', String(orderId));
  expect(said).toMatch(/shown +1 +\d+ .*2\.00 +proven/);
  expect(said).toMatch(new RegExp(`charge .*wallet ${String(advertiserId)} -.*2\\.00`));
  expect(said).toContain('It is paid for.');
  expect(await admin('dispute', ...user, '--bot', String(scene.botId))).toBe(said);
  expect(await admin('dispute', ...user, '--bot', '999')).toBe('Nothing is known of them.\n');
  expect(await failing('dispute', ...user)).toContain('exactly one');
});
