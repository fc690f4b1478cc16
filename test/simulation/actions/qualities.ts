/** The quality of bots is read anew: nobody has enough subscribers here for a real one, so it is drawn. */
import { GOOD_BOT } from '../order-model.js';
import type { Simulation } from '../simulation.js';

/** Below what orders ask for, just that, and above; null leaves what was there. */
const FACTORS = [0.5, GOOD_BOT - 0.001, GOOD_BOT, 1, 1.2, null] as const;

export async function judgeBots(simulation: Simulation): Promise<void> {
  const { draw, model, time } = simulation;
  const judged = [...model.bots.values()].flatMap(({ botId }) => {
    const factor = draw.one(FACTORS);
    return factor === null ? [] : [{ botId, factor, causes: [], joins: 100, curve: [] }];
  });
  await simulation.must(simulation.process('bot'), ({ store }) => store.quality.save(judged, time.now()));
  simulation.count('bots judged', judged.length);
}
