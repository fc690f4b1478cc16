/** The examples of docs/examples, run as a reader would run them. */
import { execFile } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import { promisify } from 'node:util';
import { Bot } from 'grammy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sponsors } from '../../docs/examples/grammy-middleware.js';
import { Scene } from '../cases/scene.js';
import { type Emulator, openEmulator, openStage, type Stage } from '../cases/stage.js';

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

  it('with grammY holds a user back until they have joined', async () => {
    const token = String(scene.names.get('recipes_bot', 'token'));
    const bot = new Bot(token, { client: { apiRoot: emulator.url } });
    const handled = new EventEmitter();
    bot.use(async (_, next) => {
      await next();
      handled.emit('update');
    });
    bot.use(sponsors(stage.url, String(scene.names.get('recipes_bot', 'key'))));
    bot.on('message', (ctx) => ctx.reply('Here it is.'));
    const running = bot.start();
    try {
      await scene.happen({ user: 'reader', is: { language_code: 'ru' } });
      const userId = Number(scene.names.get('reader', 'id'));
      const ask = async () => {
        const done = once(handled, 'update');
        await stage.platform.say(userId, 'recipes_bot', '/get');
        await done;
        return (await stage.platform.messages(userId, 'recipes_bot')).filter(
          (message) => message.from?.is_bot,
        );
      };
      expect(await ask()).toEqual([]);
      await scene.happen({ user: 'reader', joins: 'garden' });
      expect(await ask()).toMatchObject([{ text: 'Here it is.' }]);
    } finally {
      await bot.stop();
      await running;
    }
  });
});
