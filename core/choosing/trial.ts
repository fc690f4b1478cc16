/** Which rule a bot's lists are ranked by: the setting's, or the other one for the share of bots that a trial takes. */
import type { Settings } from '../config.js';

export type Rule = 'learned' | 'smoothed';

type RankingSettings = Pick<Settings, 'RANKING' | 'RANKING_TRIAL_SHARE'>;

const other: Record<Rule, Rule> = { learned: 'smoothed', smoothed: 'learned' };

/** Between 0 and 1, the same for a bot for ever; bots are spread evenly (murmur3's finalizer). */
export function lotOf(botId: number): number {
  let mixed = (botId ^ Math.floor(botId / 2 ** 32)) >>> 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}

export function isInTrial(botId: number, { RANKING_TRIAL_SHARE }: RankingSettings): boolean {
  return lotOf(botId) < Number(RANKING_TRIAL_SHARE);
}

export function ruleOf(botId: number, settings: RankingSettings): Rule {
  return isInTrial(botId, settings) ? other[settings.RANKING] : settings.RANKING;
}

export function rulesInUse(settings: RankingSettings): Rule[] {
  const share = Number(settings.RANKING_TRIAL_SHARE);
  const rules = new Set<Rule>();
  if (share < 1) rules.add(settings.RANKING);
  if (share > 0) rules.add(other[settings.RANKING]);
  return [...rules];
}
