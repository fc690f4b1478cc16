/**
 * The demo as `npm start` brings it up: its publishers' bots handle whatever the service sends, its guide ticks off what is done, a
 * word is waited for in the moderator's queue, and it starts again whatever has become of its world.
 */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Message } from 'grammy/types';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { PlatformClient } from '../../emulator/client.js';
import { buttonsOf, hasButton } from '../support/people.js';
import { call, removeFolder, type RunningDemo, startDemo } from '../support/service-process.js';

const [emma, ruslan, dilnoza, ben] = [2001, 2002, 2003, 2006];
const operatorBot = '@SponsorgateBot';
const recipes = '@RecipesDemoBot';
const stories = '@StoriesDemoBot';
/** What the other network asks of users of the second bot. */
const networkChannels = ['@plant_care_demo', '@board_games_demo'];
const isContent = ({ text }: Message) => text?.startsWith('Here is what') === true;

/** Resolves when the guide's step is ticked off. */
async function ticked(platform: PlatformClient, key: string): Promise<void> {
  const watch = await platform.watch(({ type }) => type === 'guide');
  // A deadline, so that a step that is never done is told as one.
  const deadline = AbortSignal.timeout(15_000);
  try {
    while (!(await platform.guideSteps()).some((step) => step.key === key && step.done))
      await watch.next(deadline);
  } finally {
    watch.end();
  }
}

/**
 * Resolves once a list of the second bot has sponsors of both, for a user who has joined nothing. The network has 300 ms, and a
 * busy machine may take more.
 */
async function listsBoth({ world, platform }: RunningDemo, userId: number): Promise<void> {
  await platform.users({ id: userId, first_name: 'Nora', language_code: 'en' });
  const user = { user_id: userId, chat_id: userId, action: 'newtask', get_links: 1 };
  const ask = async () => {
    const { body } = await call(`${world.api}/get-sponsors`, world.publisher.bots[1]?.api_key ?? '', user);
    const { sponsors } = body['additional'] as { sponsors: { resource_name: string; network?: string }[] };
    const ofNetwork = sponsors.filter(({ network }) => network === new URL(world.network.url).host);
    return [sponsors.length > ofNetwork.length, ...ofNetwork.map(({ resource_name }) => resource_name)];
  };
  await expect.poll(ask, { timeout: 15_000, interval: 500 }).toEqual([true, 'Plant Care', 'Board Games']);
}

/** Presses the button of the newest message that sends what fits, and answers what the bot answered. */
async function press(platform: PlatformClient, user: number, bot: string, fits: RegExp, after = 0) {
  const dataOf = (message: Message) =>
    buttonsOf(message)
      .flatMap((button) => ('callback_data' in button ? [button.callback_data] : []))
      .find((data) => fits.test(data));
  const message = await platform.waitForChat(user, bot, (messages) =>
    messages.findLast((one) => one.message_id > after && dataOf(one) !== undefined),
  );
  const query = await platform.press(user, bot, message.message_id, dataOf(message) ?? '');
  return platform.waitForAnswer(user, bot, query);
}

