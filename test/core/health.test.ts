/** Readiness, over a real store: what it says, and how little it costs to be asked too often. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseSettings } from '../../core/config.js';
import { createHealth, type Health } from '../../core/health.js';
import { sqliteStage, START_MS, type Stage } from '../contract/run.js';

let stage: Stage;
let nowMs: number;
let health: Health;
const settings = parseSettings({
  BOT_TOKEN: '900:operator-secret',
  SECRETS_KEY: Buffer.alloc(32).toString('base64'),
});
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeEach(async () => {
  stage = await sqliteStage();
  nowMs = START_MS;
  health = createHealth({ store: stage.store, clock: { now: () => nowMs }, log, settings, rails: [] });
});
afterEach(() => stage.close());

const looks = () =>
  stage.commits.flatMap(({ names }) => names).filter((name) => name === 'health.check').length;

it('looks at the store once a second, however many ask, at once or one after the other', async () => {
  await health.beat('bot');
  const answers = await Promise.all(Array.from({ length: 100 }, () => health.ready()));
  for (let index = 0; index < 100; index += 1) answers.push(await health.ready());
  expect(answers.every(({ state }) => state === 'ready')).toBe(true);
  expect(looks()).toBe(1);
  nowMs += 999;
  await health.ready();
  expect(looks()).toBe(1);
  nowMs += 1;
  await health.ready();
  expect(looks()).toBe(2);
});

it('finds within that second that the bot process has gone, and that it has come back', async () => {
  expect(await health.ready()).toMatchObject({ state: 'down', checks: { bot: 'has not been seen' } });
  await health.beat('bot');
  nowMs += 1_000;
  expect(await health.ready()).toMatchObject({ state: 'ready' });
  nowMs += 31_000;
  expect(await health.ready()).toMatchObject({ state: 'down', checks: { bot: 'was last seen 32 s ago' } });
});

it('a clock that was set back makes nothing that was found fresh', async () => {
  await health.ready();
  nowMs -= 3_600_000;
  await health.ready();
  expect(looks()).toBe(2);
});

it('is degraded, with the reason and for how long, while the platform does not answer', async () => {
  await health.beat('bot');
  expect(await health.ready()).toMatchObject({ state: 'ready', checks: { platform: 'not known yet' } });
  await health.reportPlatform('api.example.org cannot be reached (ECONNREFUSED)', nowMs);
  nowMs += 20_000;
  expect(await health.ready()).toMatchObject({
    state: 'degraded',
    checks: {
      store: 'ok',
      bot: 'ok',
      platform: 'api.example.org cannot be reached (ECONNREFUSED), for 20 s',
    },
  });
  nowMs += 20_000;
  expect(await health.ready(), 'without a bot process nothing works').toMatchObject({ state: 'down' });
  await health.beat('bot');
  await health.reportPlatform(null, nowMs);
  nowMs += 1_000;
  expect(await health.ready()).toMatchObject({ state: 'ready', checks: { platform: 'ok' } });
});
