/** The estimate of an order's reach: what is counted, what is measured in a sample, and what is assumed. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { MinBotQuality } from '../../core/data/index.js';
import { createFilters } from '../../core/audience/index.js';
import { rulebook, type Targeting } from '../../core/terms/rulebook.js';
import { defaultTargeting } from '../../core/terms/targeting.js';
import type { EndUser } from '../../core/ports/audience-store.js';
import { createReach, type Reach } from '../../core/forecast/index.js';
import { addBot, BOT, populate } from '../contract/makers.js';
import { openStage, type Stage, START_DAY, START_MS } from '../contract/run.js';
import { settingsWith } from './choosing-world.js';

const DAY_MS = 86_400_000;

let stage: Stage;
let nowMs: number;
let reach: Reach;

beforeEach(async () => {
  stage = await openStage();
  nowMs = START_MS;
  const ports = { store: stage.store, settings: settingsWith(), clock: { now: () => nowMs } };
  reach = createReach(ports, createFilters(ports));
});

afterEach(async () => {
  await stage.close();
});

/** Nothing is demanded but this. */
const of = (more: Partial<Targeting>, minBotQuality: MinBotQuality = 0) =>
  reach.percentage({ targeting: { ...defaultTargeting(), languages: null, ...more }, minBotQuality });

/** So many users of whom this is known; the id says how old an account is. */
async function meet(count: number, facts: Partial<EndUser>, firstId = 8_600_000_000): Promise<void> {
  for (let index = 0; index < count; index++) await stage.store.audience.learn(firstId + index, facts, nowMs);
}

describe('nobody was met yet', () => {
  it('is all for no demand, and what is assumed for each', async () => {
    expect(await of({})).toBe(100);
    expect(await of({ gender: 'female' })).toBeCloseTo(50, 9);
    expect(await of({ onlyPremium: 1 })).toBeCloseTo(10, 9);
    expect(await of({ onlyPremium: 2 })).toBeCloseTo(90, 9);
    expect(await of({ hasBio: true })).toBeCloseTo(30, 9);
    expect(await of({ hasFakeCheck: true })).toBeCloseTo(90, 9);
    expect(await of({ hasUsername: true })).toBeCloseTo(60, 9);
    const levels = [1, 2, 3, 4, 5] as const;
    for (const level of levels) {
      expect(await of({ oldAccount: level })).toBeCloseTo(
        100 * (rulebook.oldAccount.assumedShares[level - 1] ?? NaN),
        9,
      );
      expect(await of({ gifts: level })).toBeCloseTo(
        100 * (rulebook.gifts.assumedShares[level - 1] ?? NaN),
        9,
      );
      expect(await of({ rating: level })).toBeCloseTo(
        100 * (rulebook.rating.assumedShares[level - 1] ?? NaN),
        9,
      );
    }
  });

  it('takes the rarest of demands that hang together, and multiplies the others', async () => {
    expect(await of({ hasPhoto: true, hasRealPhoto: true })).toBeCloseTo(50, 9);
    const names = { hasFirstName: true, hasRuName: true, hasRusName: true, hasOnlyCyrillic: true };
    expect(await of(names)).toBeCloseTo(100 * rulebook.hasRusName.assumedShare, 9);
    expect(await of({ hasBio: true, onlyPremium: 1, gender: 'male' })).toBeCloseTo(100 * 0.3 * 0.1 * 0.5, 9);
  });

  it('takes lists from what /filters shows; of a city and its country the smaller', async () => {
    const { ads } = await createFilters({
      store: stage.store,
      settings: settingsWith(),
      clock: { now: () => nowMs },
    }).all();
    const shown = (values: readonly { id: number | string; percentage: number }[], id: number | string) =>
      values.find((value) => value.id === id)?.percentage ?? NaN;
    const moscow = ads.cities.find(({ name }) => name === 'Moscow')?.id ?? NaN;
    expect(await of({ languages: [1, 2] })).toBeCloseTo(shown(ads.languages, 1) + shown(ads.languages, 2), 9);
    expect(await of({ countries: [643], cities: [moscow] })).toBeCloseTo(shown(ads.cities, moscow), 9);
    expect(await of({ ages: [5], deviceTypes: ['mobile'], deviceSystems: [1] })).toBeCloseTo(
      (shown(ads.ages, 5) * shown(ads.devicestype, 'mobile') * shown(ads.devicesos, 1)) / 10_000,
      9,
    );
  });
});

