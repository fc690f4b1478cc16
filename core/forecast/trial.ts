/**
 * Two rankings in parallel: what bots in the trial brought, and the others, with intervals; and whether the two
 * halves of the others differ, which they should not (an A/A check).
 */
import { dayNumberOf } from '../days.js';
import { pagesOf } from '../pages.js';
import type { Ports } from '../ports.js';
import type { BotSums } from '../ports/learning-store.js';
import { isInTrial, lotOf } from '../choosing/index.js';

export interface Interval {
  mean: number;
  /** 95 %; null with fewer than two bots. */
  from: number | null;
  to: number | null;
}

export type Arm = ReturnType<typeof armOf>;

/** The normal distribution's quantile of 95 %, two-sided. */
const QUANTILE = 1.96;

/** Halves the others by another lot than the trial's. */
const isInFirstHalf = (botId: number) => lotOf(botId + 0x5bd1e995) < 0.5;

export function createTrial({ store, clock, settings }: Pick<Ports, 'store' | 'clock' | 'settings'>) {
  const read = async (days: number): Promise<BotSums[]> => {
    const today = dayNumberOf(clock.now(), settings.SERVICE_TIMEZONE);
    const bots: BotSums[] = [];
    const botsAfter = (botId: number) => store.learning.byBot(botId, today - days + 1, today);
    for await (const page of pagesOf(0, botsAfter, ({ botId }) => botId)) bots.push(...page);
    return bots.filter(({ impressions }) => impressions > 0);
  };
  return {
    /**
     * Of the last days, today included: by which rule bots are ranked in the trial, and the others; how much more an impression
     * brings in the trial, as a share (null where a side was shown nothing); and the same of one half of the others compared with
     * the other half.
     */
    figures: async (days: number) => {
      const bots = await read(days);
      const inTrial = bots.filter(({ botId }) => isInTrial(botId, settings));
      const others = bots.filter(({ botId }) => !isInTrial(botId, settings));
      const { RANKING } = settings;
      return {
        rules: { trial: RANKING === 'learned' ? 'smoothed' : 'learned', others: RANKING },
        trial: armOf(inTrial),
        others: armOf(others),
        difference: differenceOf(inTrial, others),
        check: differenceOf(
          others.filter(({ botId }) => isInFirstHalf(botId)),
          others.filter(({ botId }) => !isInFirstHalf(botId)),
        ),
      };
    },
  };
}

/**
 * Of a ratio of sums over bots, by how single bots differ from it (the delta method). `error`: the standard error; null with
 * fewer than two bots.
 */
function ratioOf(bots: readonly BotSums[]) {
  const impressions = bots.reduce((sum, bot) => sum + bot.impressions, 0);
  if (impressions === 0) return null;
  const mean = bots.reduce((sum, { paidMicros }) => sum + Number(paidMicros), 0) / impressions;
  if (bots.length < 2) return { mean, error: null };
  const squares = bots.reduce((sum, bot) => sum + (Number(bot.paidMicros) - mean * bot.impressions) ** 2, 0);
  return { mean, error: Math.sqrt((squares * bots.length) / (bots.length - 1)) / impressions };
}

/** One side of a comparison. Shares and money are of what was shown in its bots, whatever their sizes. */
function armOf(bots: readonly BotSums[]) {
  const { mean, error } = ratioOf(bots) ?? { mean: 0, error: null };
  const half = error === null ? null : QUANTILE * error * 1_000;
  const perThousand = mean * 1_000;
  /** What a thousand impressions brought, in micro-units. */
  const perThousandMicros: Interval = {
    mean: perThousand,
    from: half === null ? null : Math.max(0, perThousand - half),
    to: half === null ? null : perThousand + half,
  };
  return {
    bots: bots.length,
    impressions: bots.reduce((sum, bot) => sum + bot.impressions, 0),
    subscribers: bots.reduce((sum, bot) => sum + bot.subscribers, 0),
    paidMicros: bots.reduce((sum, bot) => sum + bot.paidMicros, 0n),
    perThousandMicros,
  };
}

/** Of a quotient, on the scale on which it is even: that of its logarithm. */
function differenceOf(some: readonly BotSums[], others: readonly BotSums[]): Interval | null {
  const [one, other] = [ratioOf(some), ratioOf(others)];
  if (one === null || other === null || one.mean <= 0 || other.mean <= 0) return null;
  const mean = one.mean / other.mean;
  if (one.error === null || other.error === null) return { mean: mean - 1, from: null, to: null };
  const error = Math.hypot(one.error / one.mean, other.error / other.mean);
  return {
    mean: mean - 1,
    from: mean * Math.exp(-QUANTILE * error) - 1,
    to: mean * Math.exp(QUANTILE * error) - 1,
  };
}
