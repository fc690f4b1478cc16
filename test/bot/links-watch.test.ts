/** Names that move: an order goes on only while its @username leads to the chat that moderators approved. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPlatformAdapter, type PlatformAdapter } from '../../core/adapters/platform/index.js';
import { createService, type Service } from '../../core/service.js';
import { admin, failing, stubAdminEnvironment } from './admin-stage.js';
import { Visitor } from './operator-stage.js';
import { askForEmma, emma } from './emma.js';
import {
  addOrder,
  advertiserId,
  moderator,
  openServiceStage,
  type RunningBot,
  type Scene,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { operatorName, operatorToken } from './stage.js';

const NAME = 'gardening_one';
const HOUR_MS = 3_600_000;

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot;

beforeEach(async () => {
  stage = await openServiceStage({ SERVICE_TIMEZONE: 'UTC' });
  scene = await setScene(stage, { getLinks: true });
  await stage.client.users(emma);
  bot = await stage.startBot();
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await bot.stop();
  await stage.close();
});

const order = (orderId: number) => stage.service.orders.info(advertiserId, orderId);
const pauseOf = async (orderId: number) => (await order(orderId)).pauseReason;

/** The same service as it is some time later. */
function later(ms: number, platform = stage.infrastructure.platform): Service {
  const { store, settings, infrastructure } = stage;
  return createService({
    store,
    settings,
    ...infrastructure,
    platform,
    clock: { now: () => Date.now() + ms },
  });
}

/** Another chat gets the name, and the first has none. */
async function moveName(): Promise<number> {
  const { id } = await stage.client.chats({ type: 'channel', title: 'Other', username: 'other_garden' });
  await stage.client.chats({ id, username: NAME });
  return id;
}

const isShown = async () => {
  const answer = await askForEmma(stage.service, scene, { action: 'newtask' });
  return answer.status === 'warning';
};

describe('an order whose name leads to another chat', () => {
  it('is paused, and goes on by itself when the name is back; its owner and the moderators are told', async () => {
    const [albert, mira] = [new Visitor(stage, advertiserId), new Visitor(stage, moderator.id)];
    await Promise.all([albert.say('/start'), mira.say('/start')]);
    const { orderId, chatId } = await addOrder(stage, NAME);
    expect(await isShown()).toBe(true);
    await moveName();
    await stage.service.maintenance.resolveLinks();
    expect(await order(orderId)).toMatchObject({ pauseReason: 'link_moved', status: 'Processing' });
    expect(await isShown()).toBe(false);
    await albert.shows('does not lead to the approved chat');
    await mira.shows(`The service has paused order #${String(orderId)}`);
    await albert.say('/orders');
    await albert.go(`#${String(orderId)}`, 'Paused. Its @username');

    await stage.client.chats({ id: chatId, username: NAME });
    await stage.store.orderWatch.noteResolved(orderId, 0);
    await stage.service.maintenance.resolveLinks();
    expect(await pauseOf(orderId)).toBe(null);
    expect(await isShown()).toBe(true);
    await albert.shows(`Order #${String(orderId)} “${NAME}” goes on`);
  });

  it('is looked at once an hour', async () => {
    const { orderId } = await addOrder(stage, NAME);
    expect(await stage.service.maintenance.resolveLinks()).toBe(1);
    await moveName();
    expect(await stage.service.maintenance.resolveLinks()).toBe(0);
    expect(await later(30 * 60_000).maintenance.resolveLinks()).toBe(0);
    expect(await later(HOUR_MS).maintenance.resolveLinks()).toBe(1);
    expect(await pauseOf(orderId)).toBe('link_moved');
  });

  it('is paused when its owner lets it go on after its turn came while it was stopped', async () => {
    const { orderId } = await addOrder(stage, NAME);
    await stage.service.orders.update(advertiserId, orderId, { isOn: false });
    await moveName();
    expect(await later(HOUR_MS).maintenance.resolveLinks()).toBe(0);
    await later(HOUR_MS).orders.update(advertiserId, orderId, { isOn: true });
    expect(await pauseOf(orderId)).toBe('link_moved');
  });

  it('is looked at in the next step when nobody could say as it went on', async () => {
    const { orderId } = await addOrder(stage, NAME);
    await stage.service.orders.update(advertiserId, orderId, { isOn: false });
    await moveName();
    await later(HOUR_MS).maintenance.resolveLinks();
    const failure = { kind: 'unavailable', description: 'no answer', retryAfterMs: null } as const;
    const silent = {
      ...stage.infrastructure.platform,
      chat: () => Promise.resolve({ ok: false, failure } as const),
    };
    await later(HOUR_MS, silent).orders.update(advertiserId, orderId, { isOn: true });
    expect(await pauseOf(orderId)).toBe(null);
    expect(await later(HOUR_MS).maintenance.resolveLinks()).toBe(1);
    expect(await pauseOf(orderId)).toBe('link_moved');
  });

  it('is paused at once when an update shows its chat under another name', async () => {
    const { orderId, chatId } = await addOrder(stage, NAME);
    await stage.client.chats({ id: chatId, username: 'gardening_two' });
    await stage.client.members({ chat: chatId, user: emma.id, status: 'member' });
    await stage.until(async () => (await pauseOf(orderId)) === 'link_moved');
  });

  it('is not approved by a moderator who looks at its card', async () => {
    const { orderId, chatId } = await addOrder(stage, NAME);
    const otherId = await moveName();
    await stage.client.members({ chat: otherId, user: `@${operatorName}`, status: 'administrator' });
    const card = await stage.service.moderation.card(moderator.id, orderId);
    expect(card?.report.title).toBe('Other');
    await stage.service.maintenance.resolveLinks();
    expect(await order(orderId)).toMatchObject({
      pauseReason: 'link_moved',
      resource: { resourceId: String(chatId) },
    });
  });

  it('goes on with another link once that is approved', async () => {
    const { orderId } = await addOrder(stage, NAME);
    await moveName();
    await stage.service.maintenance.resolveLinks();
    const { id } = await stage.client.chats({ type: 'channel', title: 'New', username: 'gardening_new' });
    await stage.client.members({ chat: id, user: `@${operatorName}`, status: 'administrator' });
    await stage.service.orders.update(advertiserId, orderId, { link: 'https://t.me/gardening_new' });
    expect(await order(orderId)).toMatchObject({ pauseReason: 'link_moved', status: 'Moderation' });
    const { revision } = await order(orderId);
    await stage.service.moderation.approve(moderator.id, orderId, revision);
    expect(await order(orderId)).toMatchObject({ pauseReason: null, status: 'Processing' });
  });
});

