/** What Telegraf has of its own, each in a bot of its own. */
import { type Context, Scenes, session, Telegraf } from 'telegraf';
import { message } from 'telegraf/filters';
import { guard } from 'sponsorgate-client/telegraf';
import type { Builder, Cell, Place } from './stage.js';

type Ctx = Scenes.WizardContext & { session: { seen?: number; got?: string } };

interface Plugin extends Cell {
  install?(bot: Telegraf<Ctx>): void;
  get?(ctx: Ctx): Promise<unknown>;
  more?(ctx: Ctx): Promise<unknown>;
}

const tea = { reply_markup: { inline_keyboard: [[{ text: 'Tea', callback_data: 'tea' }]] } };

function withSession(install: (bot: Telegraf<Ctx>) => void): Plugin {
  return {
    install: (bot) => {
      install(bot);
      bot.use(async (ctx, next) => {
        ctx.session.seen = (ctx.session.seen ?? 0) + 1;
        await next();
      });
    },
    get: async (ctx) => {
      ctx.session.got = 'soup';
      await ctx.reply('soup', tea);
    },
    more: (ctx) => ctx.reply(`well, ${ctx.session.got ?? 'nothing'}`),
    says: 'well, soup',
  };
}

/** Keeps text, as a database does. */
function serialising() {
  const texts = new Map<string, string>();
  return {
    get: async (key: string) => (JSON.parse(texts.get(key) ?? 'null') as object | null) ?? undefined,
    set: async (key: string, value: object) => void texts.set(key, JSON.stringify(value)),
    delete: async (key: string) => void texts.delete(key),
  };
}

const defaultSession = () => ({}) as never;

function stageOf(scene: Scenes.BaseScene<Ctx> | Scenes.WizardScene<Ctx>): Plugin {
  return {
    install: (bot) => {
      bot.use(session({ defaultSession }));
      bot.use(new Scenes.Stage<Ctx>([scene as never]).middleware());
    },
    get: (ctx) => ctx.scene.enter('soup'),
    firstSays: 'Which soup?',
    says: 'more soup',
  };
}

function soupScene() {
  const scene = new Scenes.BaseScene<Ctx>('soup');
  scene.enter((ctx) => ctx.reply('Which soup?', tea));
  scene.on(message('text'), async (ctx) => {
    await ctx.reply(`${ctx.text} soup`);
    await ctx.scene.leave();
  });
  return scene;
}

const soupWizard = () =>
  new Scenes.WizardScene<Ctx>(
    'soup',
    async (ctx) => {
      await ctx.reply('Which soup?', tea);
      ctx.wizard.next();
    },
    async (ctx) => {
      await ctx.reply(`${ctx.text ?? ''} soup`);
      await ctx.scene.leave();
    },
  );

export const plugins: Record<string, Plugin> = {
  nothing: {},
  'session in memory': withSession((bot) => bot.use(session({ defaultSession }))),
  'session that serialises': withSession((bot) =>
    bot.use(session({ defaultSession, store: serialising() as never })),
  ),
  scenes: stageOf(soupScene()),
  wizard: stageOf(soupWizard()),
};

export const telegrafBot =
  (plugin: Plugin): Builder =>
  async ({ token, apiRoot, options, onError }, place: Place) => {
    const bot = new Telegraf<Ctx>(token, { telegram: { apiRoot } });
    if (place === 'before') bot.use(guard(bot, options));
    plugin.install?.(bot);
    const wall = place === 'before' ? undefined : guard(bot, options);
    if (place === 'after' && wall !== undefined) bot.use(wall);
    const get = (ctx: Context) => (plugin.get ?? (() => ctx.reply('soup', tea)))(ctx as Ctx);
    const more = (ctx: Context) => (plugin.more ?? (() => ctx.reply('well')))(ctx as Ctx);
    if (place === 'on a command' && wall !== undefined) bot.command('get', wall, get);
    else bot.command('get', get);
    bot.action('tea', async (ctx) => {
      await ctx.answerCbQuery();
      await bot.telegram.answerCbQuery(ctx.callbackQuery.id).catch(onError);
      await ctx.reply('tea');
    });
    bot.on(message('text'), (ctx) => more(ctx as unknown as Context));
    bot.catch(onError);
    return new Promise((resolve) => {
      const polling = bot.launch(() =>
        resolve(async () => {
          bot.stop();
          await polling;
        }),
      );
    });
  };
