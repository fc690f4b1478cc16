/**
 * Renews the quality of bots. No bot has enough subscribers for a real one here, so it is drawn; the service
 * does the rest.
 */
import { announceFactors } from '../../../core/quality/index.js';
import { GOOD_BOT } from '../order-model.js';
import { DAY_MS, dayOf } from '../rules.js';
import type { Simulation } from '../simulation.js';

/** Below what orders ask for, just that, and above; null leaves what was there. */
const FACTORS = [0.5, GOOD_BOT - 0.001, GOOD_BOT, 1, 1.2, null] as const;

const DAYS_BEFORE = 8;

export async function judgeBots(simulation: Simulation): Promise<void> {
  const { draw, model, time, settings } = simulation;
  const judged = [...model.bots.values()].flatMap(({ botId }) => {
    const factor = draw.one(FACTORS);
    return factor === null ? [] : [{ botId, factor, causes: [], joins: 100, curve: [] }];
  });
  await simulation.inBot(({ store }) => store.quality.save(judged, time.now()));
  simulation.count('bots judged', judged.length);
  if (settings.QUALITY_PRICE || settings.QUALITY_HOLD) await announce(simulation, judged, time.now());
}

/** A reading of the week before: few runs last until what is announced in them holds. */
export async function judgedBefore(simulation: Simulation): Promise<void> {
  const { model, time } = simulation;
  const known = FACTORS.filter((factor) => factor !== null);
  const judged = [...model.bots.keys()].map((botId, at) => ({
    botId,
    factor: known[at % known.length] ?? 1,
  }));
  await announce(simulation, judged, time.now() - DAYS_BEFORE * DAY_MS);
}

/** Of bots that were not drawn nothing is known: what is announced of them is that they go back to 1. */
async function announce(
  simulation: Simulation,
  judged: readonly { botId: number; factor: number }[],
  nowMs: number,
): Promise<void> {
  const { model, settings, money } = simulation;
  const factors = new Map(judged.map(({ botId, factor }) => [botId, factor]));
  const due = model.paying.due(factors, money.rules, nowMs);
  model.paying.try(due);
  const read = judged.map(({ botId, factor }) => ({ botId, quality: { factor, causes: [] } }));
  await simulation.inBot(({ store }) =>
    announceFactors({ store, settings }, read, { today: dayOf(nowMs), nowMs }),
  );
  model.paying.accept();
  for (const { botId } of due) model.notifications.expect('bot_paying_factor', botId, true);
  simulation.count('factors announced', due.length);
}
