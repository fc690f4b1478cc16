/** What a publisher is told of a bot's quality. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiStage, type ApiStage } from './stage.js';

let stage: ApiStage;
beforeAll(async () => {
  stage = await openApiStage();
});
afterAll(() => stage.close());

const ask = (botId: number, key = stage.keys.access) =>
  stage.post('/figures', key, { action: 'quality', bot_id: botId });

it('/figures bots has prices: none where nothing was shown, and lists without sponsors as unfilled', async () => {
  const asked = { user_id: 91, chat_id: 91, first_name: 'Nora', language_code: 'en', get_links: 1 };
  expect((await stage.post('/get-sponsors', stage.keys.bot, asked)).http).toBe(404);
  await stage.store.flush();
  const { body } = await stage.post('/figures', stage.keys.access, { action: 'bots', bot_id: stage.botId });
  const { prices } = body['result'] as { prices: unknown };
  expect(prices).toEqual({ impression: null, subscriber: null, filled: 0 });
});

describe('/figures quality', () => {
  it('is 1 without reasons while nothing was read', async () => {
    const { http, body } = await ask(stage.botId);
    expect(http).toBe(200);
    const none = { factor: 1, read_at: null, joins: 0, reasons: [], curve: [] };
    expect(body['result']).toEqual({ ...none, pays: null, announced: null });
  });

  it('is what was read last, with reasons in words and parts of a hundred', async () => {
    const second = await stage.service.bots.add(stage.accountId, {
      ...{ botId: 7002, name: 'Weather', nickname: 'weather_bot', settings: {} },
    });
    const { botId } = second.bot;
    const [stayed, others] = [0.859259, 0.97];
    await stage.store.quality.save(
      [
        {
          botId,
          factor: 0.903,
          joins: 212,
          causes: [{ reason: 'leave_within_hour', effect: -0.097, share: stayed, others }],
          curve: [{ afterMs: 21_600_000, followed: 180, stayed, others }],
        },
      ],
      Date.UTC(2026, 0, 15, 2),
    );
    const { body } = await ask(botId, stage.keys.statistics);
    expect(body['result']).toEqual({
      factor: 0.903,
      read_at: '2026-01-15T02:00:00.000Z',
      joins: 212,
      reasons: [
        {
          reason: 'leave_within_hour',
          effect: -0.097,
          share: 85.9,
          others: 97,
          words: {
            en: 'Of 100 subscribers 86 are still there after an hour; of other bots’ on the same orders, 97.',
            ru: 'Из 100 подписчиков через час остаются 86; у других ботов на тех же заказах — 97.',
          },
        },
      ],
      curve: [{ after_hours: 6, followed: 180, stayed: 85.9, others: 97 }],
      ...{ pays: null, announced: null },
    });
  });

  it('is nobody else’s', async () => {
    await stage.service.accounts.open({
      accountId: 777,
      firstName: 'Eve',
      username: 'eve',
      language: 'en',
    });
    const key = await stage.service.accounts.revealKey(777, 'access');
    const [others, nobodys] = [await ask(stage.botId, key), await ask(99_999, key)];
    expect([others.http, nobodys.http]).toEqual([403, 403]);
  });

  it('tells by what the owner is paid and what was announced, where the service pays by quality', async () => {
    const paying = await openApiStage({ QUALITY_PRICE: '1', SERVICE_TIMEZONE: 'Europe/Riga' });
    try {
      const { botId, store, clock } = paying;
      const asked = { action: 'quality', bot_id: botId };
      const of = async () => {
        const { body } = await paying.post('/figures', paying.keys.access, asked);
        const { pays, announced } = body['result'] as Record<string, unknown>;
        return { pays, announced };
      };
      expect(await of()).toEqual({ pays: 1, announced: null });
      const nowMs = clock.now();
      const fromMs = Date.UTC(2050, 0, 21, 22);
      const announced = { from: '2050-01-22', factor: 0.603 };
      await store.payingFactors.announce([{ botId, fromMs: nowMs, factor: 1.105 }], [], nowMs);
      await store.payingFactors.announce([{ botId, fromMs, factor: 0.603 }], [], nowMs);
      expect(await of()).toEqual({ pays: 1.105, announced });
    } finally {
      await paying.close();
    }
  });
});
