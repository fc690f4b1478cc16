/**
 * SIGKILL under load, again and again: api, bot, or both die at a moment drawn by the seed while orders and bots are
 * made, keys changed and subscribers settled. Whatever was acknowledged before is there after the restart, once.
 * KILL_CYCLES says how often; `npm run kills` does it a hundred times.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { secondsSince, table, writesDocs, writeSection } from '../support/promises-page.js';
import { Acknowledged, expectAllThere, expectKeys, Load, repeatUnanswered, seededRandom } from './load.js';
import { openWorld, type World } from './world.js';

const CYCLES = Number(process.env['KILL_CYCLES'] ?? 4);
const targets = [['api'], ['bot'], ['api', 'bot']] as const;

let world: World;
let api: string;
const acknowledged = new Acknowledged();
/** Orders whose answer a kill took, and that were there when they were asked for again. */
let madeBefore = 0;

beforeAll(async () => {
  // The load has nobody to moderate its orders.
  world = await openWorld({ ORDERS_WAITING_MAX: '100000', BOTS_MAX: '100000', BOTS_PER_HOUR: '100000' });
  await restart();
}, 60_000);
afterAll(() => world.close());

async function restart(): Promise<void> {
  api = (await world.processes.start('api'))['api'] ?? api;
  await world.processes.start('bot');
}

function killFigures(seconds: string): string {
  const names = ['api', 'bot', 'api and bot'] as const;
  const words = {
    api: 'kills of the api',
    bot: 'kills of the bot process',
    'api and bot': 'kills of both at once',
  };
  const kills = (name: string) =>
    Array.from({ length: CYCLES }, (_, cycle) =>
      (targets[cycle % targets.length] ?? []).join(' and '),
    ).filter((dies) => dies === name).length;
  const counts = names.map((name) => [words[name], String(kills(name))]);
  return table(['of one run', 'figure'], [...counts, ...acknowledged.figures(seconds)]);
}

it(
  `${String(CYCLES)} kills under load lose nothing that was acknowledged, and double nothing`,
  async () => {
    const startMs = performance.now();
    const random = seededRandom();
    for (let cycle = 0; cycle < CYCLES; cycle += 1) {
      const dies = targets[cycle % targets.length] ?? targets[0];
      const since = { bots: acknowledged.botKeys.size, dead: acknowledged.deadKeys.length };
      const load = new Load({ world, acknowledged, apis: [api] });
      const moment = load.more(5 + random(40));
      const running = load.run();
      await moment;
      await Promise.all(dies.map((name) => world.processes.kill(name)));
      load.end();
      await running;
      await restart();
      madeBefore += await repeatUnanswered(world, acknowledged, api);
      await expectAllThere(world, acknowledged);
      await expectKeys(world, acknowledged, api, since);
    }
    expect(acknowledged.settled.size).toBeGreaterThan(CYCLES);
    expect(acknowledged.orders.size).toBeGreaterThan(CYCLES);
    process.stderr.write(
      `${String(CYCLES)} kills: ${acknowledged.summary()}; ${String(madeBefore)} orders made whose answer was lost\n`,
    );
    if (writesDocs) writeSection('kills', killFigures(secondsSince(startMs)));
  },
  60_000 + CYCLES * 20_000,
);
