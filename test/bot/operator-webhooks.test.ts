/** The screens of events: an address, a test, what fails, and what could not be delivered, in both languages. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settle, show } from '../contract/makers.js';
import { sqlOver } from '../support/database.js';
import { openReceiver, type Receiver } from '../support/receiver.js';
import { Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  openServiceStage,
  publisherId,
  type RunningBot,
  type Scene,
  type ServiceStage,
  setScene,
} from './service-stage.js';

let stage: ServiceStage;
let scene: Scene;
let bot: RunningBot;
let receiver: Receiver;
let orderId: number;

beforeEach(async () => {
  stage = await openServiceStage({
    OUTGOING_PRIVATE: '1',
    OUTGOING_SCHEMES: 'https,http',
    OUTGOING_PORTS: '*',
  });
  scene = await setScene(stage);
  ({ orderId } = await addOrder(stage, 'gardens'));
  receiver = await openReceiver();
  bot = await stage.startBot();
});

afterEach(async () => {
  await bot.stop();
  await receiver.close();
  await stage.close();
});

async function subscribe(userId: number): Promise<void> {
  const nowMs = Date.now();
  await show(stage.store, userId, orderId, scene.botId, nowMs);
  await settle(stage.store, orderId, userId, { nowMs });
}

async function round(): Promise<void> {
  for (const claimed of await stage.service.delivery.claim('test', 10))
    await stage.service.delivery.deliver(claimed);
}

/** Whatever waits is dead, as it is when its day is over. */
async function giveUp(): Promise<void> {
  for (const claimed of await stage.store.events.claim(
    'test',
    { queues: 5, events: 50, perAccount: 5 },
    1_000,
    Date.now(),
  ))
    await stage.store.events.refused(claimed, 'status:500', Date.now());
}

/** As five seconds would: until then a second test is too soon. */
async function forgetTests(): Promise<void> {
  await sqlOver(stage.settings.DATABASE_URL, "DELETE FROM limit_takes WHERE key LIKE 'webhook_test:%'");
}

const texts = {
  en: {
    bots: 'My bots',
    events: 'Events',
    none: 'Address: none',
    set: 'Set the address',
    send: 'Send the address',
    saved: 'Saved',
    wrong: 'must begin with https',
    test: 'Send a test',
    arrived: 'Arrived: 200',
    refused: 'the server answered 503',
    since: 'Not delivered since',
    now: 'Try now',
    dead: 'Not delivered: 2',
    again: 'Send all again',
    back: 'Back',
    clear: 'Take it away',
    sure: 'Take the address away?',
    yes: 'Yes, take it away',
    nothing: 'no events that could not be delivered',
    joined: 'subscribed',
    left: 'unsubscribed',
  },
  ru: {
    bots: 'Мои боты',
    events: 'События',
    none: 'Адрес: не указан',
    set: 'Указать адрес',
    send: 'Пришлите адрес',
    saved: 'Сохранено',
    wrong: 'Адрес должен начинаться с https://',
    test: 'Отправить проверку',
    arrived: 'Дошло: ответ 200',
    refused: 'сервер ответил 503',
    since: 'Не доставляется с',
    now: 'Попробовать сейчас',
    dead: 'Не доставлено: 2',
    again: 'Отправить все снова',
    back: 'Назад',
    clear: 'Убрать адрес',
    sure: 'Убрать адрес?',
    yes: 'Да, убрать',
    nothing: 'Недоставленных событий нет',
    joined: 'подписался',
    left: 'отписался',
  },
} as const;

