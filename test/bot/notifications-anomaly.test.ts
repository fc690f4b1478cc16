/** The card by which moderators learn that a bot's joins are out of line. */
import type { Message } from 'grammy/types';
import { describe, expect, it, test } from 'vitest';
import { dayNumberOf } from '../../core/days.js';
import type { AnomalyCard } from '../../core/quality/index.js';
import { comparedBars, lyingBar, risingBars } from '../../bot/notifications/curves.js';
import { addOrder, deposit, PRICE, settle, show } from '../contract/makers.js';
import { buttonsOf, Visitor } from './operator-stage.js';
import {
  advertiserId,
  botBeforeEach,
  moderator,
  publisherId,
  type ServiceStage,
  setScene,
} from './service-stage.js';

const HOUR_MS = 3_600_000;
const LAST_DAY = 20_500;

let stage: ServiceStage;
botBeforeEach((opened) => {
  stage = opened;
});

const usual = Array.from({ length: 28 }, (_, day) => (day < 10 ? 0 : 10));

const card: AnomalyCard = {
  anomalies: [
    { reason: 'jump', share: 80, others: 10 },
    { reason: 'leave_within_day', share: 0.31, others: 0.82 },
    { reason: 'unusual_delays', share: 0.62, others: 0 },
  ],
  joins: [...usual, 80],
  lastDay: LAST_DAY,
  stayed: [95, 60, 31],
  stayedOthers: [97, 90, 82],
  delays: [100, 0, 0, 0, 0, 0, 0],
  delaysOfAll: [4, 13, 31, 38, 11, 2, 1],
};

async function queue(botId: number, more: Partial<AnomalyCard> = {}, accountId: number = moderator.id) {
  const facts = { botId, card: JSON.stringify({ ...card, ...more }) };
  const dedupeKey = [botId, JSON.stringify(more), accountId].join(':');
  await stage.store.notifications.queue([{ accountId, kind: 'bot_anomaly', facts, dedupeKey }], Date.now());
}

async function moderatorIn(language: 'en' | 'ru'): Promise<Visitor> {
  const mira = new Visitor(stage, moderator.id);
  await mira.say('/start');
  await stage.service.accounts.setLanguage(moderator.id, language);
  return mira;
}

/** What stands in the fixed type of a message, block by block. */
function drawnIn({ text = '', entities = [] }: Message): string[] {
  return entities
    .filter(({ type }) => type === 'pre')
    .map(({ offset, length }) => text.slice(offset, offset + length));
}

it('tells what is out of line in words, draws it, and leads to the bot’s trust card', async () => {
  const { botId } = await setScene(stage);
  const mira = await moderatorIn('en');
  await queue(botId);
  const message = await mira.shows('out of line');
  const { text = '' } = message;
  expect(text).toContain('@petras_bot');
  expect(text).toContain(
    '• On 2026-02-16 it brought 80 subscribers; on a usual day of the weeks before, 10.',
  );
  expect(text).toContain('• Of 100 subscribers 31 are still there after a day;');
  expect(text).toContain('• Users subscribe unusually fast, slow or alike: 62 of 100');
  expect(text).toContain('the highest 80');
  expect(drawnIn(message)).toEqual([
    `${' '.repeat(10)}${'▁'.repeat(18)}█`,
    [
      '               bot others',
      '1 h █████████▌  95     97',
      '6 h ██████      60     90',
      '1 d ███▏        31     82',
    ].join('\n'),
    [
      '                   bot others',
      '<5 s    ██████████ 100      4',
      '<15 s                0     13',
      '<1 min               0     31',
      '<5 min               0     38',
      '<30 min              0     11',
      '<6 h                 0      2',
      '>6 h                 0      1',
    ].join('\n'),
  ]);
  await mira.press('Open the bot', message);
  await mira.shows('Held until you decide');
});

