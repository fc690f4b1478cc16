/** The screens of statistics tell an order's and a bot's owner which joins nobody pays for, in their language. */
import { expect, it } from 'vitest';
import { dayNumberOf } from '../../core/days.js';
import type { UnpaidReason } from '../../core/terms/index.js';
import { settle } from '../contract/makers.js';
import { Visitor } from './operator-stage.js';
import {
  addOrder,
  advertiserId,
  botBeforeEach,
  publisherId,
  type ServiceStage,
  setScene,
} from './service-stage.js';
import { sayUnpaid } from '../../words/reasons.js';

let stage: ServiceStage;

botBeforeEach((opened) => {
  stage = opened;
});

it('joins not paid stand by reason on the statistics of an order and of a bot, where there are any', async () => {
  const { botId } = await setScene(stage);
  await stage.service.accounts.setLanguage(publisherId, 'ru');
  const albert = new Visitor(stage, advertiserId);
  const petra = new Visitor(stage, publisherId);
  await albert.say('/start');
  const { orderId } = await addOrder(stage, 'gardens');
  await albert.shows('is approved');
  await albert.say('/orders');
  await albert.go(`#${String(orderId)}`, 'running');
  expect((await albert.go('Statistics', 'in your browser')).text).not.toContain('Joins not paid');

  const nowMs = Date.now();
  const at = { day: dayNumberOf(nowMs, stage.service.settings.SERVICE_TIMEZONE), nowMs };
  const unpaid = (userId: number, reason: UnpaidReason) =>
    settle(stage.store, orderId, userId, {
      ...at,
      decide: () => ({ kind: 'free', state: 'notgetted', reason, botId }),
    });
  await unpaid(61, 'suspicious');
  await unpaid(62, 'came_back');
  await unpaid(63, 'came_back');

  await albert.press('New links');
  const english = (await albert.screen()).text ?? '';
  expect(english).toContain('Joins not paid in the last 10 days: 3');
  expect(english).toContain(`• 2 — ${sayUnpaid('came_back', 'en')}\n• 1 — ${sayUnpaid('suspicious', 'en')}`);
  await petra.say('/bots');
  await petra.press('petras_bot');
  const russian = (await petra.go('Статистика', 'в вашем браузере')).text ?? '';
  expect(russian).toContain('Неоплаченные подписки за последние 10 дн.: 3');
  expect(russian).toContain(`• 2 — ${sayUnpaid('came_back', 'ru')}`);
});