describe.each(['en', 'ru'] as const)('events, in %s', (language) => {
  const say = texts[language];

  it('an address is set, tested, watched while it fails, and taken away', async () => {
    await stage.service.accounts.setLanguage(publisherId, language);
    const petra = new Visitor(stage, publisherId);
    await petra.say('/start');
    await petra.go(say.bots, say.bots);
    await petra.press('Petra');
    await petra.go(say.events, say.none);
    await petra.go(say.set, say.send);
    await petra.say('ftp://example.org/');
    expect((await petra.screen()).text).toContain(say.wrong);
    // The dialogue outlives a restart of the bot.
    await bot.stop();
    bot = await stage.startBot();
    await petra.say(receiver.url);
    const saved = await petra.shows(say.saved);
    expect(saved.text).toContain(receiver.url);
    expect(JSON.stringify(await petra.messages())).not.toContain('ftp://example.org/"');

    await petra.go(say.test, say.arrived);
    receiver.answer(503);
    await forgetTests();
    await petra.go(say.test, say.refused);
    expect(receiver.received).toMatchObject([{ events: [{ test: true }] }, { events: [{ test: true }] }]);

    await subscribe(11);
    const at = { day: 0, nowMs: Date.now() };
    await stage.store.subscriptions.leave(orderId, 11, at, () => ({ kind: 'left', reverse: false }));
    await round();
    await forgetTests();
    await petra.press(say.test);
    const failing = await petra.shows(say.since);
    expect(failing.text).toContain(say.joined);
    expect(failing.text).toContain(say.left);
    receiver.answer(200);
    await petra.press(say.now);
    await round();
    expect(receiver.received.at(-1)?.events.map(({ status }) => status)).toEqual([
      'subscribed',
      'unsubscribed',
    ]);

    await subscribe(12);
    await subscribe(13);
    await giveUp();
    await forgetTests();
    await petra.press(say.test);
    await petra.go(say.dead, '500');
    await petra.press('🔁 12');
    await petra.press(say.again);
    await petra.shows(say.nothing);
    await round();
    expect(receiver.received.at(-1)?.events.map((event) => event.user_id)).toEqual([12, 13]);
    await petra.press(say.back);
    await petra.go(say.clear, say.sure);
    expect((await stage.service.webhooks.view(publisherId, scene.botId)).url).toBe(receiver.url);
    await petra.go(say.yes, say.none);
    expect(await stage.service.webhooks.view(publisherId, scene.botId)).toMatchObject({ url: null });
  });
});

it.each(['bot', 'account'])(
  'the new address of a %s gets at once what waited for the one before',
  async (of) => {
    const set = (botId: number, path: string) =>
      stage.service.webhooks.set(publisherId, botId, `${receiver.url}${path}`);
    await set(0, '/old');
    await subscribe(31);
    receiver.answer(500, 200);
    await round();
    await round();
    expect(receiver.received, 'it waits after the failure').toHaveLength(1);
    await set(of === 'bot' ? scene.botId : 0, '/new');
    await round();
    expect(receiver.received).toMatchObject([{ events: [{ user_id: 31 }] }, { events: [{ user_id: 31 }] }]);
  },
);

it('the account’s address serves its bots, and a stranger reaches neither', async () => {
  const petra = new Visitor(stage, publisherId);
  await petra.say('/start');
  await petra.go('Events', 'Events of all your bots');
  await petra.go('Set the address', 'Send the address');
  await petra.say(receiver.url);
  await petra.shows('Saved');
  await petra.go('Send a test', 'Arrived: 200');
  await petra.forge(`hook:${String(scene.botId)}`);
  await petra.shows('that of your account');

  await subscribe(21);
  await giveUp();
  const { events } = await stage.service.webhooks.dead(publisherId, 0, { offset: 0, limit: 1 });
  const albert = new Visitor(stage, advertiserId);
  await albert.say('/start');
  const id = String(scene.botId);
  for (const data of [
    `hook:${id}`,
    `hook-set:${id}`,
    `hook-clear:${id}`,
    `hook-cleared:${id}`,
    `hook-test:${id}`,
    `hook-hurry:${id}`,
  ])
    await albert.forge(data);
  for (const data of [`hook-dead:${id}`, `hook-all:${id}`]) await albert.forge(data);
  expect((await albert.forge(`hook-again:${String(events[0]?.webhookId)}:0:0`)).note).toContain(
    'out of date',
  );
  expect((await stage.service.webhooks.view(publisherId, 0)).dead).toBe(1);
  const seen = JSON.stringify(await albert.messages());
  expect(seen).not.toContain(receiver.url);
  expect(seen).not.toContain('Petra');
});
