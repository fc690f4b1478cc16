/** Moderators say whether bots without a token are to be trusted, and the money that waits for it follows. */
import { MODERATOR } from '../people.js';
import type { Simulation } from '../simulation.js';
import { violation } from '../violation.js';

export async function decideTrust(simulation: Simulation): Promise<void> {
  const { draw, model } = simulation;
  const bot = draw.one([...model.bots.values()].filter(({ hasToken }) => !hasToken));
  // Mostly trusted in the end, so that what they bring goes on being met.
  const trust = draw.chance(0.6) ? 'trusted' : 'refused';
  bot.decided = trust;
  for (const userId of simulation.books.heldForTime(bot.botId)) simulation.touch(userId);
  const decided = await simulation.inBot(({ service }) => service.trust.bot(bot.botId, trust, MODERATOR));
  simulation.note(decided.trust);
  simulation.count(`bots ${trust}`);
  simulation.later(() => {
    if (bot.trust !== trust)
      throw violation('3 kept', `bot ${String(bot.botId)} is ${bot.trust}, not ${trust}`);
    const left = trust === 'refused' ? simulation.books.heldForTime(bot.botId).length : 0;
    if (left > 0)
      throw violation('2 charge', `bot ${String(bot.botId)} is refused, and ${String(left)} holds run on`);
  });
}

/** Promise 1: what waits for a moderator goes where their word sends it. */
export async function settleHeld(simulation: Simulation): Promise<void> {
  for (const userId of simulation.books.heldDecided()) simulation.touch(userId);
  await simulation.inBot(async ({ service }) => {
    while ((await service.trust.settleHeld()) > 0);
  });
  simulation.later(() => {
    const waiting = simulation.books.heldDecided().length;
    if (waiting > 0) throw violation('1 balance', `${String(waiting)} wait for a word that was spoken`);
  });
}
