/** Notifications to the people behind the accounts: told, in their language, and nobody twice. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServiceError } from '../../core/errors.js';
import type { NewNotification } from '../../core/ports/notification-store.js';
import { Visitor } from './operator-stage.js';
import { openServiceStage, type RunningBot, type ServiceStage } from './service-stage.js';
import { operatorToken } from './stage.js';

const albert = { id: 41, first_name: 'Albert', language_code: 'ru' } as const;

let stage: ServiceStage;
let bot: RunningBot | null;
let visitor: Visitor;

beforeEach(async () => {
  stage = await openServiceStage({ SUMMARY_HOUR: '0' });
  await stage.client.users(albert);
  bot = await stage.startBot();
  visitor = new Visitor(stage, albert.id);
  await visitor.say('/menu');
});

afterEach(async () => {
  await bot?.stop();
  await stage.close();
});

function notification(number: number, accountId: number = albert.id): NewNotification {
  return {
    accountId,
    kind: 'order_finished',
    facts: { orderId: number, name: `Заказ <${String(number)}>`, quantityNow: 10 },
    dedupeKey: `finished:${String(accountId)}:${String(number)}`,
  };
}

const queue = (...notifications: NewNotification[]) =>
  stage.store.notifications.queue(notifications, Date.now());

async function told(): Promise<string[]> {
  return (await visitor.messages()).map(({ text }) => text ?? '').filter((text) => text.startsWith('🏁'));
}

it('is in the language of whom it goes to, with a way on', async () => {
  await queue(notification(7));
  const message = await visitor.shows('🏁');
  expect(message.text).toContain('Заказ #7 «Заказ <7>» завершён');
  expect(JSON.stringify(message.reply_markup)).toContain('order:7');
});

it('comes in the order in which things happened', async () => {
  await queue(...[1, 2, 3, 4, 5].map((number) => notification(number)));
  await visitor.shows('#5');
  expect((await told()).map((text) => /#(\d)/.exec(text)?.[1])).toEqual(['1', '2', '3', '4', '5']);
});

it('is told once, however often it is queued', async () => {
  await queue(notification(1));
  await visitor.shows('#1');
  await queue(notification(1), notification(2));
  await visitor.shows('#2');
  expect(await told()).toHaveLength(2);
});

it('is not told again when the reply was lost', async () => {
  await stage.client.faults({ token: operatorToken, method: 'sendMessage', kind: 'drop' });
  await queue(notification(1));
  await visitor.shows('#1');
  await stage.until(() => Promise.resolve(stage.logged.some((line) => line.includes('may have been sent'))));
  await queue(notification(2));
  await visitor.shows('#2');
  expect(await told()).toHaveLength(2);
});

it('is not told again when the process died while it was sent', async () => {
  await bot?.stop();
  bot = null;
  await queue(notification(1), notification(2));
  const [first] = await stage.store.notifications.claim('notifications', 1, 60_000, Date.now());
  // As far as the worker comes before it dies.
  await stage.store.notifications.failed(first!, 'the bot process ended while it was sent', null);
  bot = await stage.startBot();
  await visitor.shows('#2');
  expect(await told()).toHaveLength(1);
});

it('waits out a platform that is out of order, and a person who blocked the bot holds up nobody', async () => {
  await stage.client.users({ id: 42, first_name: 'Ben' });
  const ben = new Visitor(stage, 42);
  await ben.say('/start');
  await stage.client.block(42, 'SponsorgateBot');
  await stage.client.faults({ token: operatorToken, method: 'sendMessage', kind: '500', times: 4 });
  await queue(notification(1, 42), notification(2));
  await visitor.shows('#2');
  await stage.until(() => Promise.resolve(stage.logged.some((line) => line.includes('blocked by the user'))));
});

it('of a first request waits for a store that could not be read, and a former owner gets none', async () => {
  const bot = { botId: 777, name: 'Garden', nickname: 'garden_bot', settings: {} };
  await stage.service.bots.add(albert.id, bot);
  const facts = { botId: 777, messageId: null, outcome: 'sponsors' };
  const seen = (accountId: number): NewNotification => ({
    accountId,
    kind: 'bot_seen',
    facts,
    dedupeKey: `bot_seen:${String(accountId)}`,
  });
  const away = new ServiceError('unavailable', 'The store is away.');
  vi.spyOn(stage.service.bots, 'info').mockRejectedValueOnce(away);
  await stage.client.users({ id: 42, first_name: 'Berta' });
  const former = new Visitor(stage, 42);
  const before = await former.say('/menu');
  await queue(seen(albert.id), seen(former.id));
  await visitor.shows('@garden_bot');
  expect((await former.screen()).message_id).toBe(before.message_id);
});

describe('the daily summary', () => {
  const DAY_MS = 86_400_000;
  const yesterday = Math.floor(Date.now() / DAY_MS) - 1;

  async function happened(): Promise<void> {
    await stage.service.bots.add(albert.id, { botId: 7001, name: 'A', nickname: 'a_bot', settings: {} });
    stage.store.statistics.countRequest(7001, yesterday, 'sponsors');
  }

  it('is off until asked for, and then told once, also when the process restarts', async () => {
    await happened();
    expect(await stage.service.summaries.queueDue()).toBe(0);
    await visitor.press('Уведомления');
    await visitor.press('⬜️ Итоги дня');
    await visitor.shows('Итоги дня приходят');
    expect((await stage.service.accounts.profile(albert.id)).account.wantsSummary).toBe(true);
    // As if that had been the day before.
    await stage.store.accounts.setSummary(albert.id, yesterday);
    expect(await stage.service.summaries.queueDue()).toBe(1);
    const told = await visitor.shows('Итоги за');
    expect(told.text).toContain('запросов 1');
    await bot?.stop();
    bot = await stage.startBot();
    expect(await stage.service.summaries.queueDue()).toBe(0);
    await visitor.press('Уведомления', told);
    await visitor.press('✅ Итоги дня');
    expect((await stage.service.accounts.profile(albert.id)).account.wantsSummary).toBe(false);
  });

  it('of a day without anything is left out', async () => {
    await stage.store.accounts.setSummary(albert.id, yesterday);
    await stage.service.summaries.queueDue();
    await queue(notification(1));
    await visitor.shows('#1');
    expect(JSON.stringify(await visitor.messages())).not.toContain('Итоги за');
  });

  it('ends for somebody who blocks the bot', async () => {
    await happened();
    await stage.store.accounts.setSummary(albert.id, yesterday);
    await stage.client.block(albert.id, 'SponsorgateBot');
    await stage.service.summaries.queueDue();
    await stage.until(async () => !(await stage.service.accounts.profile(albert.id)).account.wantsSummary);
  });
});
