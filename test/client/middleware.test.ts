/** The gate in one line, in grammY and in Telegraf, over the real service and the emulated platform. */
import { Bot, InlineKeyboard } from 'grammy';
import { Composer, Telegraf } from 'telegraf';
import { sponsorgate } from 'sponsorgate-client';
import { guard as guardGrammy, type Guard, type GuardOptions } from 'sponsorgate-client/grammy';
import { guard as guardTelegraf } from 'sponsorgate-client/telegraf';
import { afterEach, describe, expect, it } from 'vitest';
import type { RunningBot } from '../bot/service-stage.js';
import { type ClientStage, emma, linksOf, openClientStage, userOf } from './stage.js';

let opened: ClientStage;
let running: { stop(): Promise<void> | void } | undefined;
let service: RunningBot | undefined;

const open = async (...[options]: Parameters<typeof openClientStage>) => {
  opened = await openClientStage(options);
  service = await opened.startService();
  return userOf(opened);
};
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await service?.stop();
  await opened.close();
});

const options = (block: Block = 'gate'): GuardOptions => ({
  networks: [sponsorgate({ url: opened.url, key: opened.key, block })],
  unavailable: 'pass',
  debounceMs: 0,
  // Long, so that a busy machine does not turn an answer into none.
  timeoutMs: 10_000,
});

type Block = 'gate' | 'service' | 'setting';
/** How much of the bot is guarded. */
type Part = 'all' | 'a command' | 'private chats';
type Start = (part: Part, block?: Block) => Promise<Guard>;

const grammy: Start = async (part, block) => {
  const bot = new Bot(opened.scene.token, { client: { apiRoot: opened.stage.emulator.url } });
  const wall = guardGrammy(bot, options(block));
  if (part === 'all') bot.use(wall);
  if (part === 'private chats') bot.chatType('private').use(wall);
  if (part === 'a command') bot.command('get', wall, (ctx) => ctx.reply('soup'));
  bot.command('menu', (ctx) => ctx.reply('Menu', { reply_markup: new InlineKeyboard().text('Tea', 'tea') }));
  bot.callbackQuery('tea', async (ctx) => {
    await ctx.answerCallbackQuery('It is hot');
    await ctx.reply('tea');
  });
  bot.on('message', (ctx) => ctx.reply(`handled ${ctx.message.text ?? ''}`));
  const polling = bot.start();
  running = {
    stop: async () => {
      await bot.stop();
      await polling;
    },
  };
  await bot.init();
  return wall;
};

const telegraf: Start = async (part, block) => {
  const bot = new Telegraf(opened.scene.token, { telegram: { apiRoot: opened.stage.emulator.url } });
  const wall = guardTelegraf(bot, options(block));
  if (part === 'all') bot.use(wall);
  if (part === 'private chats') bot.use(Composer.chatType('private', wall));
  if (part === 'a command') bot.command('get', wall, (ctx) => ctx.reply('soup'));
  bot.command('menu', (ctx) =>
    ctx.reply('Menu', { reply_markup: { inline_keyboard: [[{ text: 'Tea', callback_data: 'tea' }]] } }),
  );
  bot.action('tea', async (ctx) => {
    await ctx.answerCbQuery('It is hot');
    await ctx.reply('tea');
  });
  bot.on('message', (ctx) => ctx.reply(`handled ${ctx.text ?? ''}`));
  const launched = new Promise<void>((resolve) => {
    const polling = bot.launch(() => resolve());
    running = {
      stop: async () => {
        bot.stop();
        await polling;
      },
    };
  });
  await launched;
  return wall;
};

