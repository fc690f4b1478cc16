/** The file is damaged under the running processes: none of them writes to it any more, and each says so in words. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { damageFile } from '../support/damage.js';
import { call } from '../support/service-process.js';
import { openWorld, type World } from './world.js';

const WORDS = 'The database cannot be used: the database file is damaged: restore a backup';

let world: World;
let api: string;

beforeAll(async () => {
  world = await openWorld();
  ({ api = '' } = await world.processes.start('api'));
  await world.processes.start('bot');
}, 60_000);
afterAll(() => world.close());

it('writing ends in both, and /readyz and the log say why', async () => {
  const { bot, keys, processes } = world;
  const change = (max: number) =>
    call(`${api}/bots`, keys.publisher, { action: 'update', bot_id: bot.id, max_sponsors: max });
  expect((await fetch(`${api}/readyz`)).status).toBe(200);
  expect((await change(3)).http).toBe(200);

  damageFile((processes.environment['DATABASE_URL'] ?? '').replace(/^file:/, ''));

  await expect
    .poll(async () => (await fetch(`${api}/readyz`)).json(), { timeout: 5_000 })
    .toMatchObject({ status: 'error', code: 503, checks: { store: `${WORDS}; see the log` } });
  for (const max of [4, 5]) {
    expect(await change(max)).toMatchObject({ http: 503, body: { message: `${WORDS}.` } });
  }
  // Nobody asked the bot process: it looks by itself.
  await expect
    .poll(() => processes.said().includes('no sign of life could be given'), { timeout: 15_000 })
    .toBe(true);
  expect(processes.said()).toContain(WORDS);
}, 60_000);