it('draws what is out of line alone, in the language of the moderator', async () => {
  const { botId } = await setScene(stage);
  const mira = await moderatorIn('ru');
  await queue(botId, { anomalies: [{ reason: 'suspicious', share: 0.3, others: 0.004 }] });
  const message = await mira.shows('выбиваются из ряда');
  expect(message.text).toContain('• Из 100 вступлений 30 — несколько аккаунтов');
  expect(message.text).toContain('у других ботов — 0.4.');
  expect(message.text).toContain('Подписки по дням');
  expect(drawnIn(message)).toHaveLength(1);
  expect(buttonsOf(message).map(({ text }) => text)).toEqual(['🤖 Открыть бота']);
});

it('is not told of a bot that gets no sponsors any more, nor to who is no moderator', async () => {
  const { botId } = await setScene(stage);
  const mira = await moderatorIn('en');
  const petra = new Visitor(stage, publisherId);
  await petra.say('/start');
  const identity = { botId: botId + 1, name: 'Blocked', nickname: 'blocked_bot', settings: {} };
  await stage.service.bots.add(publisherId, identity);
  await stage.service.bots.moderate(moderator.id, identity.botId, { isBlocked: true });
  await queue(identity.botId);
  await queue(botId, {}, publisherId);
  // One person's notifications keep their order.
  await queue(botId, { lastDay: LAST_DAY + 1 });
  const facts = { orderId: 7, name: 'Gardens' };
  const next = { accountId: publisherId, kind: 'order_finished' as const, facts, dedupeKey: 'next' };
  await stage.store.notifications.queue([next], Date.now());
  await mira.shows('On 2026-02-17');
  await petra.shows('🏁');
  // Nothing waits to be tried again.
  expect(await stage.store.notifications.claim('test', 10, HOUR_MS, Date.now() + HOUR_MS)).toEqual([]);
  const told = (await Promise.all([mira.messages(), petra.messages()])).flat();
  expect(told.filter(({ text }) => text?.includes('out of line') === true)).toHaveLength(1);
});

it('comes from the daily reading of all bots', async () => {
  const { botId } = await setScene(stage);
  const mira = await moderatorIn('en');
  const other = { botId: botId + 1, name: 'Another', nickname: 'another_bot', settings: {} };
  await stage.service.bots.add(publisherId, other);
  const { store } = stage;
  await deposit(store, advertiserId, 1_000n * PRICE);
  const link = { link: 'https://t.me/out_of_line', linkKey: 't.me/out_of_line' };
  const { orderId } = await addOrder(store, { ...link, quantityAll: 1_000 }, advertiserId);
  const nowMs = Date.now() - 2 * HOUR_MS;
  const at = { nowMs, day: dayNumberOf(nowMs, 'UTC') };
  for (let userId = 1; userId <= 120; userId += 1) {
    await show(store, userId, orderId, userId <= 60 ? botId : other.botId, nowMs);
    await settle(store, orderId, userId, at);
    const left = { ...at, nowMs: nowMs + HOUR_MS / 2 };
    if (userId <= 60)
      await store.subscriptions.leave(orderId, userId, left, () => ({ kind: 'left', reverse: false }));
  }
  await stage.service.maintenance.readQuality();
  const { text = '' } = await mira.shows('out of line');
  expect(text).toContain('@petras_bot');
  expect(text).toContain('are still there after an hour');
});

describe('curves', () => {
  test('rise up to the most of them, and leave out what is not there', () => {
    expect(risingBars([0, 1, 4, 5, 8])).toBe(' ▁▄▅█');
    expect(risingBars([1, 1_000])).toBe('▁█');
    expect(risingBars([0, 0])).toBe('  ');
    expect(risingBars([])).toBe('');
  });

  test('lie as long as a part of a hundred is', () => {
    expect([0, 1, 5, 10, 99, 100].map((part) => lyingBar(part))).toEqual([
      ...['', '▏', '▌', '█', `${'█'.repeat(9)}▉`, '█'.repeat(10)],
    ]);
    expect([-5, 250].map((part) => lyingBar(part))).toEqual(['', '█'.repeat(10)]);
  });

  test('stand under each other', () => {
    const rows = [
      { label: 'a', share: 100, others: 7 },
      { label: 'long', share: 5, others: 100 },
    ];
    expect(comparedBars(rows, ['it', 'the rest'])).toEqual([
      '                 it the rest',
      'a    ██████████ 100        7',
      'long ▌            5      100',
    ]);
  });
});