describe('the demo', () => {
  let demo: RunningDemo;
  let platform: PlatformClient;
  beforeAll(async () => {
    // Long, so that a busy machine does not turn an answer into one that was not awaited.
    demo = await startDemo({ environment: { SPONSORS_DEADLINE_MS: '4000' } });
    ({ platform } = demo);
  }, 60_000);
  afterAll(async () => {
    await demo.stop();
    await removeFolder(demo.folder);
  });

  it('leads to its own phone, not to the real messenger', async () => {
    const { api, platform: phone } = demo.world;
    const home = await (await fetch(`${api}/`, { headers: { Accept: 'text/html' } })).text();
    const begun = await (
      await fetch(`${api}/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ action: 'begin' }),
      })
    ).text();
    const root = new URL('/t.me/', phone).href;
    for (const said of [home, begun]) {
      expect(said).toContain(`"${root}${operatorBot.slice(1)}`);
      expect(said).not.toContain('https://t.me/');
    }
  });

  it('has a bot whose list shows sponsors of another network, too', () => listsBoth(demo, 2901));

  const change = (bot: number, settings: object) =>
    call(`${demo.world.api}/bots`, demo.world.publisher.access_key, {
      action: 'update',
      bot_id: demo.world.publisher.bots[bot]?.bot_id,
      ...settings,
    });
  /** The fourth channel's order waits for the moderator, until the test of the steps has let it run. */
  const channels = () => [...demo.world.channels.map(({ id }) => id), '@city_walks_demo', ...networkChannels];
  const join = async (user: number, count = channels().length) => {
    for (const channel of channels().slice(0, count)) await platform.join(user, channel);
  };

  it('has bots that handle every button of the service, or ask for themselves', async () => {
    for (const [index, bot, user] of [
      [0, recipes, ruslan],
      [1, stories, dilnoza],
    ] as const) {
      await change(index, { gender_question: 1, age_question: 1 });
      await platform.say(user, bot, '/get');
      expect((await press(platform, user, bot, /^subgram_gender_male(\.|$)/)).text).toBe('');
      expect((await press(platform, user, bot, /^subgram_age_c6(\.|$)/)).text).toBe('');
      await platform.waitForMessage(user, bot, hasButton('subgram-op'));
      await join(user, 1);
      const early = await press(platform, user, bot, /^subgram-op(\.|$)/);
      expect(early.show_alert).toBe(true);
      expect(early.text).toContain('• Home Cooking');
      expect(early.text).toContain('• Night Sky');
      expect(early.text).not.toContain('Slow Travel');
      await join(user);
      // The platform tells the service of a join a moment after it, or two on a busy machine.
      const pressed = async () => (await press(platform, user, bot, /^subgram-op(\.|$)/)).text;
      await expect.poll(pressed, { timeout: 15_000 }).toBe('');
      await platform.waitForMessage(user, bot, isContent);
      // Nothing is left to press.
      await platform.waitForChat(user, bot, (messages) =>
        messages.some(hasButton('subgram-op')) ? undefined : true,
      );
      await change(index, { gender_question: 0, age_question: 0 });
    }
  }, 60_000);

  it('has bots that lead to the form, and say so where it is left out', async () => {
    // One for each bot: who answers no question is let on after a few, in all bots that they use.
    for (const [index, bot, user] of [
      [0, recipes, 2004],
      [1, stories, 2005],
    ] as const) {
      await change(index, { show_quiz: 1 });
      await platform.say(user, bot, '/get');
      const isForm = (message: Message) => buttonsOf(message).some((button) => 'web_app' in button);
      await platform.waitForMessage(user, bot, isForm);
      const early = await press(platform, user, bot, /^subgram-op(\.|$)/);
      expect(early).toMatchObject({ show_alert: true });
      expect(early.text).not.toBe('');
      await change(index, { show_quiz: 0 });
    }
  }, 60_000);

  it('ticks off each step as it is done, and not before', async () => {
    const steps = await platform.guideSteps();
    expect(steps.map(({ key, user_id }) => [key, user_id])).toEqual([
      ['block', emma],
      ['links', ben],
      ['publisher', 1002],
      ['advertiser', 1003],
      ['moderator', 1001],
    ]);
    expect(steps.filter(({ done }) => done)).toEqual([]);
    for (const [user, bot, key] of [
      [emma, recipes, 'block'],
      [ben, stories, 'links'],
    ] as const) {
      await platform.say(user, bot, '/get');
      await platform.waitForMessage(user, bot, hasButton('subgram-op'));
      await join(user);
      await press(platform, user, bot, /^subgram-op(\.|$)/);
      await ticked(platform, key);
    }
    await platform.say(1002, operatorBot, '/bots');
    await ticked(platform, 'publisher');
    const asked = await platform.say(1003, operatorBot, '/orders');
    await press(platform, 1003, operatorBot, /^order:\d+$/, asked);
    await ticked(platform, 'advertiser');

    await press(platform, 1001, operatorBot, /^mod:ok:\d+:\d+$/);
    expect((await platform.guideSteps()).find(({ key }) => key === 'moderator')?.done).toBe(false);
    const queue = await platform.say(1001, operatorBot, '/queue');
    await press(platform, 1001, operatorBot, /^mod:trust$/, queue);
    await press(platform, 1001, operatorBot, /^mod:trust-bot:7000000004$/, queue);
    await press(platform, 1001, operatorBot, /^mod:trust-yes:7000000004:/, queue);
    await ticked(platform, 'moderator');
  }, 60_000);
});

describe('the demo, started again', () => {
  let demo: RunningDemo;
  afterEach(async () => {
    await demo.stop();
    await removeFolder(demo.folder);
  });

  it('finds its way in whatever has become of its world', async () => {
    demo = await startDemo();
    const { platform, world } = demo;
    const { access_key: access, bots } = world.publisher;
    const bot = async (body: object) => (await call(`${world.api}/bots`, access, body)).http;
    // A bot that another account proved to be its own, an order out of sight, a name that somebody else took, a lost token.
    const other = { id: 3001, first_name: 'Olga', language_code: 'en' };
    await platform.users(other);
    await platform.chats({
      id: world.channels[0]?.id ?? 0,
      title: 'Fast Travel',
      username: 'fast_travel_demo',
    });
    await platform.users({ ...other, username: world.channels[0]?.username ?? '' });
    expect(await bot({ action: 'update', bot_id: bots[0]?.bot_id, in_archive: 1 })).toBe(200);
    const orders = { action: 'update', order_id: world.orders[1]?.order_id, in_archive: 1 };
    expect((await call(`${world.api}/orders`, world.advertiser.access_key, orders)).http).toBe(200);
    await platform.revoke(stories);
    expect((await demo.stop()).code).toBe(0);

    demo = await startDemo({ folder: demo.folder });
    expect(demo.said()).toContain('The demo could not add the channel @slow_travel_demo');
    expect(demo.world.channels.map(({ username }) => username)).toEqual([
      'home_cooking_demo',
      'night_sky_demo',
    ]);
    expect(demo.world.publisher.bots).toHaveLength(2);
    await demo.platform.say(ben, stories, '/get');
    await demo.platform.waitForMessage(ben, stories, hasButton('subgram-op'));
    // Its network has another address by now.
    await listsBoth(demo, 2902);
    await demo.stop();

    // The emulated platform forgot everything, while the service did not; and the secret that sealed its keys is lost.
    for (const file of ['platform.json', 'demo-secret']) await rm(path.join(demo.folder, 'data/demo', file));
    demo = await startDemo({ folder: demo.folder });
    await demo.platform.say(emma, recipes, '/get');
    await demo.platform.waitForMessage(emma, recipes);
    await demo.stop();

    // The other way round (over PostgreSQL, whose database is elsewhere, once more the same).
    for (const ending of ['', '-wal', '-shm'])
      await rm(path.join(demo.folder, `data/demo/service.db${ending}`), { force: true });
    demo = await startDemo({ folder: demo.folder });
    expect(demo.world.orders.length).toBeGreaterThan(1);
    await demo.platform.say(ben, stories, '/get');
    await demo.platform.waitForMessage(ben, stories, hasButton('subgram-op'));
  }, 180_000);
});
