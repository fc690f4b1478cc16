/** Of which bots moderators are notified, by cases on both sides of each bound. */
import { describe, expect, test } from 'vitest';
import { anomaliesOf, type Anomaly, USUAL_DAYS } from '../../core/quality/anomalies.js';
import { anomalyCardOf } from '../../core/quality/index.js';
import { distanceOf, noDelays, usualDelays } from '../../core/quality/delays.js';
import type { BotReading, JoinCounts } from '../../core/quality/quality.js';
import { MARKS_MS } from '../../core/quality/stays.js';
import type { Store } from '../../core/ports.js';
import type { NewNotification } from '../../core/ports/notification-store.js';
import type { CurvePoint } from '../../core/ports/quality-store.js';
import { notifyAnomalies } from '../../core/quality/anomaly-notifications.js';
import type { Settings } from '../../core/config.js';
import { seededRandom } from './choosing-world.js';

const TODAY = 20_500;

const zeros = () => MARKS_MS.map(() => 0);
const nobody = () => ({
  followed: zeros(),
  left: zeros(),
  expectedFixed: zeros(),
  expectedByNetwork: zeros(),
});

function counts(more: Partial<JoinCounts> = {}): JoinCounts {
  return { joins: 100, suspicious: 0, sharedAddress: 0, repeats: 0, ...more };
}

function reading(more: Partial<BotReading> = {}): BotReading {
  return { stays: nobody(), delays: noDelays(), counts: counts(), days: [], ...more };
}

/** As many joins on the last full day, after so many on each day before. */
function days(last: number, before: number, isThere: (day: number) => boolean = () => true): number[] {
  return [...Array.from({ length: USUAL_DAYS }, (_, day) => (isThere(day) ? before : 0)), last];
}

function point(at: number, more: Partial<CurvePoint> = {}): CurvePoint {
  return { afterMs: MARKS_MS[at] ?? 0, followed: 30, stayed: 0.9, others: 0.9, ...more };
}

/** Of a bot on its own but for what is given of all bots together, its own joins included. */
function found(
  bot: BotReading,
  {
    network = { counts: bot.counts, days: bot.days },
    delays = noDelays(),
    curve = [],
  }: { network?: { counts: JoinCounts; days: number[] }; delays?: number[]; curve?: CurvePoint[] } = {},
): Anomaly[] {
  return anomaliesOf(bot, { network, delays }, { curve });
}

describe('a jump', () => {
  const reasons = (joins: readonly number[], network: readonly number[] = joins) => {
    const bot = reading({ days: [...joins], counts: counts({ joins: 0 }) });
    return found(bot, { network: { counts: counts(), days: [...network] } });
  };

  test('is four times the usual day and thirty joins, also of a bot with few in a month', () => {
    expect(reasons(days(40, 10))).toEqual([{ reason: 'jump', share: 40, others: 10 }]);
    expect(reasons(days(39, 10))).toEqual([]);
    expect(reasons(days(29, 1))).toEqual([]);
    expect(reasons(days(30, 1))).toHaveLength(1);
  });

  test('is twice the best day before', () => {
    const joins = days(79, 10);
    joins[3] = 40;
    expect(reasons(joins)).toEqual([]);
    expect(reasons([...joins.slice(0, -1), 80])).toHaveLength(1);
  });

  test('wants seven days with joins before', () => {
    expect(reasons(days(500, 10, (day) => day >= USUAL_DAYS - 6))).toEqual([]);
    expect(reasons(days(500, 10, (day) => day >= USUAL_DAYS - 7))).toHaveLength(1);
  });

  test('is none where other bots’ joins rose as much', () => {
    const bot = days(40, 10);
    // Of the others 1,900 on a usual day, and (5,900 + 100) / (1,900 + 100) = 3 times as many on the last.
    const others = days(5_900, 1_900);
    const all = bot.map((count, day) => count + (others[day] ?? 0));
    expect(reasons(bot, all)).toEqual([]);
    const more = [...bot.slice(0, -1), 120];
    expect(reasons(more, [...all.slice(0, -1), 6_020])).toHaveLength(1);
    expect(reasons([...bot.slice(0, -1), 119], [...all.slice(0, -1), 6_019])).toEqual([]);
  });

  test('is less likely than once in 10,000 days of an honest bot', () => {
    const next = seededRandom(7);
    // Mostly few, and some days five times as many as on the median day; weekends have more.
    const aDay = (mean: number, day: number) =>
      poisson(mean * (day % 7 > 4 ? 1.4 : 1) * (0.2 + 3 * next() ** 3), next);
    let reported = 0;
    for (let bot = 0; bot < 10_000; bot += 1) {
      const mean = Math.exp(next() * Math.log(100));
      reported += reasons(Array.from({ length: USUAL_DAYS + 1 }, (_, day) => aDay(mean, day))).length;
    }
    expect(reported).toBe(0);
  });
});