describe('users were met', () => {
  it('draws what is assumed to what is known, and lets unknown say nothing', async () => {
    await meet(60, { isPremium: true, gender: 'female' });
    await meet(40, { isPremium: false }, 8_600_001_000);
    await meet(50, {}, 8_600_002_000);
    // 60 of 100 known, beside a hundred of whom a tenth is assumed to have it.
    expect(await of({ onlyPremium: 1 })).toBeCloseTo((100 * (60 + 10)) / 200, 9);
    expect(await of({ onlyPremium: 2 })).toBeCloseTo((100 * (40 + 90)) / 200, 9);
    expect(await of({ gender: 'female' })).toBeCloseTo((100 * (60 + 50)) / 160, 9);
    expect(await of({ gender: 'male' })).toBeCloseTo((100 * (0 + 50)) / 160, 9);
  });

  it('measures by the rules that choose: levels, the fraud check, names and ages of accounts', async () => {
    // Ids of 2013, and of the last weeks.
    await meet(30, { gifts: 20, rating: 4, firstName: 'Анна', username: 'anna' }, 1_000);
    await meet(10, {
      gifts: 0,
      rating: -1,
      visitedAtMs: START_MS,
      suspiciousUntilMs: Number.MAX_SAFE_INTEGER,
      firstName: 'Bob',
    });
    await meet(20, { visitedAtMs: START_MS, suspiciousUntilMs: null, firstName: '' }, 8_600_001_000);
    const share = (fitting: number, known: number, assumed: number) =>
      (100 * (fitting + 100 * assumed)) / (known + 100);
    expect(await of({ gifts: 3 })).toBeCloseTo(share(30, 40, 0.04), 9);
    expect(await of({ gifts: 4 })).toBeCloseTo(share(0, 40, 0.015), 9);
    expect(await of({ rating: 2 })).toBeCloseTo(share(30, 40, 0.3), 9);
    expect(await of({ rating: 3 })).toBeCloseTo(share(0, 40, 0.1), 9);
    expect(await of({ oldAccount: 5 })).toBeCloseTo(share(30, 60, 0.08), 9);
    expect(await of({ hasFakeCheck: true })).toBeCloseTo(share(20, 30, 0.9), 9);
    // Nobody tells "none" from "not said": all 60 count.
    expect(await of({ hasUsername: true })).toBeCloseTo(share(30, 60, 0.6), 9);
    expect(await of({ hasFirstName: true })).toBeCloseTo(share(40, 60, 0.99), 9);
    expect(await of({ hasRusName: true })).toBeCloseTo(share(30, 40, 0.45), 9);
    // Together: those of whom all is known, not the product.
    expect(await of({ hasRuName: true, hasRusName: true, hasOnlyCyrillic: true })).toBeCloseTo(
      share(30, 40, 0.45),
      9,
    );
  });

  it('measures once a day', async () => {
    expect(await of({ hasBio: true })).toBeCloseTo(30, 9);
    await meet(100, { hasBio: true, traitsAtMs: START_MS });
    expect(await of({ hasBio: true })).toBeCloseTo(30, 9);
    nowMs += DAY_MS;
    expect(await of({ hasBio: true })).toBeCloseTo((100 * 130) / 200, 9);
  });
});

describe('bots differ', () => {
  const MINUTE_MS = 60_000;
  /** So many lists of a bot on a day; a bot without a factor was never judged. */
  async function ask(botId: number, day: number, lists: number, factor?: number): Promise<void> {
    for (let list = 0; list < lists; list++)
      stage.store.statistics.countRequest(botId, day, list % 2 === 0 ? 'sponsors' : 'no_sponsors');
    const nothing = { causes: [], joins: 0, curve: [] };
    if (factor !== undefined) await stage.store.quality.save([{ botId, factor, ...nothing }], START_MS);
  }

  beforeEach(async () => {
    await populate(stage.store);
    for (const botId of [BOT + 1, BOT + 2, BOT + 3]) await addBot(stage.store, botId);
  });

  it('is the part of the lists that bots good enough ask for; one that nobody knows counts as 1', async () => {
    await ask(BOT, START_DAY - 1, 4, 0.6);
    await ask(BOT + 1, START_DAY - 2, 3, 0.8);
    await ask(BOT + 2, START_DAY - 7, 2, 1);
    await ask(BOT + 3, START_DAY - 1, 1);
    // Too long ago, and today, which is not over.
    await ask(BOT, START_DAY - 8, 50);
    await ask(BOT, START_DAY, 50);
    await stage.store.flush();
    expect(await of({})).toBe(100);
    expect(await of({}, 0.8)).toBeCloseTo(60, 9);
    expect(await of({}, 0.9)).toBeCloseTo(30, 9);
    expect(await of({}, 1)).toBeCloseTo(30, 9);
    expect(await of({ gender: 'female' }, 1)).toBeCloseTo(15, 9);
  });

  it('is all while nothing was asked, then today’s, and is read again after ten minutes', async () => {
    expect(await of({}, 1)).toBe(100);
    await ask(BOT, START_DAY, 1, 0.6);
    await ask(BOT + 1, START_DAY, 1);
    await stage.store.flush();
    nowMs += 10 * MINUTE_MS - 1;
    expect(await of({}, 1)).toBe(100);
    nowMs += 1;
    expect(await of({}, 1)).toBeCloseTo(50, 9);
  });
});
