/** The bot process says that it has taken every update there was. */
import type { Simulation } from '../simulation.js';

/** In a third of the seeds it never does, as where updates are far behind: then the platform is asked. */
export async function hear(simulation: Simulation): Promise<void> {
  const { world, time, settings } = simulation;
  if (world.pending.length > 0 || settings.API_WORKERS > 1) return;
  await simulation.inBot(({ service }) => service.membership.heard(time.now()));
}