describe('a name that leads nowhere', () => {
  it('pauses its order', async () => {
    const { orderId, chatId } = await addOrder(stage, NAME);
    await stage.client.chats({ id: chatId, username: null });
    await stage.service.maintenance.resolveLinks();
    expect(await pauseOf(orderId)).toBe('link_moved');
  });

  it.each([
    ['429', { retry_after: 60 }],
    ['500', { times: 3 }],
    ['403', { description: 'Forbidden: bot was kicked from the channel chat' }],
  ] as const)(
    'while the platform answers %s nothing changes, and it is asked again soon',
    async (kind, more) => {
      const { orderId, chatId } = await addOrder(stage, NAME);
      await stage.client.chats({ id: chatId, username: null });
      await stage.client.faults({ token: operatorToken, method: 'getChat', kind, ...more });
      expect(await stage.service.maintenance.resolveLinks()).toBe(1);
      expect(await pauseOf(orderId)).toBe(null);
      await stage.client.clearFaults();
      expect(await stage.service.maintenance.resolveLinks()).toBe(0);
      const soon = later(61_000, anotherPlatform());
      expect(await soon.maintenance.resolveLinks()).toBe(1);
      expect(await pauseOf(orderId)).toBe('link_moved');
    },
  );
});

/** As another process has it: the pause that the first was asked for is not its own. */
function anotherPlatform(): PlatformAdapter {
  return createPlatformAdapter({ apiRoot: stage.emulator.url, operatorToken, operatorShare: {} });
}