describe.each([
  ['grammY', grammy],
  ['Telegraf', telegraf],
] as const)('the gate in %s', (_, start) => {
  it('holds a user back, names what is missing, and then handles what they had begun with', async () => {
    const user = await open();
    await start('all');
    await user.say('/get the soup');
    const block = await user.block();
    expect(linksOf(block).toSorted()).toEqual(['https://t.me/garden', 'https://t.me/kitchen']);
    expect(block.text).toBe('To continue, subscribe to our sponsors.');
    const early = await user.press();
    expect(early.show_alert).toBe(true);
    expect(early.text?.split('\n').slice(1).toSorted()).toEqual(['• garden', '• kitchen']);
    await user.join('garden');
    expect((await user.press()).text?.split('\n').slice(1)).toEqual(['• kitchen']);
    // One message, edited in place.
    expect((await user.blocks()).map(({ message_id }) => message_id)).toEqual([block.message_id]);
    await user.join('kitchen');
    expect(await user.press()).toMatchObject({ text: '' });
    await user.sees('handled /get the soup');
    await user.freed();
    await user.say('more');
    await user.sees('handled more');
    expect(await user.said()).toEqual(['handled /get the soup', 'handled more']);
  });

  it('holds a user while messages come too fast for the block', async () => {
    const user = await open();
    await start('all');
    const { client } = opened.stage;
    const { token } = opened.scene;
    await client.faults({ token, method: 'sendMessage', kind: '429', times: 1, retry_after: 1 });
    await user.say('/get');
    await client.waitForCall({ token, method: 'sendMessage' }, ({ ok }) => ok === false);
    await user.say('/again');
    await user.block();
    expect(await user.said()).toEqual([]);
  });

  it('asks the questions, and passes the answers on', async () => {
    const user = await open({ bot: { genderQuestion: true, ageQuestion: true } });
    await start('all');
    await user.say('hello');
    await user.press('subgram_gender_female');
    await user.press('subgram_age_c5');
    const { message_id } = await user.block();
    await user.join('garden');
    await user.join('kitchen');
    await user.press();
    await user.sees('handled hello');
    expect(message_id).toBeGreaterThan(0);
    const { data } = await opened.stage.service.audience
      .info(opened.scene.botId, emma.id)
      .then((info) => ({ data: info }));
    expect(data).toMatchObject({ gender: 'female' });
  });

  it('leads to the form', async () => {
    const user = await open({ bot: { showQuiz: true } });
    await start('all');
    await user.say('hello');
    const block = await user.block();
    expect(JSON.stringify(block.reply_markup)).toContain('/form');
    expect(await user.press()).toMatchObject({ show_alert: true });
  });

  it('guards one command, and its buttons work all the same', async () => {
    const user = await open();
    await start('a command');
    await user.say('hello');
    await user.sees('handled hello');
    await user.say('/get');
    await user.block();
    await user.join('garden');
    await user.join('kitchen');
    await user.press();
    await user.sees('soup');
  });

  it('guards private chats, and gives back a press that was the first thing asked', async () => {
    const user = await open();
    const wall = await start('private chats');
    await opened.stage.client.join(emma.id, opened.channels['garden'] ?? 0);
    await opened.stage.client.join(emma.id, opened.channels['kitchen'] ?? 0);
    await user.say('/menu');
    await user.block('tea');
    expect(await wall.gate.topUp(emma)).toBe(0);
    expect(await user.press('tea')).toMatchObject({ text: 'It is hot' });
    await user.sees('tea');
  });

  it.each(['service', 'setting'] as const)(
    'leaves block and questions to the service (%s)',
    async (block) => {
      const user = await open({ bot: { getLinks: false, genderQuestion: true } });
      await start('all', block);
      await user.say('hello');
      expect(await user.press('subgram_gender_male')).toMatchObject({ text: '' });
      await user.block();
      const early = await user.press();
      expect(early).toMatchObject({ show_alert: true });
      expect(early.text?.split('\n').slice(1).toSorted()).toEqual(['• garden', '• kitchen']);
      await user.join('garden');
      await user.join('kitchen');
      await user.press();
      await user.sees('handled hello');
      await user.freed();
      expect(await user.said()).toEqual(['handled hello']);
    },
  );
});

it.each([
  ['gate', 2],
  ['gate', 5],
  ['service', 2],
] as const)(
  'asks for as many sponsors as the setting of the bot says (%s, %i)',
  async (block, maxSponsors) => {
    const orders = ['garden', 'kitchen', 'attic', 'cellar', 'yard'];
    const user = await open({ orders, bot: { getLinks: block === 'gate', maxSponsors } });
    await grammy('all', block);
    await user.say('/get');
    expect(linksOf(await user.block())).toHaveLength(maxSponsors);
  },
);
