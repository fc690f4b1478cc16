/** docs/quickstart.md, "No bot at hand?", as it stands there: each step is done in its order, and the commands run as they are written. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cast } from '../../scripts/demo/cast.js';
import { botEnvironment, describeDemo } from '../../scripts/demo/index.js';
import { buttonsOf, hasButton, sentBy } from '../support/people.js';
import { removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';

const repository = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(repository, 'docs/quickstart.md'), 'utf8');
const FIRST_BLOCK_WITHIN_MS = 60_000;

// Plain scripts have no types.
const { build } = (await import(path.join(repository, 'scripts/build.mjs'))) as {
  build: () => Promise<void>;
};

/** The numbered steps of the section, each with its commands. */
function stepsOfPage(): { text: string; commands: string[] }[] {
  const [, section = ''] = /^## No bot at hand\?\n([\s\S]*?)^## /m.exec(page) ?? [];
  return section
    .split(/^\d+\. /m)
    .slice(1)
    .map((step) => {
      const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(step) ?? [];
      const commands = block.split('\n').map((line) => line.trim());
      return { text: step.split('\n')[0] ?? '', commands: commands.filter((line) => line !== '') };
    });
}

let demo: RunningDemo;
let home: string;
let shell: ChildProcess | undefined;
beforeAll(async () => {
  await build();
  home = await mkdtemp(path.join(tmpdir(), 'sponsorgate-quickstart-'));
}, 60_000);
afterAll(async () => {
  if (shell !== undefined) {
    const ended = once(shell, 'exit');
    // The whole group: the shell, and the bot that it runs.
    process.kill(-Number(shell.pid), 'SIGKILL');
    await ended;
  }
  await demo.stop();
  await removeFolder(demo.folder);
  await removeFolder(home);
}, 30_000);

it('leads from npm start to the first block in a minute, line by line', async () => {
  const steps = stepsOfPage();
  const startedAtMs = Date.now();
  const maker = cast.advertiser.id;
  const ben = cast.endUsers[5];
  const bot = 'my_first_bot';
  let token = '';
  let key = '';
  let said = '';

  /** What a step says, and what a person does then. */
  const doings: [RegExp, (commands: string[]) => Promise<void>][] = [
    [
      /^`npm start`, and open the phone page that it prints/,
      async () => {
        demo = await startDemo();
        expect((await fetch(demo.world.phone)).status).toBe(200);
        expect(describeDemo(demo.world)).toContain(demo.world.phone);
      },
    ],
    [
      /\*\*New bot\*\*: a name, and a username that ends in "bot"\. Copy the token/,
      async () => {
        // As the phone page does; `test/emulator/maker.test.ts` presses its buttons.
        const body = JSON.stringify({ user: maker, first_name: 'Mine', username: bot });
        const headers = { 'Content-Type': 'application/json' };
        const made = await fetch(`${demo.world.platform}/emulator/bot-maker`, {
          method: 'POST',
          headers,
          body,
        });
        ({ token } = (await made.json()) as { token: string });
      },
    ],
    [
      /^Write `\/start` to @SponsorgateBot, then paste the token there\. It answers with the Bot Key/,
      async () => {
        const operator = demo.world.operator_bot;
        expect(operator).toBe('SponsorgateBot');
        await demo.platform.waitForMessage(maker, operator, () => true, {
          after: await demo.platform.say(maker, operator, '/start'),
        });
        await demo.platform.say(maker, operator, token);
        const copies = ({ text }: { text: string }) => text.startsWith('sg_bot_');
        const screen = await demo.platform.waitForMessage(maker, operator, (message) =>
          buttonsOf(message).some((one) => 'copy_text' in one && copies(one.copy_text)),
        );
        const button = buttonsOf(screen).find((one) => 'copy_text' in one && copies(one.copy_text));
        key = button !== undefined && 'copy_text' in button ? button.copy_text.text : '';
      },
    ],
    [
      /^In another terminal, in this folder, with your token and key/,
      async (commands) => {
        expect(commands).toHaveLength(5);
        const defaults = { api: 'http://127.0.0.1:8080', platform: 'http://127.0.0.1:8081' };
        // Here the demo has other ports than it has by default.
        expect(commands[0]).toBe(botEnvironment(defaults));
        expect(describeDemo(demo.world)).toContain(botEnvironment(demo.world));
        const script = [botEnvironment(demo.world), ...commands.slice(1)]
          .join('\n')
          .replace('<token>', token)
          .replace('<Bot Key>', key);
        const env = { PATH: process.env['PATH'], HOME: home, npm_config_registry: 'http://127.0.0.1:9' };
        const running = spawn('bash', ['-e', '-c', script], {
          cwd: repository,
          env,
          detached: true,
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        shell = running;
        running.stderr.on('data', (data: Buffer) => (said += data.toString()));
        running.stdout.resume();
        await demo.platform.waitForOpenCall({ token, method: 'getUpdates' }, 30_000);
      },
    ],
    [
      /be Ben, and write `hello` to your bot: it shows the sponsors/,
      async () => {
        expect(ben.first_name).toBe('Ben');
        await demo.platform.say(ben.id, bot, 'hello');
        await demo.platform.waitForMessage(ben.id, bot, hasButton('subgram-op'));
        expect(Date.now() - startedAtMs).toBeLessThan(FIRST_BLOCK_WITHIN_MS);
      },
    ],
    [
      /^Join them, press \*\*Done\*\*, and read "Here is what you asked for: hello"/,
      async () => {
        for (const { id } of demo.world.channels) await demo.platform.join(ben.id, id);
        const block = await demo.platform.waitForMessage(ben.id, bot, hasButton('subgram-op'));
        await demo.platform.press(ben.id, bot, block.message_id, sentBy(block, 'subgram-op') ?? '');
        const wanted = 'Here is what you asked for: hello';
        await demo.platform.waitForMessage(ben.id, bot, ({ text }) => text === wanted);
      },
    ],
  ];

  expect(steps).toHaveLength(doings.length);
  for (const [index, [pattern, does]] of doings.entries()) {
    expect(steps[index]?.text).toMatch(pattern);
    await does(steps[index]?.commands ?? []);
  }
  expect(said).toBe('');
}, 120_000);