function poisson(mean: number, next: () => number): number {
  const end = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > end; product *= next()) count += 1;
  return count;
}

describe('subscribers who leave', () => {
  test('are half of those who were to stay, at the first mark where that is so', () => {
    const curve = [
      point(0),
      point(1),
      point(2, { stayed: 0.4, others: 0.8 }),
      point(3),
      point(4, { stayed: 0 }),
    ];
    expect(found(reading(), { curve })).toEqual([{ reason: 'leave_within_day', share: 0.4, others: 0.8 }]);
    expect(found(reading(), { curve: [point(0, { stayed: 0.41, others: 0.8 })] })).toEqual([]);
    const last = [...Array.from({ length: 6 }, (_, at) => point(at)), point(6, { stayed: 0.1 })];
    expect(found(reading(), { curve: last }).map(({ reason }) => reason)).toEqual(['leave_within_month']);
  });

  test('say nothing where fewer than thirty were followed, nor of a bot with fewer joins', () => {
    const curve = [point(0, { followed: 29, stayed: 0.1 })];
    expect(found(reading(), { curve })).toEqual([]);
    const few = reading({ counts: counts({ joins: 29 }) });
    expect(found(few, { curve: [point(0, { stayed: 0.1 })] })).toEqual([]);
    expect(
      found(reading({ counts: counts({ joins: 30 }) }), { curve: [point(0, { stayed: 0.1 })] }),
    ).toHaveLength(1);
  });
});

describe('delays', () => {
  const usual = [10, 20, 40, 20, 6, 3, 1];

  test('are far off where half of the joins lie elsewhere', () => {
    // All within five seconds, beside a tenth: 0.9 of them elsewhere, and 125 joins weigh 125 / 225.
    const at = (joins: number) => reading({ delays: [joins, 0, 0, 0, 0, 0, 0] });
    const [anomaly, ...more] = found(at(125), { delays: usual });
    expect(anomaly).toMatchObject({ reason: 'unusual_delays', others: 0 });
    expect(anomaly?.share).toBeCloseTo(0.5, 9);
    expect(more).toEqual([]);
    expect(found(at(124), { delays: usual })).toEqual([]);
    expect(
      distanceOf(
        usual.map((count) => 9 * count),
        usual,
      ),
    ).toBeCloseTo(0, 9);
  });

  test('of one large bot are not what is usual', () => {
    const large = [100_000, 0, 0, 0, 0, 0, 0];
    const small = [0, 0, 50, 0, 0, 0, 0];
    expect(usualDelays([large, small, small])).toEqual([100, 0, 100, 0, 0, 0, 0]);
    expect(usualDelays([])).toEqual(noDelays());
  });
});

