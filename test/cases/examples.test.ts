/** The examples of docs/examples, run as a reader would run them; its bots are in example-bots.test.ts. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Scene } from './scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from './stage.js';

const folder = path.resolve(import.meta.dirname, '../../docs/examples');

describe('the examples', () => {
  let emulator: Emulator;
  let stage: Stage;
  let scene: Scene;

  beforeAll(async () => {
    emulator = await openEmulator();
    // Long, so that a busy machine does not turn an answer into one that was not awaited.
    stage = await openStage(emulator, { SPONSORS_DEADLINE_MS: '4000' });
    scene = new Scene(stage);
    await scene.open();
    for (const happening of [
      { balance: '100', of: 'advertiser' },
      { channel: 'garden' },
      { publisher_bot: 'recipes_bot' },
      { order: 'first', create: { link: '{{garden.link}}' }, then: 'approves' as const },
    ]) {
      await scene.happen(happening);
    }
  });
  afterAll(async () => {
    await stage.close();
    await emulator.close();
  });

  const run = async (
    command: string,
    words: readonly string[],
    botKey = String(scene.names.get('recipes_bot', 'key')),
  ) => {
    const env = { PATH: process.env['PATH'], SERVICE_URL: stage.url, BOT_KEY: botKey };
    const { stdout } = await promisify(execFile)(command, words, { env, cwd: folder });
    return stdout;
  };

  it('with fetch says what to show, and afterwards to let the user through', async () => {
    await scene.happen({ user: 'fetcher', is: { language_code: 'uz' } });
    const userId = String(scene.names.get('fetcher', 'id'));
    const shown = await run(process.execPath, ['fetch-client.mjs', userId]);
    expect(shown).toContain('https://t.me/garden');
    expect(shown).toContain('Davom etish uchun homiylarimizga obuna bo‘ling.');
    await scene.happen({ user: 'fetcher', joins: 'garden' });
    expect(await run(process.execPath, ['fetch-client.mjs', userId])).toBe('Let the user through.\n');
  });

  it('with fetch lets the user through when the service refuses', async () => {
    expect(await run(process.execPath, ['fetch-client.mjs', '1'], 'sg_bot_of_nobody')).toBe(
      'Let the user through.\n',
    );
  });

  it('with curl prints the answer, also for a user whose language is only assumed', async () => {
    await scene.happen({ user: 'curler', is: { language_code: 'ru', hides_language: true } });
    const answer = JSON.parse(
      await run('sh', ['curl.sh', String(scene.names.get('curler', 'id'))]),
    ) as object;
    expect(answer).toMatchObject({
      status: 'warning',
      message: 'Чтобы продолжить, подпишитесь на наших спонсоров.',
      links: ['https://t.me/garden'],
    });
  });
});
