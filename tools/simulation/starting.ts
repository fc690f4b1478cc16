/** A process of the service, over the simulated platform, as it starts and starts again. */
import type { Random } from '../../core/ports.js';
import type { Vault } from '../../core/vault.js';
import { foundAt } from './actions/unseen.js';
import { createSimPlatform } from './platform.js';
import { type Mutation, SimProcess } from './process.js';
import type { Simulation } from './simulation.js';

interface StartParts {
  simulation: Simulation;
  vault: Vault;
  random: Random;
  mutation: Mutation;
}

export function startProcess(name: string, { simulation, vault, random, mutation }: StartParts): SimProcess {
  return new SimProcess(name, {
    host: simulation.host,
    settings: simulation.settings,
    clock: simulation.time,
    random,
    vault,
    mutation,
    platform: (process) =>
      createSimPlatform({
        world: simulation.world,
        time: simulation.time,
        weather: () => ({
          faults: simulation.faults,
          draw: simulation.draw,
          isAway: simulation.absence.isAway,
        }),
        witness: {
          answered: (userId, resourceId, presence, atMs) => {
            const isIn = presence === 'in';
            const found = name === 'bot' && isIn ? foundAt(simulation, userId, resourceId) : [];
            const state = isIn ? 'in' : 'out';
            const seen = {
              state,
              isBarred: presence === 'barred',
              wasIn: undefined,
              updateId: null,
            } as const;
            const told = (found.length > 0 ? found : [atMs]).map((atMs) =>
              simulation.saw(userId, resourceId, { ...seen, atMs }, process),
            );
            // Several orders lead there: the one that was asked for is unknown.
            if (told.length > 1) for (const one of told) one.by = { isDead: true };
          },
          saidOfContact: (botId, userId, state) => {
            simulation.saidOfContact({ userId, botId, state, by: process });
          },
          refunded: (chargeId, isDone) => {
            const payment = simulation.model.stars.get(chargeId);
            if (payment !== undefined) payment[isDone ? 'isGivenBack' : 'wasRefused'] = true;
          },
          isGivenBack: (chargeId) => simulation.model.stars.get(chargeId)?.isGivenBack === true,
        },
        operatorToken: simulation.settings.BOT_TOKEN,
        isGone: () => process.isDead,
      }),
    sender: () => simulation.receivers.sender(),
    onError: (message) => simulation.errors.push(`${name}: ${message}`),
  });
}