test('odd joins are held against all other bots’, and a few of them say little', () => {
  const network = { counts: counts({ joins: 1_100, suspicious: 100, sharedAddress: 20 }), days: [] };
  const of = (more: Partial<JoinCounts>) => found(reading({ counts: counts(more) }), { network });
  // Others: (100 − 27) / 1,000. Drawn to theirs by fifty more: (27 + 3.65) / 150 = 0.204, 0.131 beyond.
  expect(of({ suspicious: 27 })).toEqual([]);
  const [anomaly, ...more] = of({ suspicious: 30 });
  // (30 + 50 × 0.07) / 150 − 0.07 = 0.153.
  expect(anomaly).toMatchObject({ reason: 'suspicious', share: 0.3 });
  expect(anomaly?.others).toBeCloseTo(0.07, 9);
  expect(more).toEqual([]);
  expect(of({ sharedAddress: 23 })[0]).toMatchObject({ reason: 'shared_address', share: 0.23 });
  // A service of one bot: beside nobody, each of its odd joins is one too many.
  const alone = reading({ counts: counts({ suspicious: 23 }) });
  expect(found(alone)).toMatchObject([{ reason: 'suspicious', share: 0.23, others: 0 }]);
});

describe('moderators', () => {
  const jumping = reading({ days: days(40, 10), counts: counts({ joins: 0 }) });
  const judged = (botId: number, factor = 1, bot = jumping) => ({
    botId,
    bot,
    quality: { factor, causes: [], joins: 0, curve: [] },
  });

  async function notify(
    bots: readonly ReturnType<typeof judged>[],
    notifiedDays = new Map<number, number>(),
  ): Promise<{ notifications: NewNotification[]; notified: Map<number, number> }> {
    const notifications: NewNotification[] = [];
    // Nothing else of the ports is asked.
    const store = {
      notifications: { queue: (some: NewNotification[]) => Promise.resolve(notifications.push(...some)) },
    } as unknown as Store;
    const settings = { MODERATOR_IDS: [901, 902] } as unknown as Settings;
    const network = { hazards: [], delays: [], counts: counts(), days: jumping.days };
    const at = { today: TODAY, nowMs: 0 };
    const notified = await notifyAnomalies({ store, settings }, { judged: bots, network }, notifiedDays, at);
    return { notifications, notified };
  }

  test('are notified one by one, with what the card is drawn from', async () => {
    const { notifications, notified } = await notify([judged(1), judged(2, 1, reading())]);
    expect(notifications.map(({ accountId, kind, dedupeKey }) => [accountId, kind, dedupeKey])).toEqual([
      [901, 'bot_anomaly', `bot_anomaly:1:${String(TODAY)}:901`],
      [902, 'bot_anomaly', `bot_anomaly:1:${String(TODAY)}:902`],
    ]);
    expect(notifications[0]?.facts['botId']).toBe(1);
    expect(anomalyCardOf({ facts: notifications[0]?.facts ?? {} })).toMatchObject({
      anomalies: [{ reason: 'jump', share: 40, others: 10 }],
      joins: jumping.days,
      lastDay: TODAY - 1,
    });
    expect([...notified]).toEqual([[1, TODAY]]);
  });

  test('hear nothing more of a bot for a week', async () => {
    const { notifications, notified } = await notify(
      [judged(1), judged(2)],
      new Map([
        [1, TODAY - 6],
        [2, TODAY - 7],
      ]),
    );
    expect(notifications.map(({ facts }) => facts['botId'])).toEqual([2, 2]);
    expect([...notified].toSorted()).toEqual([
      [1, TODAY - 6],
      [2, TODAY],
    ]);
  });

  test('hear of a bot again that a clock that was days ahead reported', async () => {
    const { notified } = await notify([judged(1)], new Map([[1, TODAY + 40]]));
    expect([...notified]).toEqual([[1, TODAY]]);
  });

  test('are notified of twenty bots a day at most, the worst first, and of the rest the next day', async () => {
    const bots = Array.from({ length: 22 }, (_, at) => judged(at + 1, 1 - at / 100));
    const { notifications, notified } = await notify(bots);
    expect(notifications).toHaveLength(40);
    expect(notifications.slice(0, 3).map(({ facts }) => facts['botId'])).toEqual([22, 22, 21]);
    const next = await notify(bots, notified);
    expect(next.notifications.map(({ facts }) => facts['botId'])).toEqual([2, 2, 1, 1]);
  });

  test('are notified of nothing where nothing is out of line', async () => {
    const { notifications, notified } = await notify([judged(1, 1, reading())]);
    expect([notifications, notified.size]).toEqual([[], 0]);
  });
});