describe('a moderator', () => {
  const byService = { moderatorId: null, reason: 'removes_subscribers' } as const;
  const pause = (orderId: number) => stage.store.orderWatch.hold(orderId, byService, () => [], Date.now());

  it('lets an order go on that removes its subscribers; the owner is told, and the log says who', async () => {
    const [albert, mira] = [new Visitor(stage, advertiserId), new Visitor(stage, moderator.id)];
    await Promise.all([albert.say('/start'), mira.say('/start')]);
    const { orderId } = await addOrder(stage, NAME);
    await pause(orderId);
    await mira.forge(`mod:card:${String(orderId)}`);
    const card = await mira.shows('removed from the chat by somebody else');
    const { note } = await mira.press('Let it go on', card);
    expect(note).toContain('goes on');
    expect(await pauseOf(orderId)).toBe(null);
    await albert.shows('goes on');
    const [line] = await stage.service.moderation.log(moderator.id, { beforeId: null, limit: 1 });
    expect(line).toMatchObject({ action: 'order_resumed', orderId, moderatorId: moderator.id });
    await mira.forge('mod:log');
    await mira.shows('let go on');
  });

  it('pauses an order with a reason that its owner reads, and whatever the owner does it stays paused', async () => {
    await stage.service.accounts.setLanguage(advertiserId, 'ru');
    const [albert, mira] = [new Visitor(stage, advertiserId), new Visitor(stage, moderator.id)];
    await Promise.all([albert.say('/start'), mira.say('/start')]);
    const { orderId } = await addOrder(stage, NAME);
    await mira.forge('mod:card');
    await mira.say(String(orderId));
    await mira.press('Pause', await mira.shows('State: running'));
    await mira.say('It sells <weeds>.');
    await mira.shows('A moderator has paused it: It sells <weeds>.');
    await albert.shows('Его приостановил модератор: It sells <weeds>.');
    const { orders } = stage.service;
    for (const change of [{ isOn: false }, { inArchive: true }, { inArchive: false, isOn: true }])
      await orders.update(advertiserId, orderId, change);
    expect(await isShown()).toBe(false);
    const { id } = await stage.client.chats({ type: 'channel', title: 'New', username: 'gardening_new' });
    await stage.client.members({ chat: id, user: `@${operatorName}`, status: 'administrator' });
    await orders.update(advertiserId, orderId, { link: 'https://t.me/gardening_new' });
    const { revision } = await order(orderId);
    await stage.service.moderation.approve(moderator.id, orderId, revision);
    expect(await order(orderId)).toMatchObject({
      status: 'Processing',
      pauseReason: 'moderator:It sells <weeds>.',
    });
    const copy = await orders.duplicate(advertiserId, orderId);
    expect(await pauseOf(copy.orderId)).toBe('moderator:It sells <weeds>.');
    await mira.forge(`mod:card:${String(orderId)}`);
    expect((await mira.press('Let it go on', await mira.shows('It sells <weeds>.'))).note).toContain(
      'goes on',
    );
    expect(await pauseOf(orderId)).toBe(null);
    await mira.forge('mod:log');
    await mira.shows(/let go on .*It sells <weeds>.*\n.*approved.*\n.*paused .*It sells <weeds>/);
  });

  it('has to let each copy of a paused order go on, too', async () => {
    const { orderId } = await addOrder(stage, NAME);
    await pause(orderId);
    const copy = await stage.service.orders.duplicate(advertiserId, orderId);
    expect(await pauseOf(copy.orderId)).toBe('removes_subscribers');
    await stage.service.orders.update(advertiserId, copy.orderId, { isOn: true });
    expect(await pauseOf(copy.orderId)).toBe('removes_subscribers');
    await stage.service.moderation.resume(moderator.id, copy.orderId);
    expect(await pauseOf(copy.orderId)).toBe(null);
  });

  it('cannot let one go on whose name leads elsewhere', async () => {
    const { orderId, chatId } = await addOrder(stage, NAME);
    await moveName();
    await stage.service.maintenance.resolveLinks();
    const { moderation } = stage.service;
    expect(await moderation.resume(moderator.id, orderId)).toMatchObject({ kind: 'still_moved' });
    expect(await pauseOf(orderId)).toBe('link_moved');
    await stage.client.chats({ id: chatId, username: NAME });
    expect(await moderation.resume(moderator.id, orderId)).toMatchObject({ kind: 'resumed' });
    expect(await pauseOf(orderId)).toBe(null);
    expect(await moderation.resume(moderator.id, orderId)).toMatchObject({ kind: 'not_paused' });
    expect(await moderation.resume(moderator.id, 999)).toEqual({ kind: 'gone' });
    await expect(moderation.resume(advertiserId, orderId)).rejects.toThrow('moderator');
  });

  it('does so at the terminal', async () => {
    stubAdminEnvironment(stage);
    const { orderId } = await addOrder(stage, NAME);
    const id = String(orderId);
    expect(await failing('resume', '--order', id)).toContain('not paused');
    await pause(orderId);
    expect(await admin('orders', '--user', String(advertiserId))).toContain(
      '5 of its last 100 subscribers were removed',
    );
    expect(await admin('resume', '--order', id)).toContain(`Goes on: #${id} ${NAME}: Processing.`);
    expect(await pauseOf(orderId)).toBe(null);
    expect(await failing('resume', '--order', '999')).toContain('no such order');
    expect(await admin('moderation-log')).toContain('order resumed');
  });
});
