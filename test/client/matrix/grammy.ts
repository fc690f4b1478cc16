/** grammY's plugins, each in a bot of its own: how it is put in, and a handler that leans on it. */
import { autoRetry } from '@grammyjs/auto-retry';
import { type ConversationFlavor, conversations, createConversation } from '@grammyjs/conversations';
import { hydrate, hydrateApi } from '@grammyjs/hydrate';
import { Menu } from '@grammyjs/menu';
import { limit } from '@grammyjs/ratelimiter';
import { run, sequentialize } from '@grammyjs/runner';
import { FileAdapter } from '@grammyjs/storage-file';
import { apiThrottler } from '@grammyjs/transformer-throttler';
import {
  Bot,
  type Context,
  InlineKeyboard,
  type LazySessionFlavor,
  lazySession,
  MemorySessionStorage,
  session,
  type SessionFlavor,
  type StorageAdapter,
} from 'grammy';
import { guard } from 'sponsorgate-client/grammy';
import type { Builder, Cell, Place } from './stage.js';

interface Kept {
  seen: number;
  got: string;
}

type Ctx = ConversationFlavor<Context & SessionFlavor<Kept>>;

/** A message that knows how to change itself. */
interface Hydrated {
  editText(text: string, other: object): Promise<unknown>;
}

interface Plugin extends Omit<Cell, 'start'> {
  install?(bot: Bot<Ctx>, folder: string): void;
  /** What `/get` does; default it answers. */
  get?(ctx: Ctx): Promise<unknown>;
  more?(ctx: Ctx): Promise<unknown>;
  isRunner?: boolean;
}

const tea = new InlineKeyboard().text('Tea', 'tea');
const initial = (): Kept => ({ seen: 0, got: 'nothing' });

/** Touches the session before the guard or behind it, and writes in the handler. */
const withSession = (install: (bot: Bot<Ctx>, folder: string) => void): Plugin => ({
  install: (bot, folder) => {
    install(bot, folder);
    bot.use(async (ctx, next) => {
      ctx.session.seen += 1;
      await next();
    });
  },
  get: async (ctx) => {
    ctx.session.got = 'soup';
    await ctx.reply('soup', { reply_markup: tea });
  },
  more: (ctx) => ctx.reply(`well, ${ctx.session.got}`),
  says: 'well, soup',
});

/** Keeps text, as a database does: what is changed after it was read is not seen by others. */
function serialising(): StorageAdapter<Kept> {
  const texts = new Map<string, string>();
  return {
    read: async (key) => (JSON.parse(texts.get(key) ?? 'null') as Kept | null) ?? undefined,
    write: async (key, value) => void texts.set(key, JSON.stringify(value)),
    delete: async (key) => void texts.delete(key),
  };
}

async function soup(conversation: { waitFor(what: 'message:text'): Promise<Context> }, ctx: Context) {
  await ctx.reply('Which soup?', { reply_markup: tea });
  const { message } = await conversation.waitFor('message:text');
  await ctx.reply(`${message?.text ?? ''} soup`);
}

const byChat = (ctx: Context) => String(ctx.chat?.id);

export const plugins: Record<string, Plugin> = {
  nothing: {},
  'runner, sequentialize': { isRunner: true, install: (bot) => bot.use(sequentialize(byChat)) },
  'session in memory': withSession((bot) =>
    bot.use(session({ initial, storage: new MemorySessionStorage() })),
  ),
  'session that serialises': withSession((bot) => bot.use(session({ initial, storage: serialising() }))),
  'session in files': withSession((bot, folder) =>
    bot.use(session({ initial, storage: new FileAdapter({ dirName: folder }) })),
  ),
  'runner, sequentialize, session': {
    ...withSession((bot) => {
      bot.use(sequentialize(byChat));
      bot.use(session({ initial, storage: serialising() }));
    }),
    isRunner: true,
  },
  'lazy session': {
    install: (bot) => {
      bot.use(lazySession({ initial, storage: serialising() }));
      bot.use(async (ctx, next) => {
        (await lazy(ctx)).seen += 1;
        await next();
      });
    },
    get: async (ctx) => {
      (await lazy(ctx)).got = 'soup';
      await ctx.reply('soup', { reply_markup: tea });
    },
    more: async (ctx) => ctx.reply(`well, ${(await lazy(ctx)).got}`),
    says: 'well, soup',
  },
  conversations: {
    install: (bot) => {
      bot.use(conversations());
      bot.use(createConversation(soup, 'soup'));
    },
    get: (ctx) => ctx.conversation.enter('soup'),
    firstSays: 'Which soup?',
    says: 'more soup',
  },
  menu: (() => {
    const menu = new Menu<Ctx>('menu', { onMenuOutdated: false }).text('Tea', async (ctx) => {
      await ctx.answerCallbackQuery();
      await ctx.reply('tea');
    });
    return { install: (bot) => bot.use(menu), get: (ctx) => ctx.reply('soup', { reply_markup: menu }) };
  })(),
  hydrate: {
    install: (bot) => {
      bot.use(hydrate<Context>() as (ctx: Context, next: () => Promise<void>) => Promise<void>);
      bot.api.config.use(hydrateApi());
    },
    get: async (ctx) => {
      const sent = await ctx.reply('soup?', { reply_markup: tea });
      await (sent as unknown as Hydrated).editText('soup', { reply_markup: tea });
    },
  },
  'transformer-throttler': {
    install: (bot) => bot.api.config.use(apiThrottler({ out: { maxConcurrent: 1, minTime: 20 } })),
  },
  'auto-retry': { install: (bot) => bot.api.config.use(autoRetry()) },
  ratelimiter: {
    // Before the guard it counts what is handled again: two requests of the five.
    install: (bot) => bot.use(limit({ timeFrame: 60_000, limit: 5 })),
  },
};

const lazy = (ctx: Ctx) => (ctx as unknown as LazySessionFlavor<Kept>).session as Promise<Kept>;

export const grammyBot =
  (plugin: Plugin): Builder =>
  async ({ token, apiRoot, folder, options, onError }, place: Place) => {
    const bot = new Bot<Ctx>(token, { client: { apiRoot } });
    if (place === 'before') bot.use(guard(bot, options));
    plugin.install?.(bot, folder);
    const wall = place === 'before' ? undefined : guard(bot, options);
    if (place === 'after' && wall !== undefined) bot.use(wall);
    const get = plugin.get ?? ((ctx: Ctx) => ctx.reply('soup', { reply_markup: tea }));
    const more = plugin.more ?? ((ctx: Ctx) => ctx.reply('well'));
    if (place === 'on a command' && wall !== undefined) bot.command('get', wall, get);
    else bot.command('get', get);
    bot.callbackQuery('tea', async (ctx) => {
      await ctx.answerCallbackQuery();
      await bot.api.answerCallbackQuery(ctx.callbackQuery.id).catch(onError);
      await ctx.reply('tea');
    });
    bot.on('message:text', more);
    bot.catch((error) => onError(error.error));
    await bot.init();
    if (plugin.isRunner === true) {
      const handle = run(bot, { runner: { silent: true } });
      return () => handle.stop();
    }
    const polling = bot.start();
    return async () => {
      await bot.stop();
      await polling;
    };
  };
