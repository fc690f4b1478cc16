/** Two rankings beside each other (`core/forecast/trial.ts`): figures and intervals by bots. */
import { describe, expect, it } from 'vitest';
import type { Store } from '../../core/ports.js';
import type { BotSums } from '../../core/ports/learning-store.js';
import { createTrial } from '../../core/forecast/index.js';
import { isInTrial } from '../../core/choosing/index.js';
import { NOW_MS, seededRandom, settingsWith } from './choosing-world.js';

const settings = settingsWith({ RANKING: 'learned', RANKING_TRIAL_SHARE: '0.3' });

/** A store with these bots alone, read by pages of three. */
function trialOf(bots: readonly BotSums[]) {
  const asked: number[][] = [];
  const learning = {
    byBot: (after: number, fromDay: number, toDay: number) => {
      asked.push([fromDay, toDay]);
      return Promise.resolve(bots.filter(({ botId }) => botId > after).slice(0, 3));
    },
  };
  const store = { learning } as unknown as Store;
  return { trial: createTrial({ store, clock: { now: () => NOW_MS }, settings }), asked };
}

/** Bots of different sizes; a show brings `worth` there, give or take a fifth, and `more` times that in the trial. */
function botsWith(seed: number, count: number, more: number): BotSums[] {
  const next = seededRandom(seed);
  return Array.from({ length: count }, (_, index) => {
    const botId = 7_000 + index;
    const shows = 500 + Math.floor(next() * 5_000);
    const worth = (0.8 + 0.4 * next()) * (isInTrial(botId, settings) ? more : 1);
    const subscribers = Math.round(shows * 0.3 * worth);
    return { botId, impressions: shows, subscribers, paidMicros: BigInt(subscribers) * 2_000_000n };
  });
}

describe('a trial', () => {
  it('finds a difference that is there, within its interval, and none between equals', async () => {
    const { trial, asked } = trialOf(botsWith(1, 200, 1.2));
    const { rules, trial: tried, others, difference, check } = await trial.figures(14);
    expect(rules).toEqual({ trial: 'smoothed', others: 'learned' });
    expect(tried.bots + others.bots).toBe(200);
    expect(tried.bots / 200).toBeCloseTo(0.3, 1);
    expect(difference!.from).toBeGreaterThan(0.1);
    expect(difference!.from).toBeLessThan(0.2);
    expect(difference!.to).toBeGreaterThan(0.2);
    expect(check!.from).toBeLessThan(0);
    expect(check!.to).toBeGreaterThan(0);
    expect(asked[0]![1]! - asked[0]![0]!).toBe(13);
  });

  it('takes a difference between equals for real about one time in twenty', async () => {
    let wrong = 0;
    for (let seed = 1; seed <= 200; seed++) {
      const { difference } = await trialOf(botsWith(seed, 60, 1)).trial.figures(7);
      if (difference!.from! > 0 || difference!.to! < 0) wrong += 1;
    }
    expect(wrong).toBeGreaterThan(1);
    expect(wrong).toBeLessThan(24);
  });

  it('says nothing of what it cannot know', async () => {
    const none = await trialOf([]).trial.figures(7);
    expect(none.difference).toBeNull();
    expect(none.trial).toMatchObject({ bots: 0, impressions: 0, paidMicros: 0n });
    const silent = botsWith(1, 40, 1).map((bot) => ({
      ...bot,
      impressions: 0,
      subscribers: 0,
      paidMicros: 0n,
    }));
    expect((await trialOf(silent).trial.figures(7)).difference).toBeNull();
    const two = botsWith(1, 40, 1).filter(
      ({ botId }, _, all) =>
        botId === all.find((bot) => isInTrial(bot.botId, settings))?.botId ||
        botId === all.find((bot) => !isInTrial(bot.botId, settings))?.botId,
    );
    const { difference } = await trialOf(two).trial.figures(7);
    expect(difference).toMatchObject({ from: null, to: null });
  });
});
