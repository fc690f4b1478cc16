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
    expect(body['result']).toEqual({ ...none, pays: null, hold_hours: null, announced: null });
  });

  it('is what was read last, with reasons in words and parts of a hundred', async () => {
    const second = await stage.service.bots.add(stage.accountId, {
      botId: 7002,
      name: 'Weather',
      nickname: 'weather_bot',
      settings: {},
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
          words: expect.objectContaining({
            en: 'Of 100 subscribers 86 are still there after an hour; of other bots’ on the same orders, 97.',
            ru: 'Из 100 подписчиков через час остаются 86; у других ботов на тех же заказах — 97.',
          }) as object,
        },
      ],
      curve: [{ after_hours: 6, followed: 180, stayed: 85.9, others: 97 }],
      pays: null,
      hold_hours: null,
      announced: null,
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

  it.each([
    {
      by: { QUALITY_PRICE: '1' },
      now: { pays: 1, hold_hours: null },
      then: { pays: 1.105, hold_hours: null },
      announced: { from: '2050-01-22', factor: 0.603, hold_hours: null },
    },
    {
      by: { QUALITY_HOLD: '1', HOLD_HOURS: '24' },
      now: { pays: null, hold_hours: 24 },
      then: { pays: null, hold_hours: 34 },
      // 24 h × (1 + 4 × 0.397) is 62.1 h.
      announced: { from: '2050-01-22', factor: null, hold_hours: 62 },
    },
    {
      by: { QUALITY_PRICE: '1', QUALITY_HOLD: '1', HOLD_HOURS: '24' },
      now: { pays: 1, hold_hours: 24 },
      then: { pays: 1.105, hold_hours: 34 },
      announced: { from: '2050-01-22', factor: 0.603, hold_hours: 62 },
    },
  ])('tells what holds of the owner’s money and what was announced: $by', async (row) => {
    const { by, now, then, announced } = row;
    const paying = await openApiStage({ ...by, SERVICE_TIMEZONE: 'Europe/Riga' });
    try {
      const { botId, store, clock } = paying;
      const asked = { action: 'quality', bot_id: botId };
      const of = async () => {
        const { body } = await paying.post('/figures', paying.keys.access, asked);
        const { pays, hold_hours, announced: next } = body['result'] as Record<string, unknown>;
        return { pays, hold_hours, announced: next };
      };
      expect(await of()).toEqual({ ...now, announced: null });
      const nowMs = clock.now();
      const fromMs = Date.UTC(2050, 0, 21, 22);
      await store.payingFactors.announce(
        [{ botId, fromMs: nowMs, factor: 1.105, holdFactor: 0.9 }],
        [],
        nowMs,
      );
      await store.payingFactors.announce([{ botId, fromMs, factor: 0.603, holdFactor: 0.603 }], [], nowMs);
      expect(await of()).toEqual({ ...then, announced });
    } finally {
      await paying.close();
    }
  });

  it.each([
    { by: {}, hours: 72, isBy: 0 },
    { by: { HOLD_HOURS: '96', QUALITY_HOLD: '1' }, hours: 96, isBy: 1 },
  ])('tells in the wallet for how long earnings wait at least: $by', async ({ by, hours, isBy }) => {
    const holding = await openApiStage({ NEW_PUBLISHER_HOLD_HOURS: '72', ...by });
    try {
      const { body } = await holding.post('/wallet', holding.keys.access, { action: 'info' });
      expect(body['result']).toMatchObject({ is_trusted: 0, hold_hours: hours, holds_by_quality: isBy });
    } finally {
      await holding.close();
    }
  });
});
